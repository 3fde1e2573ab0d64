"""Power networks: bond graphs with causality, equations and component libraries.

Knows elements, bonds and domains. Must not know how a machine is compiled, simulated or drawn.

from biela.network import Network, One, I, C, R, Se
"""

from biela.network.domain import ELECTRIC, HYDRAULIC, ROTATION, THERMAL, TRANSLATION, Domain
from biela.network.element import (
    GY,
    MGY,
    MR,
    MTF,
    TF,
    C,
    CField,
    Command,
    Compression,
    Elastic,
    I,
    IField,
    Integrator,
    MatrixTF,
    Mode,
    MSe,
    MSf,
    One,
    Output,
    Position,
    R,
    RField,
    Rule,
    Se,
    Sensor,
    Sf,
    Watch,
    Zero,
)
from biela.network.network import Network

__all__ = [
    "ELECTRIC", "GY", "HYDRAULIC", "MGY", "MR", "MTF", "ROTATION", "TF", "THERMAL", "TRANSLATION", "C", "CField", "Command",
    "Compression", "Domain", "Elastic", "I", "IField", "Integrator", "MSe", "MSf", "MatrixTF", "Mode", "Network", "One", "Output",
    "Position", "R", "RField", "Rule", "Se", "Sensor", "Sf", "Watch", "Zero",
]  # fmt: skip
