"""Every public call of biela, found by introspection, with good arguments for each; and arguments of every bad kind."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import biela
from biela import estimate, files, identify, library, mechanism, network, simulation, study, vehicle
from biela.lie import inertia
from biela.mechanism import motion
from biela.mechanism.mesh import Mesh


class Strange:
    """Not a number, not a text, not a list, and it cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compared")

    __hash__ = None  # type: ignore[assignment]


BAD: dict[str, Any] = {
    "None": None, "object": object(), "strange": Strange(), "nan": float("nan"), "inf": float("inf"), "minus inf": -np.inf, "minus one": -1,
    "zero": 0, "one": 1, "half": 0.5, "tiny": 1e-300, "huge": 1e200, "giant": 10**400, "complex": 1 + 2j, "numpy complex": np.complex128(1j),
    "true": True, "bytes": b"1.0", "bytearray": bytearray(b"1"), "text": "nonsense", "number as text": "1.0", "empty text": "", "path text": "../../x",
    "surrogate": "\ud800", "null text": "a\0b", "long text": "x" * 5000, "empty list": [], "short list": [1.0], "pair": (1.0, 2.0), "ragged": [[1, 2], [3]],
    "texts": ["a", "b"], "Nones": [None, None, None], "nan list": [np.nan] * 3, "complex list": [1j, 2j, 3j], "bytes list": [b"1", b"2", b"3"],
    "empty mapping": {}, "mapping": {"a": 1}, "bad mapping": {1: None}, "nested": {"A": {"A": {}}}, "nan mapping": {"A": np.nan}, "complex mapping": {"A": 1j},
    "bytes mapping": {"A": b"1"}, "text mapping": {"A": "x"}, "list mapping": {"A": [1, 2, 3]}, "set": {1, 2}, "range": range(3), "generator": (i for i in "abc"),
    "function": lambda s: None, "function of nothing": lambda: 1.0, "failing": lambda *a: 1 / 0, "class": dict, "module": np, "ellipsis": ..., "slice": slice(3),
    "scalar array": np.array(1.0), "empty array": np.zeros(0), "matrix": np.zeros((2, 3)), "cube": np.zeros((2, 2, 2)), "texts array": np.array(["a", "b", "c"]),
    "objects array": np.array([None, {}, "x"], dtype=object), "complex array": np.array([1j, 2, 3]), "dates": np.array(["2020-01-01"], "datetime64[D]"),
    "nan array": np.full(3, np.nan), "other machine": biela.Mechanism("other"), "other ground": biela.Mechanism("other").ground, "path": Path("/dev/null/at all"),
}  # fmt: skip
"""What no call, or hardly any, is made for."""


class Pantry:
    """Good arguments: a small machine with a loop, its states and results, a car, measurements. Each is made when first needed."""

    @staticmethod
    def machine() -> biela.Mechanism:
        m = biela.Mechanism("small", gravity=(0, -9.81, 0))
        k = m.parameter("k", 2.0, "N*m/rad")
        link = m.body("link", mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
        block = m.body("block", mass=1.0, inertia=(0.1, 0.1, 0.1))
        m.revolute("A", m.ground, link)
        m.prismatic("P", m.ground, block, axis=(1, 0, 0))
        m.joint_spring("twist", "A", stiffness=k)
        m.friction("rub", "P", viscous=0.1)
        m.joint_spring("push", "P", stiffness=3.0)
        m.motor("motor", "A")
        m.motor("pusher", "P")
        m.encoder("angle", "A", noise=0.01)
        return m

    @cached_property
    def m(self) -> biela.Mechanism:
        m = self.machine()
        m.topology  # noqa: B018 (freezes it)
        return m

    @cached_property
    def state(self) -> biela.State:
        return self.m.assemble({"A": 0.3, "P": 0.1})

    @cached_property
    def run(self) -> biela.History:
        return self.m.simulate(self.state, 0.02, output_step=0.01)

    @cached_property
    def batch(self) -> simulation.Batch:
        return self.m.simulate_batch([self.state, self.state], 0.02, output_step=0.01)

    @cached_property
    def case(self) -> biela.Case:
        return biela.Case.of(self.m, self.state, duration=0.02)

    @cached_property
    def net(self) -> biela.Network:
        net = biela.Network("net")
        net.add(network.One("one"), network.I("mass", 2.0), network.R("loss", 1.0), network.C("spring", 0.5))
        for name in ("mass", "loss", "spring"):
            net.connect("one", name)
        return net

    @cached_property
    def car(self) -> vehicle.Car:
        return library.get("renault-clio").subject.car  # type: ignore[no-any-return]

    @cached_property
    def points(self) -> vehicle.HardPoints:
        return vehicle.HardPoints(
            (0.15, 0.3, 0.2), (-0.15, 0.3, 0.2), (0.0, 0.65, 0.2), (0.15, 0.3, 0.45), (-0.15, 0.3, 0.45), (0.0, 0.65, 0.45),
            (-0.12, 0.3, 0.2), (-0.12, 0.65, 0.2), (0.0, 0.65, 0.2), (0.0, 0.65, 0.75), (0.0, 0.75, 0.3),
        )  # fmt: skip

    @staticmethod
    def wheel() -> tuple[biela.Mechanism, vehicle.Tyre]:
        m = biela.Mechanism("wheel")
        body = m.body("wheel", mass=20.0, inertia=(1.0, 2.0, 1.0))
        m.free("flight", m.ground, body)
        return m, vehicle.Tyre("tyre", body.origin, radius=0.27, rolling_radius=0.26, stiffness=150e3)

    @cached_property
    def regressor(self) -> identify.Regressor:
        return identify.Regressor(self.m, ["A", "P"])

    @cached_property
    def motion(self) -> identify.ConsistentMotion:
        return self.regressor.random_motion(5)

    @cached_property
    def base(self) -> Any:
        return identify.base_parameters(self.regressor, confirm=False).base

    @cached_property
    def dataset(self) -> identify.Dataset:
        t = np.linspace(0, 1, 101)
        wave = {n: np.sin(3 * t + k) for k, n in enumerate(("A", "P", "motor", "pusher"))}
        return identify.Dataset(t, wave)

    @cached_property
    def observation(self) -> identify.Observation:
        rng = np.random.default_rng(1)
        W = rng.normal(size=(20, 2, 3))
        return identify.Observation(W, W @ np.array([1.0, 2.0, 3.0]), ("a", "b", "c"), ("A", "P"), ("N·m", "N"))

    @cached_property
    def model(self) -> estimate.Model:
        return estimate.Model(self.m, about=self.state)

    @cached_property
    def prior(self) -> estimate.Prior:
        return estimate.About(self.state, {"A": 0.1, "A.rate": 0.1, "P": 0.1, "P.rate": 0.1})

    @cached_property
    def filter(self) -> estimate.Estimator:
        return estimate.UnscentedKalmanFilter(self.model, self.prior, estimate.ProcessNoise(0.1))

    @cached_property
    def log(self) -> estimate.Log:
        return estimate.Log(np.array([0.0, 0.01]), ("angle",), np.array([[0.3], [0.3]]))

    @cached_property
    def folder(self) -> Path:
        """The folder of a sweep that is done, and of a mesh."""
        import trimesh

        place = Path(self._place.name)
        biela.sweep(
            self.case,
            {"link.mass": [1.0, 2.0]},
            ["peak = max(A.angle)"],
            series=["A.angle"],
            points=5,
            out=place / "study",
        )
        trimesh.creation.box((1.0, 1.0, 1.0)).export(place / "box.stl")
        return place

    @cached_property
    def _place(self) -> TemporaryDirectory[str]:
        return TemporaryDirectory()

    @cached_property
    def sweep(self) -> study.Sweep:
        return study.open_sweep(self.folder / "study")

    @cached_property
    def mesh(self) -> Mesh:
        return Mesh(str(self.folder / "box.stl"))


class Missing(Exception):
    """No good argument is known for a parameter."""


@dataclass(frozen=True)
class Call:
    """A public call and how good arguments for it are found."""

    name: str
    signature: inspect.Signature
    call: Callable[[], Callable[..., Any]]
    """Makes the bound function anew: some calls change their object."""

    def good(self, pantry: Pantry, folder: Path) -> dict[str, Any]:
        """A good argument for every parameter that needs one."""
        own = GOOD.get(self.name, {})
        if self.name in EXAMPLES:
            example = EXAMPLES[self.name](pantry)
            return {name: getattr(example, name) for name in self.signature.parameters}
        given = {}
        for parameter in self.signature.parameters.values():
            if parameter.name in own:
                value = own[parameter.name]
                given[parameter.name] = value(pantry, folder) if callable(value) else value
            elif parameter.default is parameter.empty and parameter.kind in (
                parameter.POSITIONAL_OR_KEYWORD,
                parameter.KEYWORD_ONLY,
                parameter.POSITIONAL_ONLY,
            ):
                given[parameter.name] = _stock(pantry, folder, self.name, parameter.name)
        return given

    def with_bad(self, good: dict[str, Any], parameter: str, bad: Any) -> Any:
        """The call with one argument replaced."""
        kind = self.signature.parameters[parameter].kind
        arguments = {**good, parameter: bad}
        positional = [
            arguments.pop(p.name)
            for p in self.signature.parameters.values()
            if p.kind is p.POSITIONAL_ONLY and p.name in arguments
        ]
        if kind is inspect.Parameter.VAR_POSITIONAL:
            named = arguments.pop(parameter)
            first = [arguments.pop(n) for n in list(arguments) if n in good]
            return self.call()(*positional, *first, named, **arguments)
        if kind is inspect.Parameter.VAR_KEYWORD:
            return self.call()(*positional, **good)
        return self.call()(*positional, **arguments)


P: Any = Pantry
STOCK: dict[str, Any] = {
    "mechanism": lambda p, f: p.m, "machine": lambda p, f: p.m, "m": lambda p, f: p.m, "state": lambda p, f: p.state, "start": lambda p, f: p.state,
    "regressor": lambda p, f: p.regressor, "base": lambda p, f: p.base, "data": lambda p, f: p.dataset, "observation": lambda p, f: p.observation,
    "model": lambda p, f: p.model, "prior": lambda p, f: p.prior, "car": lambda p, f: p.car, "history": lambda p, f: p.run, "run": lambda p, f: p.run,
    "log": lambda p, f: p.log, "readings": lambda p, f: {"angle": 0.3}, "path": lambda p, f: f / "out.nc", "folder": lambda p, f: f,
    "duration": 0.02, "motion": lambda p, f: {"A": biela.sine(0.1, period=1.0), "P": 0.0}, "frame": "link", "name": "n", "names": lambda p, f: ("a", "b", "c"),
    "mass": 1.0, "size": (1.0, 1.0, 1.0), "radius": 1.0, "length": 1.0, "inner_radius": 0.5, "outer_radius": 1.0, "text": "name: x\n",
    "when": "A.angle", "make": lambda p, f: (lambda: p.m), "begin": lambda p, f: (lambda m: p.state), "value": 1.0, "amplitude": 1.0, "after": 1.0,
    "t": 0.0, "x": lambda p, f: p.state.x, "y": (1.0, 2.0), "signal": "A.angle", "rates": lambda p, f: {"A": 0.1}, "states": lambda p, f: {}, "number": 0,
    "key": "A.angle", "columns": lambda p, f: p.regressor.columns, "values": (1.0, 2.0, 3.0), "W": lambda p, f: p.observation.W[:, 0], "residuals": lambda p, f: np.arange(60.0),
    "trajectory": lambda p, f: identify.Fourier(2, 0.5), "limits": lambda p, f: identify.Limits((-1.0, 1.0)), "index": (1.0, 2.0, 3.0), "step": 0.01, "steps": 2,
    "speed": 10.0, "ratio": 2.0, "measures": "flow", "law": lambda p, f: (lambda s: 1.0), "margin": lambda p, f: (lambda s: 1.0), "rate": lambda p, f: (lambda s: 1.0),
    "effort": lambda p, f: (lambda q: q), "energy": lambda p, f: (lambda q: q * q / 2), "matrix": lambda p, f: np.eye(2), "function": lambda p, f: (lambda s: 1.0),
    "ranges": lambda p, f: {"A": (0.0, 1.0)}, "coordinate": 0, "section": "loads", "coefficients": (1.0, 2.0), "period": 1.0, "parent": "link", "child": "block",
    "a": "link", "b": "block", "at": "link", "joint": "A", "driver": "A", "driven": "P", "pinion": "A", "rack": "P", "sun": "link", "ring": "ground", "terms": lambda p, f: [("A", 1.0), ("P", 2.0)],
    "line": "link", "plane": "link", "point": "block", "wheel": "block", "blade": "block", "surface": lambda p, f: (lambda x, y, z: z), "lead": 0.1,
    "first": lambda p, f: (lambda x, y, z: z), "second": lambda p, f: (lambda x, y, z: x), "direction": (1.0, 0, 0), "a_direction": (1.0, 0, 0),
    "b_direction": (0, 1.0, 0), "axis": (0, 0, 1.0), "gravity": (0, 0, -1.0), "type": lambda p, f: biela.mechanism.joint.Revolute(), "parameter": "k",
    "share": 1.0, "network": lambda p, f: p.net, "element": lambda p, f: network.R("more", 1.0), "position": (0.0, 0.0, 0.0), "quantity": "force", "kind": "force",
    "junction": "one", "expose": "one", "port": "one", "truth": lambda p, f: p.model, "truth_prior": lambda p, f: p.prior, "inner": 0.1, "frequency": 1.0,
    "manoeuvre": "standing-start", "efforts": lambda p, f: np.zeros((3, 2)), "measured": lambda p, f: np.ones((4, 2)), "predicted": lambda p, f: np.ones((4, 2)),
    "q": lambda p, f: np.zeros((3, 2)), "v": lambda p, f: np.zeros((3, 2)), "lower": (-1.0, -1.0), "upper": (1.0, 1.0), "parameters": lambda p, f: p.regressor.values,
    "travel": (0.0, 0.01), "sigma": 0.1, "stiffness": 100.0, "width": 1.0, "density": 1800.0, "cohesion": 1e4, "friction_angle": 0.5, "outputs": ("A.angle",),
    "inputs": lambda p, f: {}, "samples": 5, "seed": 1, "weights": (1.0, 1.0), "where": "one", "case": lambda p, f: p.case, "curve": lambda p, f: (lambda x: x), "part": slice(0, 1), "points": lambda p, f: p.points, "spring": lambda p, f: vehicle.SuspensionSpring(20e3), "masses": lambda p, f: vehicle.wishbone.Masses(),
    "body": lambda p, f: p.m.bodies["link"],
    "tool_friction": 0.3, "start_time": 0.0, "cutoff": 10.0, "factor": 2, "begin_time": 0.0, "end": 1.0, "units": lambda p, f: {}, "changes": (), "signals": ("A.angle",), "unit": "m",
}  # fmt: skip
"""Good arguments by the name of the parameter."""
GOOD: dict[str, dict[str, Any]] = {
    "mechanism.motion.table": {"x": (0.0, 1.0), "y": (0.0, 1.0)}, "mechanism.motion.spline": {"t": (0.0, 1.0, 2.0), "y": (0.0, 1.0, 2.0)},
    "mechanism.motion.sine": {"period": 1.0}, "mechanism.motion.trapezoid": {"duration": 1.0, "speed": 2.0}, "mechanism.motion.pose": {"x": 0.0},
    "mechanism.motion.fourier": {"cosines": (1.0,)}, "network.C": {"capacity": 1.0}, "network.I": {"inertia": 1.0}, "network.R": {"resistance": 1.0},
    "network.MR": {"resistance": 1.0}, "network.CField": {"matrix": lambda p, f: np.eye(1)}, "network.IField": {"matrix": lambda p, f: np.eye(1)},
    "network.RField": {"matrix": lambda p, f: np.eye(1)}, "network.Domain": {"effort": "N", "flow": "m/s", "momentum": "N*s", "displacement": "m"},
    "network.Rule": {"when": lambda p, f: (lambda s: 1.0), "to": 1},
    "biela.inverse_dynamics": {"samples": 5}, "Mechanism.inverse_dynamics": {"samples": 5}, "biela.branches": {"starts": 2}, "Mechanism.branches": {"starts": 2},
    "biela.equilibria": {"starts": 1}, "Mechanism.equilibria": {"starts": 1}, "network.Junction": {}, "biela.load": {"path": lambda p, f: _result(p, f)}, "files.read": {"path": lambda p, f: _file(p, f)},
    "biela.read": {"path": lambda p, f: _file(p, f)}, "biela.loads": {"text": lambda p, f: files.dumps(p.m)}, "files.loads": {"text": lambda p, f: files.dumps(p.m)},
    "files.from_result": {"path": lambda p, f: _result(p, f)}, "biela.save": {"path": lambda p, f: f / "m.yaml"}, "files.save": {"path": lambda p, f: f / "m.yaml"},
    "simulation.load": {"path": lambda p, f: _result(p, f)}, "identify.read_data": {"path": lambda p, f: _table(f)}, "library.get": {"name": "four-bar"},
    "identify.whiteness": {"lags": 5, "residuals": lambda p, f: np.ones((60, 1))}, "vehicle.run_manoeuvre": {"name": "n"}, "vehicle.sweep": {"travel": (-0.01, 0.0, 0.01), "m": lambda p, f: vehicle.suspension_rig(p.points, vehicle.SuspensionSpring(20e3))},
    "vehicle.double_wishbone": {"m": lambda p, f: p.m, "chassis": lambda p, f: p.m.ground, "rack": lambda p, f: p.m.bodies["block"], "left": True},
    "vehicle.add_tyre": {"mechanism": lambda p, f: p.wheel()[0], "tyre": lambda p, f: p.wheel()[1]}, "identify.check_mass_matrix": {"parameters": lambda p, f: p.regressor.nominal, "poses": 10},
    "identify.design_excitation": {"samples": 20, "starts": 1, "runs": 1, "iterations": 2}, "identify.identify": {"confirm": False}, "network.Position": {}, "History.save": {"path": lambda p, f: f / "run.nc"}, "Mechanism.wrench": {"at": "link"},
    "Mechanism.remove": {"name": "motor"}, "Mechanism.parameter": {"name": "g", "value": 1.0}, "Mechanism.drive": {"motion": 1.0}, "Mechanism.draw": {"name": "link"},
    "Mechanism.schedule": {"share": 1.0}, "Mechanism.attach": {}, "Mechanism.pressure_sensor": {"signal": "a.pressure"}, "Mechanism.flow_sensor": {"signal": "a.flow"},
    "Mechanism.gauge": {"signal": "A.angle"}, "Mechanism.planetary": {"carrier": "block"}, "State.at": {"t": 0.1}, "identify.numeric_base": {"method": "qr"},
    "biela.sine": {"period": 1.0}, "biela.table": {"x": (0.0, 1.0), "y": (0.0, 1.0)}, "biela.inverse_kinematics": {"position": (0.1, 0.0, 0.0), "frame": "block"},
    "Mechanism.inverse_kinematics": {"position": (0.1, 0.0, 0.0), "frame": "block"}, "Batch.state": {"machine": 0}, "Batch.history": {"machine": 0},
    "Batch.__getitem__": {"name": "A.angle"}, "State.__getitem__": {"name": "A.angle"}, "History.__getitem__": {"name": "A.angle"}, "History.unit": {"name": "A.angle"},
    "Dataset.__getitem__": {"name": "A"}, "Dataset.differentiated": {"name": "A"}, "Dataset.between": {"start": 0.1, "end": 0.9}, "Log.__getitem__": {"name": "angle"},
    "Log.columns": {"names": ("angle",)}, "Regressor.matrix": {"motion": lambda p, f: p.motion}, "Regressor.model": {"motion": lambda p, f: p.motion}, "Regressor.predict": {"motion": lambda p, f: p.motion},
    "Regressor.efforts": {"motion": lambda p, f: p.motion, "inputs": lambda p, f: {"motor": np.zeros(5), "pusher": np.zeros(5)}}, "Log.read": {"path": lambda p, f: _table(f)},
    "Regressor.motion": {"q": lambda p, f: np.zeros((3, 2)), "v": lambda p, f: np.zeros((3, 2)), "a": lambda p, f: np.zeros((3, 2))}, "Regressor.at": {"parameters": lambda p, f: {}},
    "Model.entry": {"name": "A"}, "Model.kernel": {"name": "close"}, **dict.fromkeys(("Model.closed", "Model.measured", "Model.measured_linear", "Model.state", "Model.values"), {"x": lambda p, f: p.model.about.x, "p": lambda p, f: p.model.p, "u": lambda p, f: p.model.u}),
    "Model.innovation": {"z": lambda p, f: np.zeros(len(p.model.channels)), "y": lambda p, f: np.zeros(len(p.model.channels))}, "Regressor.tree": {"motion": lambda p, f: p.motion},
    "Regressor.projected": {"motion": lambda p, f: p.motion, "tree": lambda p, f: p.regressor.tree(p.motion)}, "Regressor.linear_in": {"dynamics": lambda p, f: p.regressor.functions.dynamics},
    "Network.ends": {"where": lambda p, f: next(iter(p.net.components)), "default_port": lambda p, f: None}, "Network.flat": {"connected": lambda p, f: {}}, "State.with_states": {"values": lambda p, f: {}}, "State.with_rates": {"rates": lambda p, f: {"A": 0.1}}, "Log.of": {"t": (0.0, 1.0), "readings": lambda p, f: {"a": (1.0, 2.0)}},
    "Network.add_at": {"junction": "one"}, "Network.attach_to": {"mechanism": lambda p, f: p.machine()}, "Observation.only": {"names": ("a", "b")}, "Observation.condition": {"scaled": True},
    "Network.simulate": {"duration": 0.02}, "Network.parameter": {"name": "g", "value": 1.0}, "estimate.half_turn": {},
    "biela.sweep": {"vary": {"simulation.rtol": "1e-6,1e-7"}, "measures": ("max(A.angle)",), "samples": None}, "Observation.reweighted": {"weights": lambda p, f: np.ones((20, 2))},
    "Observation.part": {"samples": slice(0, 2)}, "History.report": {"path": lambda p, f: f / "run.html"}, "History.plot": {"path": lambda p, f: f / "run.png"},
    "study.open_sweep": {"folder": lambda p, f: p.folder / "study"}, "Mesh.solid": {"density": 1000.0}, "mechanism.mesh.Mesh": {"file": lambda p, f: str(p.folder / "box.stl")},
    "Sweep.case": {"sample": 0}, "Sweep.evaluate": {"expression": "2*peak"}, "Sweep.probability": {"condition": "peak > 0"}, "Sweep.summary": {"name": "peak"},
    "Network.connect": {"tail": "one", "head": "mass"}, "Sweep.convergence": {"name": "peak"}, "Sweep.__getitem__": {"name": "peak"},
}  # fmt: skip
"""Good arguments of single calls, where the name alone does not tell."""
LEFT_OUT = {
    "biela.History", "simulation.History", "simulation.Batch", "simulation.Equilibrium", "identify.Estimate", "identify.Excitation", "identify.Identification", "identify.Structure",
    "identify.Transfer", "identify.BaseSet", "identify.ConsistentMotion", "estimate.Estimate", "estimate.Track", "estimate.Trial", "network.Wish", "files.Problem", "files.FileError",
    "study.Measure", "study.Samples", "study.Study", "study.Sweep", "biela.element", "network.Storage", "network.Law", "estimate.Estimator", "vehicle.follow_path", "vehicle.directional_modes", "vehicle.top_speed",
}  # fmt: skip
"""Results, which the package makes itself; what classes are derived from; and drives that take minutes."""


EXAMPLES: dict[str, Callable[[Pantry], Any]] = {
    "vehicle.Axle": lambda p: p.car.front, "vehicle.Chassis": lambda p: p.car.chassis, "vehicle.Car": lambda p: p.car, "vehicle.Engine": lambda p: p.car.engine,
    "vehicle.Gearbox": lambda p: p.car.gearbox, "vehicle.TyreData": lambda p: p.car.tyre, "vehicle.Bump": lambda p: vehicle.Bump(1.0, 1.0, 0.1),
    "vehicle.DamperCurve": lambda p: vehicle.DamperCurve((0.0, 1.0), (0.0, 1.0)), "vehicle.HeightTable": lambda p: vehicle.HeightTable((0.0, 1.0), (0.0, 0.1)),
    "vehicle.SpeedControl": lambda p: vehicle.SpeedControl(10.0), "identify.Observation": lambda p: p.observation, "identify.Dataset": lambda p: p.dataset,
    "estimate.Log": lambda p: p.log, "vehicle.PathFollower": lambda p: vehicle.PathFollower((0.0, 1.0, 2.0), (0.0, 0.0, 1.0)),
    "vehicle.HardPoints": lambda p: p.points, "vehicle.Tyre": lambda p: p.wheel()[1], "vehicle.Manoeuvre": lambda p: vehicle.MANOEUVRES["standing-start"],
    "vehicle.LinearSlipAngle": lambda p: vehicle.LinearSlipAngle(10.0),
}  # fmt: skip
"""Objects whose own data are good arguments for their class."""
INSIDE = ("call", "function", "is_motion", "jumps", "sampled", "warn_of_jumps")
"""Functions of the motions that other rooms use."""


INNER = {"History.show", "Filter.correct", "Filter.propagate", "Filter.restore"}
"""What opens a browser; and what a filter must provide, which `Estimator` calls after its own checks: users call predict, update and
step."""


def _stock(pantry: Pantry, folder: Path, call: str, name: str) -> Any:
    if name not in STOCK:
        raise Missing(f"{call}: no good argument is known for {name!r}: add it to STOCK or GOOD")
    value = STOCK[name]
    return value(pantry, folder) if callable(value) else value


def _file(pantry: Pantry, folder: Path) -> Path:
    return biela.save(pantry.m, folder / "small.yaml")


def _result(pantry: Pantry, folder: Path) -> Path:
    path = folder / "small.nc"
    pantry.run.save(path)
    return path


def _table(folder: Path) -> Path:
    path = folder / "table.csv"
    path.write_text("time,A\n0,1\n1,2\n", "utf-8")
    return path


def _signature(thing: Any) -> inspect.Signature:
    """The parameters of a call; those of the class above where a class hands all of them on."""
    found = inspect.signature(thing)
    handed = inspect.isclass(thing) and all(
        p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in found.parameters.values()
    )
    return _signature(thing.__mro__[1]) if handed and found.parameters else found


@cache
def pantry() -> Pantry:
    """The one pantry of a process."""
    return Pantry()


def calls() -> Iterator[Call]:
    """All public calls."""
    seen: set[int] = set()
    rooms = {
        "biela": biela, "mechanism": mechanism, "mechanism.motion": motion, "network": network, "simulation": simulation, "identify": identify,
        "estimate": estimate, "vehicle": vehicle, "files": files, "library": library, "lie.inertia": inertia, "study": study,
    }  # fmt: skip
    for room, module in rooms.items():
        names = getattr(module, "__all__", None) or [n for n in vars(module) if n[0].islower() and n != "annotations"]
        for name in sorted(names):
            thing, label = getattr(module, name), f"{room}.{name}"
            own = str(getattr(thing, "__module__", "")).startswith("biela")
            error = inspect.isclass(thing) and issubclass(thing, Exception)
            if not callable(thing) or not own or id(thing) in seen or label in LEFT_OUT or error:
                continue
            if room == "mechanism.motion" and (name[0].isupper() or name in INSIDE):
                continue
            if (
                room == "library"
                and name != "get"
                or room == "lie.inertia"
                and not thing.__module__.endswith("inertia")
            ):
                continue
            seen.add(id(thing))
            yield Call(label, _signature(thing), lambda thing=thing: thing)
    yield Call("mechanism.mesh.Mesh", _signature(Mesh), lambda: Mesh)
    subjects: dict[str, Callable[[], Any]] = {
        "Mechanism": Pantry.machine, "State": lambda: pantry().state, "History": lambda: pantry().run, "Batch": lambda: pantry().batch, "Case": lambda: pantry().case,
        "Network": lambda: Pantry().net, "Dataset": lambda: pantry().dataset, "Log": lambda: pantry().log, "Model": lambda: pantry().model, "Filter": lambda: pantry().filter,
        "Regressor": lambda: pantry().regressor, "Observation": lambda: pantry().observation, "Body": lambda: Pantry.machine().bodies["link"],
        "Sweep": lambda: pantry().sweep, "Mesh": lambda: pantry().mesh,
    }  # fmt: skip
    for label, make in subjects.items():
        kind = type(make())
        for name, member in inspect.getmembers(kind):
            special = name in ("__getitem__",)
            if (name.startswith("_") and not special) or f"{label}.{name}" in INNER or not callable(member):
                continue
            found = inspect.signature(getattr(make(), name))
            if found.parameters:
                yield Call(f"{label}.{name}", found, lambda make=make, name=name: getattr(make(), name))
