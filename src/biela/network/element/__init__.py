"""The elements of a bond graph, one file for each subject; see `biela.network.element.base` for signs and values."""

from biela.base.checked import guard
from biela.network.element.base import Element, Law, Wish, check_name, is_function
from biela.network.element.field import CField, Field, IField, RField, StoringField
from biela.network.element.junction import Junction, One, Zero
from biela.network.element.resistance import R
from biela.network.element.sensor import Position, Sensor
from biela.network.element.signal import Command, Integrator, Mode, Output, Rule, Signal, Watch
from biela.network.element.source import Se, Sf, Source
from biela.network.element.storage import C, Compression, Elastic, I, Storage
from biela.network.element.transformer import GY, TF, MatrixTF, TwoPort

MSe, MSf, MTF, MGY, MR = Se, Sf, TF, GY, R
"""The modulated elements: the same classes, with a function as value."""

__all__ = [
    "C", "CField", "Command", "Compression", "Elastic", "Element", "Field", "GY", "I", "IField", "Integrator", "Junction",
    "Law", "MGY", "MR", "MSe", "MSf", "MTF", "MatrixTF", "Mode", "One", "Output", "Position", "R", "RField", "Rule", "Se",
    "Sensor", "Sf", "Signal", "Source", "Storage", "StoringField", "TF", "TwoPort", "Watch", "Wish", "Zero", "check_name",
    "is_function",
]  # fmt: skip

guard(__name__)
