"""Power networks: bond graphs with causality, equations and component libraries.

Knows elements, bonds and domains. Must not know how a machine is compiled, simulated or drawn.

from biela.network import Network, One, I, C, R, Se
"""

from biela.network.domain import ELECTRIC, HYDRAULIC, ROTATION, THERMAL, TRANSLATION, Domain
from biela.network.element import *  # noqa: F403
from biela.network.element import __all__ as _elements
from biela.network.network import Network

__all__ = ["ELECTRIC", "HYDRAULIC", "ROTATION", "THERMAL", "TRANSLATION", "Domain", "Network"]  # and the elements
__all__ += _elements
