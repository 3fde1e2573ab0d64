"""Coordinates and rates that are given by name."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from biela.base.checked import real_array, shown
from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.equations.layout import layout_of
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parts import Joint

What = Literal["coordinates", "rates"]


class Held:
    """Coordinates (or rates) given by name: their places among the coordinates of all joints, and values.

    Among coordinates other signals of the position may be given too, such as the extension of a cylinder: `signals`.
    """

    def __init__(self, mechanism: Mechanism, given: Mapping[str, Any], what: What):
        self.places: list[int] = []
        self.values: list[float] = []
        self.angles: list[bool] = []
        self.labels: list[str] = []
        self.signals: dict[str, float] = {}
        if not isinstance(given, Mapping):
            raise DescriptionError(f"{what} are {shown(given)}: give a mapping of joints to numbers, such as {{'A': 0.5}}.")
        layout = layout_of(mechanism)
        at = layout.coordinates if what == "coordinates" else layout.rates
        for name, value in given.items():
            if not isinstance(name, str):
                raise DescriptionError(f"{what}: {shown(name)} is not the name of a joint.")
            base, _, rest = name.partition(".")
            if what == "coordinates" and rest and base not in mechanism.joints:
                number = real_array(value, f"coordinates: {name!r}", finite=False)
                if number.size != 1 or not np.all(np.isfinite(number)):
                    raise DescriptionError(f"coordinates: {name!r} is {value!r}; give one finite number.")
                self.signals[name] = float(number.ravel()[0])
                continue
            joint, quantities = self.find(mechanism, name, what)
            numbers = np.atleast_1d(real_array(value, f"{what} of {name!r}", finite=False))
            if numbers.shape != (len(quantities),):
                raise DescriptionError(f"{what} of {name!r}: give {len(quantities)} numbers, not {numbers.size}.")
            if not np.all(np.isfinite(numbers)):
                raise DescriptionError(f"{what} of {name!r}: {value!r} is not finite.")
            self.places += [at[joint.name].start + k for k, _ in quantities]
            self.values += map(float, numbers)
            self.angles += [quantity.unit == "rad" for _, quantity in quantities]
            self.labels += [name] * len(quantities)

    def also(self, other: Held) -> Held:
        """Return these, and those of the other that are not among them."""
        both, new = copy.copy(self), [k for k, place in enumerate(other.places) if place not in self.places]
        both.signals = {**other.signals, **self.signals}
        for name in ("places", "values", "angles", "labels"):
            setattr(both, name, getattr(self, name) + [getattr(other, name)[k] for k in new])
        return both

    @staticmethod
    def find(mechanism: Mechanism, name: str, what: What) -> tuple[Joint, list[tuple[int, Any]]]:
        """Find the joint of a name, and the quantities that it stands for, each with its number in the joint."""
        base, _, label = name.partition(".")
        if base not in mechanism.joints:
            raise UnknownName(f"{what}: no joint {base!r}.{nearest(base, list(mechanism.joints))}")
        joint = mechanism.joints[base]
        quantities = list(enumerate(joint.type.coordinates if what == "coordinates" else joint.type.rates))
        if label:
            names = [q.name for _, q in quantities]
            if label not in names:
                raise UnknownName(f"{what}: joint {base!r} has no {label!r}.{nearest(label, names)}")
            quantities = [quantities[names.index(label)]]
        return joint, quantities
