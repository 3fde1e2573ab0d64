"""Filters by name. A filter is a class in one file, and `@filter("name")` makes it known: to `make_filter`, to experiments, to
`biela estimate`.

    @estimate.filter("observer")
    class Observer(estimate.Estimator):
        def __init__(self, model, prior, noise=None, *, gain=0.1, t=0.0, memory=0.0): ...
        def propagate(self, t): ...
        def correct(self, z): ...
        def estimate(self): ...

Its keyword arguments are the options that `make_filter` takes. Import a file of your own, or let the command line use it;
declaring a filter again replaces it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from typing import Any, TypeVar

from biela.base.checked import checked
from biela.base.errors import DescriptionError, UnknownName, nearest

from .estimator import Estimator
from .model import Model
from .noise import ProcessNoise
from .prior import Prior

Kind = TypeVar("Kind", bound=type[Estimator])
FILTERS: dict[str, type[Estimator]] = {}
"""Classes by name."""


def filter(name: str) -> Callable[[Kind], Kind]:
    """Decorate a class: make it known as the filter of this name."""

    def register(kind: Kind) -> Kind:
        if not (isinstance(kind, type) and issubclass(kind, Estimator)):
            raise DescriptionError(f"filter {name!r} must be a class derived from Estimator, not {kind!r}.")
        if not kind.__module__.startswith("biela."):  # biela's own names come first
            filters()
        if name in FILTERS and FILTERS[name].__module__.startswith("biela."):
            raise DescriptionError(f"there is a filter {name!r} already ({FILTERS[name].__module__}): choose another name.")
        kind.name = name
        FILTERS[name] = kind
        return kind

    return register


def filters() -> dict[str, type[Estimator]]:
    """Return all filters that are known, those of this package included."""
    from . import kalman

    for module in ("particle", *(f"kalman.{found.name}" for found in iter_modules(kalman.__path__))):
        import_module(f"{__package__}.{module}")
    return FILTERS


def options_of(kind: type[Estimator]) -> list[str]:
    """Return keyword options of a filter, those of the classes it hands them on to included."""
    found: list[str] = []
    for owner in kind.__mro__:
        if "__init__" in vars(owner) and issubclass(owner, Estimator) and owner is not Estimator:
            found += [p.name for p in signature(owner).parameters.values() if p.kind is p.KEYWORD_ONLY]
    return list(dict.fromkeys(found))


def filter_class(name: str) -> type[Estimator]:
    """Return the class of a filter."""
    known = filters()
    if name not in known:
        raise UnknownName(f"no filter {name!r}.{nearest(str(name), list(known))}")
    return known[name]


@checked
def make_filter(name: str, model: Model, prior: Prior, noise: ProcessNoise | None = None, **options: Any) -> Estimator:
    """Make a filter by its name (`filters()` lists them). Options are those of its class."""
    kind = filter_class(name)
    known = options_of(kind)
    for option in options:
        if option not in known:
            others = [other for other, own in FILTERS.items() if option in options_of(own)]
            hint = f" It is an option of {', '.join(others)}." if others else nearest(option, known)
            raise UnknownName(f"filter {name!r} has no option {option!r}: it takes {', '.join(known)}.{hint}")
    make: Callable[..., Estimator] = kind
    return make(model, prior, noise, **options)
