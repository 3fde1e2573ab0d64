"""Chapter 7 of the excavator's source: free motion of the arm, the manoeuvre in closed loop, its forces and reactions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from biela.app.published.figure import Agreement, Curve, Mark, Panel, Progress, PublishedFigure, Work, number, over_time, words
from biela.base.array import Array
from biela.library import excavator
from biela.library.excavator import data
from biela.library.excavator.structure import place
from biela.report.sketch import Sketch
from biela.simulation.formulation import Baumgarte
from biela.simulation.history import History
from biela.state.state import State

PINS = {"θ₄ boom": "boom_pin", "θ₅ arm": "arm_pin", "θ₆ bucket": "bucket_pin", "θ₇ rocker": "rocker_pin",
        "θ₈ link": "link_pin"}  # fmt: skip
STICKS = (
    ("undercarriage", ("A",)),
    ("cab", ("A", "B", "boom_cylinder_base")),
    ("boom", ("B", "boom_cylinder_rod", "arm_cylinder_base", "C")),
    ("arm", ("arm_cylinder_rod", "C", "bucket_cylinder_base", "E", "D")),
    ("bucket", ("D", "F")),
    ("rocker", ("E", "G")),
    ("link", ("G", "F")),
)
PATHS = {"C": ("arm", "C"), "D": ("bucket", "D"), "F": ("bucket", "F"), "G": ("rocker", "G"), "bucket": ("bucket", None)}
EQUILIBRIA = {
    # near these angles of the pins [rad]
    "all hanging (stable)": (1.645, 0.008, -0.149, -1.437, 2.032),
    "boom up, rest hanging": (-1.497, -3.134, -0.149, -1.437, 2.032),
    "all up": (-1.497, 0.008, -0.149, -1.437, 2.032),
    "boom down, arm up": (1.645, -3.134, -0.149, -1.437, 2.032),
}
TURNS = {"θ₄ boom": -25.0, "θ₅ arm": -25.0, "θ₆ bucket": -60.0, "θ₇ rocker": -45.0, "θ₈ link": 30.0}  # degrees, as printed
PUSH = 0.05  # rad, of the arm, away from its equilibrium; the source does not print its own
DEG = 180 / np.pi
LOW_RATIO = 60.0  # of the swing gear
LEAK = (
    "With a leakage of 1e-12 m³/(s Pa) in pump and motor: the equations of the source have no damping, and without leakage "
    "the ripple does not decay."
)
RATIO = (
    "The gear ratio i is lost in the source. The relief valve lets the pressure rise with its flow, 1.85e-9 m³/(s Pa), so that a "
    "ratio below the 117 that 30 MPa would need still turns the cab, while most of the flow passes the relief valve. x_s above 1, "
    "a lag that ends shortly after 2 s and a small error of the angle, as in the source, follow from i between 40 and 62. The "
    "ready machine keeps i = 120."
)


def compute(progress: Progress) -> Iterator[PublishedFigure]:
    """Compute the 38 figures of chapter 7."""
    progress("equilibria and free motion of the arm")
    yield from _free_motion()
    progress("manoeuvre in closed loop")
    run, low = (_manoeuvre(swing_leakage=1e-12, swing_ratio=ratio) for ratio in (data.SWING.ratio, LOW_RATIO))
    yield PublishedFigure("7-7", "Initial position", [_plane(_sticks(run, 0))])
    at = run.t[np.abs(run["bucket_cylinder.speed"]).argmax()]
    yield from _cylinder(8, run, "boom", [_late(run, "boom", "seconds late")])
    yield from _cylinder(11, run, "arm", [_late(run, "arm", "late")])
    yield from _cylinder(14, run, "bucket", [number("time of the largest speed", "second 3", 3.0, at, "s", 0.06)])
    yield from _swing(run, low)
    yield from _control(run, low)
    yield from _trajectories(run)
    yield from _forces(run)
    progress("manoeuvre with Baumgarte stabilisation")
    yield from _constraints(run, _manoeuvre(100.0, anchored=True))


def _manoeuvre(alpha: float = 0.0, **options: Any) -> History:
    """Return the manoeuvre of the source; with Baumgarte's stabilisation and its looser tolerance if α > 0."""
    m = excavator.build("published", audit=False, **options)
    settings: dict[str, Any] = {**excavator.SETTINGS, "output_step": 5e-3}
    if alpha:
        settings |= {"formulation": Baumgarte(alpha, alpha), "rtol": 1e-4}
    return m.simulate(excavator.pose(m), 10.0, **settings)


def _free_motion() -> Iterator[PublishedFigure]:
    m = excavator.mechanism()
    found = {}
    for label, angles in EQUILIBRIA.items():
        guess = dict(zip(PINS.values(), angles, strict=True))
        near = m.assemble({pin: guess[pin] for pin in ("boom_pin", "arm_pin", "rocker_pin")}, guess=guess)
        found[label] = m.equilibrium(near, stable=False)
    stable = [rest.stable for rest in found.values()]
    first = words("stable positions", "only the first", sum(stable), stable == [True, False, False, False])
    panels = [_plane(_state_sticks(rest.state), label) for label, rest in found.items()]
    pins = "Pins, not mass centres, are drawn: the bars do not hang vertically."
    yield PublishedFigure("7-1", "Equilibrium positions", panels, [first], pins)
    balanced = found["boom down, arm up"].state
    still = m.simulate(balanced, 3.0, rtol=1e-10, atol=1e-13)
    moved = DEG * max(np.ptp(still[f"{pin}.angle"]) for pin in PINS.values())
    yield PublishedFigure(
        "7-2", "Coordinates of the arm, started in equilibrium", [_angles(still, PINS)],
        [words("largest change of an angle", "none", moved, moved < 1e-3, "°")],
        "Boom down, arm up: unstable, so that rounding ends it after some ten seconds.",
    )  # fmt: skip
    yield from _fall(balanced)


def _fall(balanced: State) -> Iterator[PublishedFigure]:
    """Draw figures 7-3 to 7-6: the arm falls; its loop and its base are held by Baumgarte's stabilisation."""
    m = excavator.mechanism(anchored=True)
    pins = {pin: balanced[f"{pin}.angle"] for pin in PINS.values()}
    pushed = {"swing": 0.0, **{pin: pins[pin] for pin in ("boom_pin", "arm_pin", "rocker_pin")}}
    start = m.assemble(pushed | {"arm_pin": pins["arm_pin"] + PUSH}, guess=pins)
    loose: dict[str, Any] = {"method": "rosenbrock", "rtol": 1e-3, "atol": 1e-5}
    run, tight = (m.simulate(start, 5.0, formulation=Baumgarte(a, a), **loose) for a in (100.0, 1000.0))
    wider = np.ptp(run["arm_pin.angle"]) / np.ptp(run["boom_pin.angle"])
    swing = np.abs(run["swing.angle"]).max()
    yield PublishedFigure("7-3", "Coordinates of the arm, started away from equilibrium", [_angles(run, PINS)], [
        words("spread of θ₅ over that of θ₄", "θ₅ grows, θ₄ varies little", wider, wider > 5),
        words("swing ψ₃", "stays at zero", swing, swing < 1e-6, "rad"),
    ], f"The arm starts {PUSH} rad off; the source does not print its own perturbation.")  # fmt: skip
    loop, base = _worst(_loop(run)), _worst(_base(run))
    closed = "Ours starts with the loop closed; the source perturbs one coordinate, so that its loop starts open."
    yield PublishedFigure("7-4", "Constraints of the arm", [_loop(run)], note=f"α = β = 100, rtol = 1e-3. {closed}")
    more = [words("largest, over that of the arm", "much more precise", base / loop, base < loop)]
    yield PublishedFigure("7-5", "Constraints of the base", [_base(run)], more)
    left = _worst(_loop(tight))
    gain = [
        words("largest residual", "of the order of 10⁻³", left, left < 5e-3, "m"),
        words("residual over that with α = β = 100", "an order of magnitude smaller", left / loop, left < 0.2 * loop),
    ]
    yield PublishedFigure("7-6", "Constraints of the arm with larger Baumgarte coefficients", [_loop(tight)], gain, "α = β = 1000.")


def _cylinder(first: int, run: History, part: str, said: list[Agreement]) -> Iterator[PublishedFigure]:
    cylinder, target = f"{part}_cylinder", data.CYLINDERS[f"{part}_cylinder"].target
    extension = {"extension": f"{cylinder}.extension", "reference": f"{part}_control.reference"}
    speed = {"speed": f"{cylinder}.speed", "reference": f"{part}_reference_speed.value"}
    pressures = {"p₁": f"{part}_hose.pressure", "p₂": f"{cylinder}.head_pressure", "p₃": f"{cylinder}.rod_pressure"}
    end = number("extension at the end", f"{target:g} m, without error", target, run[f"{cylinder}.extension"][-1], "m", 5e-3)
    gap = 1e-6 * abs(run[f"{part}_hose.pressure"][-1] - run[f"{cylinder}.head_pressure"][-1])
    drawn = [Panel(over_time(run, labels, dashed=["reference"]), y=y) for labels, y in ((extension, "x [m]"), (speed, "ẋ [m/s]"))]
    yield PublishedFigure(f"7-{first}", f"Extension of the {part} cylinder", drawn[:1], [end])
    yield PublishedFigure(f"7-{first + 1}", f"Speed of the {part} cylinder", drawn[1:], said)
    yield PublishedFigure(
        f"7-{first + 2}", f"Pressures of the {part} cylinder", [Panel(over_time(run, pressures, scale=1e-6), y="p [MPa]")],
        [words("|p₁ − p₂| at the end", "p₁ = p₂ at rest", gap, gap < 0.5, "MPa")],
    )  # fmt: skip


def _late(run: History, part: str, said: str) -> Agreement:
    """Compare the delay after its reference with which a cylinder has travelled 98 % of its way [s]."""
    about = data.CYLINDERS[f"{part}_cylinder"]
    way = (run[f"{part}_cylinder.extension"] - about.extension) / (about.target - about.extension)
    late = run.t[way < 0.98][-1] - data.REFERENCE_START - about.duration
    return words("98 % of the way, after its reference", said, late, late > 0, "s")


def _swing(run: History, low: History) -> Iterator[PublishedFigure]:
    """Draw the swing; `low` has a gear ratio that meets what the source says about the actuator of the pump."""
    t, both = run.t, [(f"i = {data.SWING.ratio:g}", run), (f"i = {LOW_RATIO:g}", low)]
    reference = run["swing_control.reference"]
    aimed = np.concatenate([[0.0], np.cumsum((reference[1:] + reference[:-1]) / 2 * np.diff(t))])
    error = reference - low["swing.rate"]
    caught = t[(t > 1.9) & (np.abs(error) < 1e-3)][0]
    held = run["swing.rate"][(t > 3) & (t < 7.9)].mean()
    rates = [*(Curve(t, r["swing.rate"], x) for x, r in both), Curve(t, reference, "reference", "dashes")]
    turns = [*(Curve(t, r["swing.angle"], x) for x, r in both), Curve(t, aimed, "reference", "dashes")]
    yield PublishedFigure("7-17", "Speed of the swing", [Panel(rates, y="ψ̇₃ [rad/s]")], [
        number("speed between 3 and 8 s", "0.4 rad/s", 0.4, held, "rad/s", 0.005),
        words(f"reference reached, {both[1][0]}", "shortly after 2 s", caught, 2.0 < caught < 2.2, "s"),
    ], RATIO)  # fmt: skip
    ends = [number(f"turned in 10 s, {x}", "almost 180°", 180.0, DEG * r["swing.angle"][-1], "°", 0.03) for x, r in both]
    yield PublishedFigure("7-18", "Swing of the cab", [Panel(turns, y="ψ₃ [rad]")], ends)
    late = (t > 1.8) & (t < 8.0)
    zoom = [Curve(t[late], c.y[late], c.label, c.mark) for c in rates]
    yield PublishedFigure("7-19", "Oscillations of the swing speed", [Panel(zoom, y="ψ̇₃ [rad/s]")], note=LEAK)
    pressures = [Curve(t, 1e-6 * r["swing_drive.pressure"], x) for x, r in both]
    p = pressures[0].y
    first, last = (np.ptp(p[(t > a) & (t < b)]) for a, b in ((3.0, 3.5), (7.2, 7.9)))
    yield PublishedFigure("7-20", "Pressure of the swing drive", [Panel(pressures, y="p_h [MPa]")], [
        words("lowest, while braking", "negative", p.min(), p.min() < 0, "MPa"),
        words("ripple near 3 s", "of the order of 10 MPa", first, 3 < first < 33, "MPa"),
        words("ripple near 8 s over that near 3 s", "decays between 3 and 8 s", last / first, last < 0.3 * first),
    ], LEAK)  # fmt: skip


def _control(run: History, low: History) -> Iterator[PublishedFigure]:
    openings = {f"U {part}": f"{part}_valve.opening" for part in ("boom", "arm", "bucket")}
    boom, *others = (np.abs(run[name]).max() for name in openings.values())
    yield PublishedFigure("7-21", "Control signals of the cylinders", [Panel(over_time(run, openings), y="U")], [
        words("peak of the boom's", "little more than 1", boom, 1.0 < boom < 1.2),
        words("peak of the others", "below 1", max(others), max(others) < 1),
    ])  # fmt: skip
    curves = [Curve(r.t, r["swing_control.output"], f"i = {i:g}") for i, r in ((data.SWING.ratio, run), (LOW_RATIO, low))]
    x = curves[1].y
    mean = x[(low.t > 3) & (low.t < 8)].mean()
    yield PublishedFigure("7-22", "Control signal of the swing drive", [Panel(curves, y="x_s [m]")], [
        words(f"peak, i = {LOW_RATIO:g}", "above 1", x.max(), x.max() > 1, "m"),
        words("mean from 3 to 8 s over the peak", "falls to 0", mean / x.max(), mean < 0.02 * x.max()),
    ], RATIO)  # fmt: skip


def _trajectories(run: History) -> Iterator[PublishedFigure]:
    yield PublishedFigure("7-23", "Final position", [_plane(_sticks(run, -1))])
    both = [*_sticks(run, 0, "start", 7), *_sticks(run, -1, "end", 0)]
    yield PublishedFigure("7-24", "Initial and final position compared", [_plane(both)])
    paths = {label: _in_arm_plane(run, points(run, *where)) for label, where in PATHS.items()}
    rise = np.ptp(paths["bucket"][:, 1])
    drawn = _plane([Curve.through(path, label) for label, path in paths.items()])
    risen = number("rise of the bucket", "up to 5 m", 5.0, rise, "m", 0.1)
    yield PublishedFigure("7-25", "Trajectory of the notable points", [drawn], [risen])
    turned = {label: DEG * (run[f"{pin}.angle"][-1] - run[f"{pin}.angle"][0]) for label, pin in PINS.items()}
    rows = {x: number(f"turn of {x}", f"some {TURNS[x]:g}°", TURNS[x], turned[x], "°", 2.0 / abs(TURNS[x])) for x in PINS}
    for which, title, labels in (
        ("7-26", "Angle of the boom", ["θ₄ boom"]),
        ("7-27", "Angle of the arm", ["θ₅ arm"]),
        ("7-28", "Angles of the four-bar linkage", ["θ₆ bucket", "θ₇ rocker", "θ₈ link"]),
    ):
        yield PublishedFigure(which, title, [_angles(run, {x: PINS[x] for x in labels})], [rows[x] for x in labels])
    foot, tip = points(run, "boom", "B")[:, :2], points(run, "bucket", None)[:, :2]
    instants = np.linspace(0, len(run.t) - 1, 9).astype(int)
    booms = [Curve.through([foot[i], tip[i]], colour=7) for i in instants]
    plan = Panel([Curve.through(tip, "bucket", colour=0), *booms], "x [m]", "y [m]", equal=True)
    yield PublishedFigure("7-29", "Swing of the cab in plan view", [plan])


def _forces(run: History) -> Iterator[PublishedFigure]:
    force = {part: data.CYLINDERS[f"{part}_cylinder"].count * run[f"{part}_cylinder.force"] for part in ("boom", "arm", "bucket")}
    forces = Panel([Curve(run.t, 1e-3 * np.abs(f), part) for part, f in force.items()], y="|F| [kN]")
    arm = number("arm at the start", "some 35 kN", 35.0, 1e-3 * abs(force["arm"][0]), "kN", 0.02)
    yield PublishedFigure("7-30", "Resultant force of the cylinders", [forces], [arm], "The boom has two cylinders: their sum.")
    torque = Panel([Curve(run.t, 1e-3 * run["swing.effort"], "M")], y="M [kN·m]")
    yield PublishedFigure("7-31", "Torque of the swing drive", [torque])
    terms = boom_forces(run)
    parts = [Curve(run.t, 1e-3 * terms[x], x) for x in ("gravity", "velocity terms", "cylinders")]
    small = np.abs(terms["velocity terms"]).max() / np.abs(terms["cylinders"]).max()
    order = words("velocity terms over applied forces", "an order of magnitude smaller", small, small < 0.1)
    yield PublishedFigure("7-32", "Generalised forces on θ₄", [Panel(parts, y="on θ₄ [kN·m]")], [order])
    total = terms["sum"]
    rest = max(abs(total[0]), abs(total[-1])) / np.abs(total).max()
    zero = words("at start and end, over the peak", "zero", rest, rest < 0.02)
    resultant = Panel([Curve(run.t, 1e-3 * total, "sum")], y="on θ₄ [kN·m]")
    yield PublishedFigure("7-33", "Resultant generalised force on θ₄", [resultant], [zero])


def _constraints(run: History, held: History) -> Iterator[PublishedFigure]:
    """Draw the constraints; `held` keeps the loop and the base by Baumgarte's stabilisation."""
    loop, base = _worst(_loop(held)), _worst(_base(held))
    yield PublishedFigure("7-34", "Constraints of the arm", [_loop(held)], note="α = β = 100, rtol = 1e-4.")
    pin = 1e-3 * run["loop_pin.force"]
    reaction = Panel([Curve(run.t, pin, "F")], y="F [kN]")
    ends = f"{pin[0]:.2f} kN at the start, {pin[-1]:.2f} kN at the end."
    yield PublishedFigure("7-35", "Reaction of the revolute joint that closes the loop", [reaction], note=ends)
    exact = words("largest, over that of the arm", "more exact", base / loop, base < loop)
    yield PublishedFigure("7-36", "Constraints of the base", [_base(held)], [exact])
    forces = {f"λ({k + 1})": f"parked.force_on_child_{axis}" for k, axis in enumerate("xyz")}
    moments = {f"λ({k + 4})": f"parked.moment_on_child_{axis}" for k, axis in enumerate("xyz")}
    weight = number("λ(3) at the start", "356.3 kN", 356.3, 1e-3 * run["parked.force_on_child_z"][0], "kN", 1.5e-4)
    yield PublishedFigure("7-37", "Reaction forces of the base", [Panel(over_time(run, forces, scale=1e-3), y="[kN]")], [weight])
    torque = run["swing.effort"]
    gap = np.abs(np.abs(run["parked.moment_on_child_z"]) - np.abs(torque)).max() / np.abs(torque).max()
    same = words("λ(6) and the torque of the swing, apart", "the same curve", gap, gap < 1e-3, "of its peak")
    yield PublishedFigure("7-38", "Reaction moments of the base", [Panel(over_time(run, moments, scale=1e-3), y="[kN·m]")], [same])


def points(run: History, body: str, point: str | None) -> Array:
    """Return a point over time, (n, 3) in ground axes [m]; the mass centre if none is named."""
    sketch = Sketch(run)
    x, z = (0.0, 0.0) if point is None else data.POINTS[body][point]
    return np.asarray(sketch.rotations[body] @ np.array([x, 0.0, z]) + sketch.positions[body])


def _in_arm_plane(run: History, where: Array) -> Array:
    """Return (forward, up) of points in the plane of the arm, which swings with the cab [m]."""
    forward = Sketch(run).rotations["cab"][:, :, 0]
    return np.stack([np.einsum("nk,nk->n", where, forward), where[:, 2]], axis=1)


def _plane(curves: list[Curve], title: str = "") -> Panel:
    return Panel(curves, "forward [m]", "up [m]", title, equal=True)


def _sticks(run: History, k: int, label: str = "", ink: int = 0) -> list[Curve]:
    """Return the machine at output `k` as sticks in the plane of its arm, its cylinders as dashes."""

    def through(line: Any, label: str, mark: Mark) -> Curve:
        return Curve.through([_in_arm_plane(run, points(run, *where))[k] for where in line], label, mark, ink)

    bodies = [through([(body, x) for x in names], label if body == "cab" else "", "sticks") for body, names in STICKS]
    return bodies + [through([c.base, c.rod], "", "dashes") for c in data.CYLINDERS.values()]


def _state_sticks(state: State) -> list[Curve]:
    """Return a state that looks along x as sticks, without cylinders."""
    return [Curve.through([place(state, (body, x))[[0, 2]] for x in names], mark="sticks", colour=0) for body, names in STICKS]


def _angles(run: History, pins: dict[str, str]) -> Panel:
    return Panel(over_time(run, {label: f"{pin}.angle" for label, pin in pins.items()}), y="[rad]")


def _loop(run: History) -> Panel:
    """Draw the gap between the pin F of the bucket and that of the link, in the plane of the arm [m]."""
    gap = _in_arm_plane(run, points(run, "bucket", "F") - points(run, "link", "F"))
    return Panel([Curve(run.t, gap[:, k], label) for k, label in enumerate(("forward", "up"))], y="[m]")


def _base(run: History) -> Panel:
    """Return the place of the base, which should not move [m, rad]."""
    names = {k: f"undercarriage.{k}" for k in ("x", "y", "z", "roll", "pitch", "yaw")}
    return Panel(over_time(run, names), y="[m], [rad]")


def _worst(panel: Panel) -> float:
    return max(float(np.abs(curve.y).max()) for curve in panel.curves)


def boom_forces(run: History) -> dict[str, Array]:
    """Return generalised forces on the angle of the boom [N·m]: gravity, velocity terms, cylinders, and their sum.

    From the inverse dynamics of the tree: ID(q, v, 0) = velocity terms + weight − loads, ID(q, 0, 0) the same without velocities.
    """
    layout, kernel = run.functions.layout, run.functions["inverse_dynamics"]
    row, still = layout.rate_names.index("boom_pin"), layout.at_rest(run.x)
    t, zero = run.t[:, None], np.zeros((len(run.t), layout.n_v))
    whole, resting = (np.asarray(kernel.batch(t, x, run.u, run.p, zero)).reshape(len(t), -1)[:, row] for x in (run.x, still))
    about = data.CYLINDERS["boom_cylinder"]
    pin, a, b = (points(run, *p) for p in (("boom", "B"), about.base, about.rod))
    e = (b - a) / np.linalg.norm(b - a, axis=1, keepdims=True)
    lever = np.einsum("nk,nk->n", np.cross(b - pin, e), Sketch(run).rotations["cab"][:, :, 1])
    # friction depends on speed: the loads of the resting machine have none
    gravity = -(resting + lever * about.count * run["boom_cylinder.net_force"])
    cylinder = lever * about.count * run["boom_cylinder.force"]
    return {"gravity": gravity, "velocity terms": -whole - gravity - cylinder, "cylinders": cylinder, "sum": -whole}


WORK = Work(
    "excavator", "Hydraulic excavator, chapter 7",
    "A Spanish engineering thesis on the simulation of a backhoe: multibody mechanism, lumped hydraulics, PD control. The curves "
    "of its figures are lost; what its text says about them is compared.",
    compute, machines=("excavator-published",),
)  # fmt: skip
