"""The first keyframe of an MJCF file as the start of the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from biela.files.robot import numbers, pose
from biela.lie import quaternion

if TYPE_CHECKING:
    from biela.files.mjcf.reader import MjcfReader

SIZES = {"hinge": (1, 1), "slide": (1, 1), "ball": (4, 3), "free": (7, 6)}
"""Numbers of a joint in qpos and in qvel."""


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
    _inputs(reader, first.get("ctrl"), f"ctrl {what}")
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


def _inputs(reader: MjcfReader, text: str | None, what: str) -> None:
    """Note the inputs of the actuators that were imported, in the order of the file."""
    if text is None:
        return
    values = numbers(text, len(reader.actuators), None, what)
    for value, one in zip(values, reader.actuators, strict=True):
        if one is not None and one.name in reader.m.actuators:
            reader.robot.inputs[one.name] = float(value)
