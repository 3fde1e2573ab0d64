"""Declarations: an element says once what it is made of, what it does, and how it is seen.

    from biela.element import data, element
    from biela.mechanism.load import Effort, LineLoad

    @element("magnet")
    class Magnet(LineLoad):
        \"\"\"Two magnets on a line attract each other: T = strength / l².\"\"\"

        strength: float = data("N*m^2", bound="positive", linear=True, about="force times distance squared")

        def act(self, line, signals):
            return Effort(self.strength / line.length**2)

From this follow the method `m.magnet("name", a, b, strength=…)`, the type `magnet` under `loads:` in machine files, their JSON
Schema, reading and writing with units, checks of types and signs, the signals `name.force`, `name.power` and `name.length`, the
column `name.strength` of a regressor, and an entry of the reference page.

| file | subject |
|---|---|
| role | what a datum is: number, place, joint, law, …; `data(role, default=…)` declares a field |
| declaration | `element(word)`, `Element`, what has been declared, linear coefficients |
| schema | a role as JSON Schema, and the check of what a file gives for it |
| method | a declaration as a method: signature and documentation |
| uses | elements from a file of a user, and how their mistakes are reported |
| units | the units that biela knows |
| room | the room as a decorator |
| reference | declarations as a page |

A dataclass that is part of another object (a tyre, a chassis) declares its fields with `data` too: `record(Chassis)` is then the
role of such an object, and `schema.fits` and `schema.of` check it and give its schema.

This room knows what elements have in common. It must not know mechanisms, networks, files or equations: each of them asks the
declaration for what it needs.
"""

from __future__ import annotations

import sys

from biela.element.declaration import Element, declared, element, family
from biela.element.role import *  # noqa: F403
from biela.element.role import __all__ as _roles
from biela.element.room import Room
from biela.element.uses import use

__all__ = ["Element", "declared", "element", "family", "use"]  # and the roles
__all__ += _roles

sys.modules[__name__].__class__ = Room
