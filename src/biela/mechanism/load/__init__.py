"""Loads: laws of force, one file each. The equations decide where they act; a law only knows its own variables."""

from biela.mechanism.load.base import CoordinateLoad, CoordinateView, Effort, LineLoad, LineView, Load, PairLoad, PairView
from biela.mechanism.load.blade import Blade
from biela.mechanism.load.bushing import Bushing, UniversalBushing
from biela.mechanism.load.contact import Action, Contact, FrameLoad, FrameMotion
from biela.mechanism.load.drag import Drag
from biela.mechanism.load.footing import Footing
from biela.mechanism.load.friction import JointFriction
from biela.mechanism.load.rotor import Rotor
from biela.mechanism.load.spring_damper import JointSpring, LineSpring
from biela.mechanism.load.stop import Stop
from biela.mechanism.load.user import UserEffort, UserForce
from biela.mechanism.load.wrench import AppliedWrench, GeneralForce

__all__ = [
    "Action", "AppliedWrench", "Blade", "Bushing", "Contact", "CoordinateLoad", "CoordinateView", "Drag", "Effort", "Footing",
    "FrameLoad", "FrameMotion", "GeneralForce", "JointFriction", "JointSpring", "LineLoad", "LineSpring", "LineView", "Load",
    "PairLoad", "PairView", "Rotor", "Stop", "UniversalBushing", "UserEffort", "UserForce",
]  # fmt: skip
