"""An integrator: a table with its source."""

from biela.integrate.method.base import method
from biela.integrate.runge_kutta import RungeKutta
from biela.integrate.tableau import Explicit


@method("ralston")
class Ralston(RungeKutta):
    """Ralston's method, the one of order 2 with the smallest error bound."""

    order = 2
    tableau = Explicit(a=((2 / 3,),), b=(1 / 4, 3 / 4))
    source = "Ralston (1962), Mathematics of Computation 16, 431-437"
