"""Particle cloud on the moving mechanism: a page that plays, one ghost of the machine for each particle.

Bodies are drawn as lines through the points where joints, couplings and sensors sit on them, in the plane in which the machine
moves most. The darker a ghost, the heavier its particle; the truth, where it is known, in red, the estimate in blue.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from biela.base.array import Array
from biela.base.atomic import write_whole
from biela.base.checked import guard
from biela.base.errors import DescriptionError
from biela.estimate.log import Log
from biela.estimate.model import Model
from biela.estimate.particle import ParticleFilter
from biela.mechanism.parameter import nominal
from biela.report.body import DrawnBody, lines_of
from biela.report.curves import encode
from biela.report.shell import Answer, PageData, shell
from biela.state.functions import functions_of

MAX_GHOSTS, MAX_FRAMES = 150, 400
"""Maximum numbers of ghosts in a picture, and of pictures in a page."""
HEALTHY_PART = 0.02
"""Minimum part of the particles that must count for a cloud to be healthy."""


def filter_with_cloud(filter: ParticleFilter, log: Log, truth: Array | None = None) -> PageData:
    """Run a filter over a log and keep pictures of its cloud.

    truth : (S, n_x) true states, where they are known

    Returns
    -------
    What `write_cloud` draws
    """
    model = filter.model
    every = max(1, -(-len(log) // MAX_FRAMES))
    chosen = np.unique(np.linspace(0, filter.particles - 1, min(MAX_GHOSTS, filter.particles)).astype(int))
    ghosts, weights, means, kept, counting = [], [], [], [], []
    for k in range(len(log)):
        filter.advance(float(log.t[k]), dict(zip(log.names, log.values[k], strict=True)))
        if k % every == 0 or k == len(log) - 1:
            w = filter.weights[chosen]
            counting.append(float(np.sum(filter.weights)) ** 2 / max(float(np.sum(filter.weights**2)), 1e-300))
            ghosts.append(filter.cloud.states()[chosen])
            weights.append(w / max(float(w.max()), 1e-300))
            means.append(filter.estimate().state.x)
            kept.append(k)
    states = {"ghosts": np.array(ghosts), "mean": np.array(means)}
    if truth is not None:
        states["truth"] = np.asarray(truth)[kept]
    return {"model": model, "t": log.t[kept], "weights": np.array(weights), "states": states,
            "particles": filter.particles, "counting": np.array(counting)}  # fmt: skip


def write_cloud(recorded: PageData, path: str | Path, title: str = "") -> Path:
    """Write the page, whole or not at all; it needs no server and no network."""
    if not {"model", "states"} <= recorded.keys():
        raise DescriptionError("write_cloud: recorded has no model and states: give what filter_with_cloud returns.")
    model: Model = recorded["model"]
    states = recorded["states"]
    frames, count, n_x = states["ghosts"].shape
    lines, bodies = _lines(model)
    points = {
        "ghosts": _points(model, bodies, states["ghosts"].reshape(-1, n_x)).reshape(frames, count, -1, 3),
        "mean": _points(model, bodies, states["mean"])[:, None],
    }
    if "truth" in states:
        points["truth"] = _points(model, bodies, states["truth"])[:, None]
    spread = np.ptp(points["ghosts"].reshape(-1, 3), axis=0)
    plane = sorted(np.argsort(-spread)[:2].tolist())
    flat = {key: value[..., plane] for key, value in points.items()}
    low, high = flat["ghosts"].reshape(-1, 2).min(axis=0), flat["ghosts"].reshape(-1, 2).max(axis=0)
    data = {
        "t": encode(recorded["t"]), "weights": encode(recorded["weights"]), "lines": lines, "count": count, "frames": frames,
        "points": int(flat["ghosts"].shape[2]), "box": [float(v) for v in (*low, *high)],
        **{key: encode(value) for key, value in flat.items()},
    }  # fmt: skip
    facts = [("particles", str(recorded["particles"])), ("drawn", str(count)), ("instants", str(frames)),
             ("duration", f"{recorded['t'][-1] - recorded['t'][0]:.4g} s")]  # fmt: skip
    subtitle = f"particles of a filter that reads {', '.join(c.name for c in model.channels)}"
    text = shell("cloud", title or model.mechanism.name, data, subtitle=subtitle, answer=_answer(recorded), facts=facts)
    return write_whole(Path(path), text.encode())


def _answer(recorded: PageData) -> Answer:
    """Return the error of the estimate at the end, where the truth is known, and the number of particles that still count."""
    model: Model = recorded["model"]
    particles, counting, states = recorded["particles"], recorded["counting"], recorded["states"]
    reasons = [
        f"{np.median(counting):.0f} of {particles} particles count in most pictures, {counting.min():.0f} at least: "
        "(sum of weights)² over the sum of their squares."
    ]
    few = float(np.median(counting)) < max(HEALTHY_PART * particles, 2.0)
    text = "The cloud is healthy: the weight is shared by many particles."
    if few:
        text = "Few particles carry all of the weight: take more of them, or a wider likelihood."
    if "truth" in states:
        ends = (states[key][-1][model.places[: model.k]] for key in ("mean", "truth"))
        off = np.subtract(*ends)
        off = np.where(model.angles[: model.k] > 0, (off + np.pi) % (2 * np.pi) - np.pi, off)
        said = ", ".join(
            f"{name} by {abs(d):.2g} {'rad' if angle else 'm'}"
            for name, d, angle in zip(model.names, off, model.angles[: model.k], strict=False)
        )
        reasons.insert(0, f"At the end the estimate misses the truth: {said}.")
    return Answer("doubt" if few else "good", text, reasons)


def _lines(model: Model) -> tuple[list[list[int]], list[tuple[int, Array]]]:
    """Return lines as lists of points, and points as (body, position in it); −1 is the ground."""
    m = model.mechanism
    values = {name: p.value for name, p in m.parameters.items()}
    index = {link.body.name: k for k, link in enumerate(m.topology.links)}
    points: list[tuple[int, Array]] = []
    lines: list[list[int]] = []
    for name in m.bodies:
        body = DrawnBody(m, name, values)
        places = [*(p.point for p in body.points), *body.marks]
        if not places:
            continue
        own = np.unique(np.round(places, 9), axis=0)
        if len(own) == 1 and name != "ground":
            own = np.vstack([own, body.com])
        numbers = list(range(len(points), len(points) + len(own)))
        points += [(index.get(name, -1), p) for p in own]
        lines += [[k] for k in numbers] if name == "ground" else [numbers]
    for line in lines_of(m):  # massless rods are links too
        if line.look == "rod":
            ends = [(index.get(f.body.name, -1), np.array(nominal(f.position), float)) for f in (line.a, line.b)]
            lines.append([next(k for k, (b, p) in enumerate(points) if b == n and np.allclose(p, at)) for n, at in ends])
    return lines, points


def _points(model: Model, points: list[tuple[int, Array]], X: Array) -> Array:
    """Return the points in ground axes, (states, points, 3)."""
    motion = np.asarray(functions_of(model.mechanism)["bodies"].batch(np.zeros(1), X, model.u, model.p))
    motion = motion.reshape(len(X), 18, -1)
    out = np.zeros((len(X), len(points), 3))
    for k, (body, position) in enumerate(points):
        if body < 0:
            out[:, k] = position
            continue
        R = motion[:, :9, body].reshape(-1, 3, 3).swapaxes(1, 2)
        out[:, k] = R @ position + motion[:, 9:12, body]
    return out


guard(__name__)
