"""Computing with a machine: assembly, equilibrium, time integration, results.

The package has the name of its main function: `biela.simulate(machine, …)` runs a machine whichever of the two Python
has at hand.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Simulate(ModuleType):
    """This package, callable as the function it is named after."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        from biela.simulate.run import simulate

        return simulate(*arguments, **options)


sys.modules[__name__].__class__ = _Simulate
