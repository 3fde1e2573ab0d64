"""Sensors of MJCF that biela has, of joints, frames, actuators and tendons; and the first keyframe as the start."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.files.markup import Markup
from biela.files.robot import number, numbers, pose
from biela.lie import quaternion
from biela.mechanism.frame import Frame

if TYPE_CHECKING:
    from biela.files.mjcf.reader import MjcfReader

QUANTITIES = {
    "framepos": "position", "framequat": "quaternion", "framelinvel": "velocity", "frameangvel": "rate",
    "frameangacc": "angular_acceleration",
}  # fmt: skip
"""Sensors of frames → what a relative sensor reads."""
SIZES = {"hinge": (1, 1), "slide": (1, 1), "ball": (4, 3), "free": (7, 6)}
"""Numbers of a joint in qpos and in qvel."""


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
                add = partial(_line, reader, tendon.ends, tag)
        case "actuatorfrc":
            known = reader.robot.known("motor", str(element.attributes.get("actuator")))
            one = next((a for a in reader.actuators if a is not None and a.name == known), None)
            if one is not None and one.name in reader.m.actuators:
                signal = f"{one.name}.{'force' if one.ends is not None else 'effort'}"
                add = lambda name, **errors: reader.m.gauge(name, signal, kind="force", **errors)  # noqa: E731
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
    return partial(reader.m.encoder, joint=known, **bias)


def _site(reader: MjcfReader, element: Markup, tag: str) -> Callable[..., object] | None:
    at = reader.sites.get(str(element.attributes.get("site")))
    if at is None:
        return None
    if tag == "velocimeter":
        return lambda name, **errors: reader.m.relative_sensor(name, reader.m.ground, at, axes=at, quantities="velocity", **errors)
    return lambda name, **errors: (reader.m.gyroscope if tag == "gyro" else reader.m.accelerometer)(name, at, **errors)


def _line(reader: MjcfReader, ends: tuple[Frame, Frame], tag: str, name: str, **errors: Any) -> None:
    if tag == "tendonpos":
        reader.m.distance_sensor(name, *ends, **errors)
        return
    line = reader.robot.name("sensor", f"{name}_line")
    reader.m.distance_sensor(line, *ends)
    reader.m.gauge(name, f"{line}.length_rate", kind="rate", **errors)


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


def read_key(reader: MjcfReader) -> None:
    """Read coordinates, rates and inputs from `qpos`, `qvel` and `ctrl`; a free joint has its pose in the ground there."""
    keys = [key for section in reader.root.findall("keyframe") for key in section.findall("key")]
    if not keys:
        return
    first = keys[0].seen()
    for key in keys[1:]:
        key.skip()
    if len(keys) > 1:
        reader.robot.left.append(f"of {len(keys)} keyframes the first is the start; the others are not imported.")
    n_q, n_v = (sum(SIZES[kind][k] for _, kind in reader.order) for k in (0, 1))
    what = f"of keyframe {first.attributes.get('name', '1')!r}"
    if (text := first.get("ctrl")) is not None:  # inputs of the actuators, in the order of the file
        for value, one in zip(numbers(text, len(reader.actuators), None, f"ctrl {what}"), reader.actuators, strict=True):
            if one is not None and one.name in reader.m.actuators:
                reader.robot.inputs[one.name] = float(value)
    if first.get("qpos") is None:
        return
    qpos = numbers(first.get("qpos"), n_q, None, f"qpos {what}")
    qvel = numbers(first.get("qvel"), n_v, np.zeros(n_v).tolist(), f"qvel {what}")
    i = k = 0
    for name, kind in reader.order:
        q, v = qpos[i : i + SIZES[kind][0]], qvel[k : k + SIZES[kind][1]]
        i, k = i + SIZES[kind][0], k + SIZES[kind][1]
        type_ = reader.m.joints[name].type
        if kind == "free":
            R = np.asarray(quaternion.to_matrix(q[3:] / np.linalg.norm(q[3:])), float)
            X = reader.m.joints[name].parent.pose.inverse() @ pose(R, q[:3])
            q = np.array([*quaternion.from_matrix(np.asarray(X.rotation, float)), *np.asarray(X.position, float)], float)
            v = np.array([*v[3:], *(R.T @ v[:3])])
        q = q - reader.joints[name].ref if len(q) == 1 else q
        reader.robot.start[name] = [float(x) for x in q] if len(q) > 1 else float(q[0])
        for rate, x in zip(type_.rates, v, strict=True):
            reader.robot.rates[name if type_.n_v == 1 else f"{name}.{rate.name}"] = float(x)
