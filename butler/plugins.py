"""Who lives here: rooms, log formats, issue sources and Brains; our own by folder, third parties' by entry point.

A third party's package loads only when flags or the user's own configuration name its entry point. One that is broken,
or whose name or tool is taken, is reported and the house opens without it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from butler.records import dataclass

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
Guests: TypeAlias = "list[EntryPoint]"

GROUPS = {
    "rooms": "butler.capabilities",
    "formats": "butler.session_log_formats",
    "issue_sources": "butler.issue_sources",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A plugin that could not move in, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Collected(Generic[T]):
    """What was found of one kind, by name, and what was not taken in."""

    items: Mapping[str, T]
    problems: tuple[Problem, ...]


class LateItems(Mapping[str, T]):
    """Items that are loaded when somebody first looks: not every command reads a log."""

    def __init__(self, load: Callable[[], Mapping[str, T]]) -> None:
        self._load = load
        self._items: Mapping[str, T] | None = None

    def _loaded(self) -> Mapping[str, T]:
        if self._items is None:
            self._items = self._load()
        return self._items

    def __getitem__(self, name: str) -> T:
        """The item of that name."""
        return self._loaded()[name]

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(self._loaded())

    def __len__(self) -> int:
        """How many there are."""
        return len(self._loaded())


def built_in(package: ModuleType, attribute: str, kind: type[T]) -> list[T]:
    """``attribute`` of every module in ``package``, by module name."""
    found = []
    for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda item: item.name):
        item = getattr(importlib.import_module(f"{package.__name__}.{module.name}"), attribute)
        if not isinstance(item, kind):
            raise TypeError(f"{module.name}.{attribute} is not a {kind.__name__}")
        found.append(item)
    return found


def installed(group: str, wanted: Iterable[str]) -> list[EntryPoint]:
    """The wanted entry points of ``group``, by name; where nothing is wanted, the installed packages are not looked at."""
    if not (names := set(wanted)):
        return []
    from importlib.metadata import entry_points

    known = sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value))
    return [entry for entry in known if entry.name in names]


def collect(
    own: Iterable[T], guests: Iterable[EntryPoint], kind: type[T], fits: Callable[[T], str | None] = lambda item: None
) -> Collected[T]:
    """Own items first; a guest never replaces what is there. ``fits`` says why a guest cannot move in, or None."""
    found: dict[str, T] = {item.name: item for item in own}  # type: ignore[attr-defined]
    problems = []
    for entry in guests:
        reason = _move_in(entry, kind, found, fits)
        if reason is not None:
            problems.append(Problem(entry.name, reason))
    return Collected(found, tuple(problems))


def _move_in(entry: EntryPoint, kind: type[T], found: dict[str, T], fits: Callable[[T], str | None]) -> str | None:
    try:
        item: Any = entry.load()
        if not isinstance(item, kind):
            return f"is not a {kind.__name__}"
        name: str = item.name  # type: ignore[attr-defined]
        if name in found:
            return f"the name {name!r} is taken"
        if (reason := fits(item)) is not None:
            return reason
        found[name] = item
    except Exception as error:  # noqa: BLE001 (a plugin may fail in any way it likes; the house must open)
        return f"{type(error).__name__}: {error}"
    return None
