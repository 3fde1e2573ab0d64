"""Loads: laws of force, one file each. The equations decide where they act; a law only knows its own variables."""

from biela.mechanism.load import blade, bushing, drag, footing, friction, rotor, spring_damper, stop, user, wrench  # noqa: F401
from biela.mechanism.load.base import CoordinateLoad, CoordinateView, Effort, LineLoad, LineView, Load, PairLoad, PairView
from biela.mechanism.load.blade import Blade
from biela.mechanism.load.bushing import Bushing
from biela.mechanism.load.contact import Action, Contact, FrameLoad, FrameMotion
from biela.mechanism.load.friction import JointFriction
from biela.mechanism.load.rotor import Rotor
from biela.mechanism.load.spring_damper import JointSpring, LineSpring
from biela.mechanism.load.stop import Stop

__all__ = [
    "Action", "Blade", "Bushing", "Contact", "CoordinateLoad", "CoordinateView", "Effort", "FrameLoad", "FrameMotion",
    "JointFriction", "JointSpring", "LineLoad", "LineSpring", "LineView", "Load", "PairLoad", "PairView", "Rotor", "Stop",
]  # fmt: skip
