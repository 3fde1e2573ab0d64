"""Description of a machine: what it is made of, not how it is computed.

Knows bodies, joints, couplings, loads, actuators, sensors, motions and their topology.
Must not know equations or numerical methods.

from biela.mechanism import Body, Frame, Joint          # what the methods of `Mechanism` return
from biela.mechanism import BodyPort, constant, law     # seldom needed by name
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from biela.base.lazy import lazy

if TYPE_CHECKING:
    from biela.mechanism import motion as motion
    from biela.mechanism.frame import Body as Body
    from biela.mechanism.frame import Frame as Frame
    from biela.mechanism.load.user import law as law
    from biela.mechanism.mechanism import Mechanism as Mechanism
    from biela.mechanism.motion import constant as constant
    from biela.mechanism.parameter import Parameter as Parameter
    from biela.mechanism.parts import Joint as Joint
    from biela.mechanism.port import BodyPort as BodyPort

__getattr__, __dir__, __all__ = lazy(__name__)  # noqa: PLE0605
