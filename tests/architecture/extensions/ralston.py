"""An integrator: a table with its source."""

from biela.runtime.tableau import Explicit
from biela.simulation.integrator.method import method
from biela.simulation.integrator.runge_kutta import RungeKutta


@method("ralston")
class Ralston(RungeKutta):
    """Ralston's method, the one of order 2 with the smallest error bound."""

    order = 2
    tableau = Explicit(a=((2 / 3,),), b=(1 / 4, 3 / 4))
    source = "Ralston (1962), Mathematics of Computation 16, 431-437"
