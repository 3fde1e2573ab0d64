"""Words that a user may choose from, each with one line: machines, methods, formulations, manoeuvres, filters."""

from __future__ import annotations

import inspect


def machines() -> dict[str, str]:
    """List the ready machines."""
    from biela import library

    return library.descriptions()


def methods() -> dict[str, str]:
    """List the integrators."""
    from biela.integrate.method.base import method_named, method_names

    return {name: _line(method_named(name)[0]) for name in method_names()} | {
        "automatic": "dormand-prince, and rosenbrock from where the machine proves stiff"
    }


def formulations() -> dict[str, str]:
    """List the ways to keep loops closed."""
    from biela.simulation.formulation import STABILISED, Compliant

    return {
        "projected": "Every step ends on the closed loops, by the nearest way in the metric of the masses; the default",
        "independent": "Only as many coordinates as degrees of freedom; the others follow from the loops",
    } | {name: _line(kind) for name, kind in (*STABILISED.items(), ("compliant", Compliant))}


def manoeuvres() -> dict[str, str]:
    """List the manoeuvres of cars."""
    from biela.vehicle.manoeuvre import MANOEUVRES

    return {name: m.description for name, m in MANOEUVRES.items()}


def filters() -> dict[str, str]:
    """List the filters."""
    from biela.estimate.registry import filters

    return {name: _line(kind) for name, kind in filters().items()}


CHOICES = {kind.__name__: kind for kind in (methods, formulations, manoeuvres, filters)}
"""Values of options."""
WORDS = {"machines": machines, **CHOICES}
"""Kinds of words that can be listed."""


def _line(kind: object) -> str:
    """Return the first paragraph of a docstring as one line."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split()).rstrip(":.")
