"""Records: dataclasses that cost a fifth of the standard ones where a module is imported, and a quarter where one is made.

The standard decorator writes and compiles six methods for each frozen class; with 160 classes that was a quarter of the
time of a short command (measured with Python 3.11). Here ``__init__`` alone is made for each class and the rest is shared.
That a record is frozen is the type checker's word, which sees the standard decorator: nothing stops an assignment while
the program runs. ``fields``, ``replace`` and ``asdict`` work as ever.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 (given on to those who import it here)
else:

    def dataclass(*, slots: bool, frozen: bool = False, eq: bool = True, repr: bool = True) -> Callable[[type], Any]:
        """The class decorator, used as the standard one with ``slots=True``."""
        if not slots:
            raise TypeError("a record has slots")
        return lambda written: _record(written, frozen=frozen, eq=eq, shown=repr)


def _record(written: type, *, frozen: bool, eq: bool, shown: bool) -> Any:
    made: Any = dataclasses.dataclass(repr=False, eq=False, slots=True)(written)
    methods: dict[str, Any] = {"__repr__": _repr} if shown else {}
    if eq:
        methods |= {"__eq__": _equal, "__hash__": _hash if frozen else None}
    for name, method in methods.items():
        if name not in written.__dict__:
            setattr(made, name, method)
    names = [field.name for field in dataclasses.fields(made) if field.compare]
    setattr(made, _VALUES, attrgetter(*names) if len(names) > 1 else _few_values)
    return made


_VALUES = "__record_values__"


def _few_values(record: Any) -> tuple[Any, ...]:
    """The values of a record with one field to compare or none."""
    return tuple(getattr(record, field.name) for field in dataclasses.fields(record) if field.compare)


def _repr(self: Any) -> str:
    values = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(values)})"


def _equal(self: Any, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return _values(self) == _values(other)


def _hash(self: Any) -> int:
    return hash(_values(self))


def _values(record: Any) -> tuple[Any, ...]:
    """The fields' values; a plain function of the class is no method of its instances."""
    found: tuple[Any, ...] = type(record).__record_values__(record)
    return found
