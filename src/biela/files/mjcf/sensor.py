"""Sensors of MJCF that biela has: of joints, frames, actuators and tendons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from biela.files.markup import Markup
from biela.files.robot import number
from biela.mechanism.frame import Frame

if TYPE_CHECKING:
    from biela.files.mjcf.reader import MjcfReader

QUANTITIES = {
    "framepos": "position", "framequat": "quaternion", "framelinvel": "velocity", "frameangvel": "rate",
    "frameangacc": "angular_acceleration",
}  # fmt: skip
"""Sensors of frames → what a relative sensor reads."""


def read(reader: MjcfReader, element: Markup) -> None:
    """Add a sensor, if biela has one like it; others stay unread, and are listed."""
    if not reader.settings.flag("sensor"):
        element.skip()
        return
    tag = element.tag
    label = element.attributes.get("name", f"{tag}_{len(reader.m.sensors) + 1}")
    add: Callable[..., object] | None = None
    match tag:
        case "jointpos" | "jointvel":
            add = _joint(reader, element, tag)
        case "gyro" | "accelerometer" | "velocimeter":
            add = _site(reader, element, tag)
        case "tendonpos" | "tendonvel":
            tendon = reader.tendons.get(str(element.attributes.get("tendon")))
            if tendon is not None and tendon.ends is not None:
                ends = tendon.ends
                add = lambda name, **errors: _line(reader, name, ends, tag, errors)  # noqa: E731
        case "actuatorfrc":
            add = _actuator(reader, element)
        case _ if tag in QUANTITIES:
            add = _frame(reader, element, tag)
    if add is None:
        return
    element.seen("joint", "site", "tendon", "actuator", "objtype", "objname", "reftype", "refname")
    noise = number(element.get("noise"), 0.0, f"noise of sensor {label!r}")
    add(reader.robot.name("sensor", label), **({"noise": noise} if noise > 0 else {}))


def _joint(reader: MjcfReader, element: Markup, tag: str) -> Callable[..., object] | None:
    known = reader.robot.known("joint", str(element.attributes.get("joint")))
    if known is None or not reader.joints[known].single:
        return None
    if tag == "jointvel":
        rate = f"{known}.{reader.m.joints[known].type.rates[0].name}"
        return lambda name, **errors: reader.m.gauge(name, rate, kind="rate", **errors)
    bias: dict[str, Any] = {"bias": reader.joints[known].ref} if reader.joints[known].ref else {}
    return lambda name, **errors: reader.m.encoder(name, known, **bias, **errors)


def _site(reader: MjcfReader, element: Markup, tag: str) -> Callable[..., object] | None:
    at = reader.sites.get(str(element.attributes.get("site")))
    if at is None:
        return None
    if tag == "velocimeter":
        return lambda name, **errors: reader.m.relative_sensor(name, reader.m.ground, at, axes=at, quantities="velocity", **errors)
    return lambda name, **errors: (reader.m.gyroscope if tag == "gyro" else reader.m.accelerometer)(name, at, **errors)


def _line(reader: MjcfReader, name: str, ends: tuple[Frame, Frame], tag: str, errors: dict[str, Any]) -> None:
    if tag == "tendonpos":
        reader.m.distance_sensor(name, *ends, **errors)
        return
    line = reader.robot.name("sensor", f"{name}_line")
    reader.m.distance_sensor(line, *ends)
    reader.m.gauge(name, f"{line}.length_rate", kind="rate", **errors)


def _actuator(reader: MjcfReader, element: Markup) -> Callable[..., object] | None:
    label = str(element.attributes.get("actuator"))
    one = next((a for a in reader.actuators if a is not None and a.name == reader.robot.known("motor", label)), None)
    if one is None or one.name not in reader.m.actuators:
        return None
    signal = f"{one.name}.{'force' if one.ends is not None else 'effort'}"
    return lambda name, **errors: reader.m.gauge(name, signal, kind="force", **errors)


def _frame(reader: MjcfReader, element: Markup, tag: str) -> Callable[..., object] | None:
    b = reader.frames.get((str(element.attributes.get("objtype")), str(element.attributes.get("objname"))))
    a: Any = reader.m.ground.origin
    if "refname" in element:
        a = reader.frames.get((str(element.attributes.get("reftype")), str(element.attributes.get("refname"))))
        if tag not in ("framepos", "framequat"):  # an observer who turns with the reference sees other velocities
            return None
    if a is None or b is None:
        return None
    if tag == "framepos" and "refname" not in element:
        return lambda name, **errors: reader.m.position_sensor(name, b, **errors)
    axes = a if "refname" in element else reader.m.ground
    return lambda name, **errors: reader.m.relative_sensor(name, a, b, axes=axes, quantities=QUANTITIES[tag], **errors)
