"""FMUs of other tools among the networks of a machine: where they are, and what is not possible with them."""

from __future__ import annotations

from typing import Any, NamedTuple

from biela.base.errors import DescriptionError
from biela.mechanism.mechanism import Mechanism


class Placed(NamedTuple):
    """An FMU of a machine: the path of its component, what begins the names of its elements, and how it takes part; see
    `biela.network.fmi.component.FmuCoupling`."""

    name: str
    scope: str
    coupling: Any


def fmus(mechanism: Mechanism) -> list[Placed]:
    """Return all FMUs in the networks of a machine."""
    found = []
    for attachment in mechanism.networks.values():
        waiting: list[tuple[str, Any]] = [("", attachment.network)]
        while waiting:
            path, net = waiting.pop(0)
            if (coupling := getattr(net, "coupling", None)) is not None:
                scope = f"{attachment.prefix}{path}"
                found.append(Placed(scope.rstrip("/") or attachment.name, scope, coupling))
            waiting += [(f"{path}{name}/", c) for name, c in getattr(net, "components", {}).items()]
    return found


def refuse_fmus(mechanism: Mechanism, what: str) -> None:
    """Refuse what is not possible with a machine that contains FMUs."""
    if found := fmus(mechanism):
        names = ", ".join(repr(each.name) for each in found)
        raise DescriptionError(
            f"{mechanism.name!r} contains FMUs ({names}), which only a single run can exchange values with: {what} is not "
            "possible. Replace them by components of biela, or use m.simulate."
        )
