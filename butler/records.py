"""Records: dataclasses that cost a fifth of the standard ones where a module is imported, and a quarter where one is made.

The standard decorator writes and compiles six methods for each frozen class; with 160 classes that was a quarter of the
time of a short command (measured with Python 3.11). Here ``__init__`` alone is made, of the classes that are used, and the rest
is shared.
That a record is frozen is the type checker's word, which sees the standard decorator: nothing stops an assignment while
the program runs. ``fields``, ``replace`` and ``asdict`` work as ever.
"""

from __future__ import annotations

import dataclasses
import inspect
import threading
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
    """The class with slots. What the standard decorator adds waits until a record is made or its fields are asked for."""
    own = inspect.get_annotations(written)
    names = [name for name, kind in own.items() if not str(kind).startswith(("ClassVar", "typing.ClassVar"))]
    above = {slot for base in written.__mro__[1:-1] for slot in base.__dict__.get("__slots__", ())}
    body = {name: value for name, value in written.__dict__.items() if name not in (*names, "__dict__", "__weakref__")}
    methods: dict[str, Any] = {"__repr__": _repr} if shown else {}
    if eq:
        methods |= {"__eq__": _equal, "__hash__": _hash if frozen else None}
    slots = tuple(name for name in names if name not in above)
    made: Any = type(written)(written.__name__, written.__bases__, {**methods, **body, "__slots__": slots})
    made.__qualname__ = written.__qualname__
    _wait(made, written)
    return made


_VALUES = "__record_values__"
_MADE_LATE = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")
_MAKING = threading.RLock()


class _Late:
    """Stands in a class for an attribute of it that is made when it is first asked for."""

    def __init__(self, name: str, made: type, finish: Callable[[], None]) -> None:
        self._name = name
        self._made = made
        self._finish = finish

    def __get__(self, record: object, owner: type) -> Any:
        self._finish()
        return getattr(self._made, self._name)


def _wait(made: Any, written: type) -> None:
    """Let ``made`` take from ``written``, made a standard dataclass, what it needs, once it needs any of it."""

    def finish() -> None:
        with _MAKING:
            if not isinstance(made.__dict__[_VALUES], _Late):
                return
            plain: Any = dataclasses.dataclass(repr=False, eq=False)(written)
            for name in (*_MADE_LATE, "__init__"):
                setattr(made, name, plain.__dict__[name])
            names = [field.name for field in dataclasses.fields(made) if field.compare]
            setattr(made, _VALUES, attrgetter(*names) if len(names) > 1 else _few_values)

    def first(self: Any, *values: Any, **named: Any) -> None:
        finish()
        made.__init__(self, *values, **named)

    for name in (*_MADE_LATE, _VALUES):
        setattr(made, name, _Late(name, made, finish))
    made.__init__ = written.__dict__.get("__init__", first)


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
