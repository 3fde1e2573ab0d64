"""Our dataclasses do what those of Python's library do; only later."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from dataclasses import KW_ONLY, field
from typing import Any

import pytest

from biela.base.dataclass import dataclass


def family(decorator: Callable[..., Any]) -> tuple[Any, Any]:
    """A class with every kind of field, and one derived from it."""

    @decorator(frozen=True)
    class Link:
        mass: float
        length: float = 2.0
        marks: list[int] = field(default_factory=list, compare=False, repr=False)
        count: int = field(default=3, init=False)
        _: KW_ONLY
        colour: str = "grey"

    @decorator(frozen=True)
    class Rod(Link):
        bore: float = 0.5

        def __post_init__(self) -> None:
            object.__setattr__(self, "area", self.bore**2)

    return Link, Rod


def test_objects_behave_as_those_of_the_library() -> None:
    seen = []
    for decorator in (dataclass, dataclasses.dataclass):
        link, rod = family(decorator)
        a, b = link(1.0, marks=[1], colour="red"), rod(2.0, bore=3.0)
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'mass'"):
            a.mass = 2.0
        with pytest.raises(TypeError, match=r"Link.__init__\(\) missing 1 required positional argument: 'mass'"):
            link()
        seen.append([
            repr(a), repr(b), b.area, a == link(1.0, colour="red"), a == b, hash(a) == hash(link(1.0, colour="red")),
            repr(dataclasses.replace(b, mass=5.0)), dataclasses.asdict(a), link.__match_args__, a.marks is link(1.0).marks,
            list(inspect.signature(rod).parameters), rod.__dataclass_params__.frozen,
        ])  # fmt: skip
    assert seen[0] == seen[1]


def test_both_kinds_inherit_from_each_other() -> None:
    link, _ = family(dataclass)

    @dataclasses.dataclass(frozen=True)
    class Own(link):  # type: ignore[misc, valid-type]
        depth: int = 1

    assert repr(Own(1.0)).endswith("Own(mass=1.0, length=2.0, count=3, colour='grey', depth=1)")
    with pytest.raises(TypeError, match="must all be frozen, or none"):

        @dataclass
        class Loose(link):  # type: ignore[misc, valid-type]
            pass


def test_nothing_is_compiled_before_the_first_object() -> None:
    link, _ = family(dataclass)
    assert not inspect.isfunction(link.__dict__["__init__"])
    link(1.0)
    assert inspect.isfunction(link.__dict__["__init__"])
