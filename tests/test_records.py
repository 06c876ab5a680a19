"""Records are dataclasses in everything that we use of them."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from butler.records import dataclass


@dataclass(frozen=True, slots=True)
class Book:
    """A record like ours."""

    title: str
    pages: int = 0
    tags: list[str] = dataclasses.field(default_factory=list)

    @property
    def long(self) -> bool:
        """Something computed."""
        return self.pages > 400


@dataclass(frozen=True, slots=True)
class Shelf:
    """One field."""

    books: tuple[Book, ...] = ()


@dataclass(frozen=True, slots=True)
class Nothing:
    """No field at all."""


@dataclass(frozen=True, slots=True)
class Lent:
    """One whose fields are not all shown, nor all compared."""

    book: str
    to: str = dataclasses.field(default="", repr=False)
    seen: int = dataclasses.field(default=0, compare=False)


@dataclass(slots=True)
class Counter:
    """One that changes."""

    count: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """One that is equal to itself alone."""

    name: str


def standard(cls: type, **options: Any) -> Any:
    """The same class made by the standard decorator."""
    names = {"__annotations__": cls.__annotations__, "__qualname__": cls.__qualname__, "__doc__": cls.__doc__}
    defaults = {field.name: field for field in dataclasses.fields(cls)}
    plain = {name: field.default for name, field in defaults.items() if field.default is not dataclasses.MISSING}
    return dataclasses.dataclass(frozen=True, slots=True, **options)(type(cls.__name__, (), {**names, **plain}))


def test_fields_have_their_defaults_and_each_record_its_own_list():
    one, two = Book("A"), Book("B", 500, ["old"])

    assert (one.title, one.pages, one.tags, one.long) == ("A", 0, [], False)
    assert two.long
    assert Book("C").tags is not one.tags
    with pytest.raises(TypeError):
        Book()  # type: ignore[call-arg]


@pytest.mark.parametrize("cls", [Shelf, Nothing, Thing])
def test_it_prints_itself_as_the_standard_one(cls):
    values = ("x",) if cls is Thing else ()

    assert repr(cls(*values)) == repr(standard(cls)(*values))


def test_equal_values_are_equal_records_of_one_class_only():
    assert Book("A", 1) == Book("A", 1)
    assert Book("A", 1) != Book("A", 2)
    assert Shelf((Book("A"),)) == Shelf((Book("A"),))
    assert Nothing() == Nothing()
    assert Shelf() != Nothing()
    assert Thing("a") != Thing("a")


def test_fields_that_are_not_shown_or_not_compared():
    assert repr(Lent("A", "x")) == "Lent(book='A', seen=0)"
    assert Lent("A", "x", 1) == Lent("A", "x", 2)
    assert Lent("A", "x") != Lent("A", "y")


def test_frozen_records_can_be_keys_and_changing_ones_cannot():
    assert len({Shelf(), Shelf(), Nothing(), Nothing()}) == 2
    with pytest.raises(TypeError):
        hash(Counter())


def test_slots_leave_no_room_for_other_names():
    with pytest.raises(AttributeError):
        Counter().other = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="slots"):
        dataclass(slots=False)


def test_replace_asdict_copy_and_pickle_work():
    book = Book("A", 3, ["x"])

    assert dataclasses.replace(book, pages=4) == Book("A", 4, ["x"])
    assert dataclasses.asdict(book) == {"title": "A", "pages": 3, "tags": ["x"]}
    assert copy.deepcopy(book) == book
    assert pickle.loads(pickle.dumps(book)) == book


def test_a_method_that_is_written_stays():
    @dataclass(frozen=True, slots=True)
    class Secret:
        value: str

        def __repr__(self) -> str:
            return "Secret(…)"

    assert repr(Secret("x")) == "Secret(…)"
    assert Secret("x") == Secret("x")
