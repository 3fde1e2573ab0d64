"""Description of a machine: what it is made of, not how it is computed.

from biela.mechanism import Body, Frame, Joint          # what the methods of `Mechanism` return
from biela.mechanism import BodyPort, constant, law     # seldom needed by name
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from biela.mechanism.frame import Body as Body
    from biela.mechanism.frame import Frame as Frame
    from biela.mechanism.load.user import law as law
    from biela.mechanism.mechanism import Mechanism as Mechanism
    from biela.mechanism.motion import constant as constant
    from biela.mechanism.parameter import Parameter as Parameter
    from biela.mechanism.parts import Joint as Joint
    from biela.mechanism.port import BodyPort as BodyPort

_HOME = {
    "Body": "frame", "BodyPort": "port", "Frame": "frame", "Joint": "parts", "Mechanism": "mechanism",
    "Parameter": "parameter", "constant": "motion", "law": "load.user",
}  # fmt: skip
__all__ = ["Body", "BodyPort", "Frame", "Joint", "Mechanism", "Parameter", "constant", "law"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(importlib.import_module(f"biela.mechanism.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"biela.mechanism has no {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
