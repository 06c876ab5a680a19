"""What a reader remembers between two lines, so that reading can go on later where it stood.

Each part of a reader names in ``STATE`` its attributes that change; everything else about it (tables, links between the
parts) is built anew by the constructor. The values are plain: None, booleans, numbers, texts, bytes, tuples, lists, sets,
dicts, ``deque``, ``Counter``, dataclasses and named tuples of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, TypeAlias

Kept: TypeAlias = dict[str, dict[str, Any]]
"""By the name of the part, its attributes by name: the very objects, not copies."""


class Part(Protocol):
    """A part of a reader that remembers something."""

    STATE: ClassVar[tuple[str, ...]]


def keep(parts: Mapping[str, Part]) -> Kept:
    """The state of ``parts`` as it is now; copy or write it before the reader goes on."""
    return {name: {key: getattr(part, key) for key in part.STATE} for name, part in parts.items()}


def give_back(parts: Mapping[str, Part], kept: Kept) -> None:
    """Put a state that was kept from a reader of the same kind into the parts of a new one.

    Raises:
        KeyError: the state does not hold what these parts remember (it is from another version).
    """
    for name, part in parts.items():
        for key in part.STATE:
            setattr(part, key, kept[name][key])
