"""Good arguments for every public call of biela: a small machine with a loop, its states and results, a car, measurements."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from originals import FMU, archive

import biela
from biela import estimate, files, identify, library, network, simulation, study, vehicle
from biela.lie import Pose, SpatialInertia
from biela.mechanism.mesh import Mesh


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
    def open(self) -> biela.Mechanism:
        """A machine that can still be changed."""
        return self.machine()

    @cached_property
    def rolling(self) -> tuple[biela.Mechanism, vehicle.Tyre]:
        return self.wheel()

    @cached_property
    def sine(self) -> Any:
        return biela.sine(0.1, period=1.0)

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
    def track(self) -> estimate.Track:
        return estimate.ParticleFilter(self.model, self.prior, estimate.ProcessNoise(0.1), particles=10).run(self.log)

    @cached_property
    def recorded(self) -> dict[str, Any]:
        from biela.report.cloud import filter_with_cloud

        filter = estimate.ParticleFilter(self.model, self.prior, estimate.ProcessNoise(0.1), particles=10)
        return filter_with_cloud(filter, self.log)

    @cached_property
    def figure(self) -> Any:
        from biela.report.style import new_figure

        return new_figure(3.0, 2.0)

    @cached_property
    def trials(self) -> Any:
        from biela.study.trials import Trials, each

        return Trials(each(lambda value, rng: {"a": value}), ("a",), (1.0,), tries=2)

    @cached_property
    def rows(self) -> Any:
        from biela.study.filters import FilterStudy

        return FilterStudy(lambda value: self.experiment, (1.0,), tries=1).run()

    @cached_property
    def estimate(self) -> identify.Estimate:
        return identify.estimate(self.observation)

    @cached_property
    def digger(self) -> biela.State:
        """An excavator on its tracks."""
        return library.excavator.pose(library.excavator.mechanism())

    def particle_filter(self) -> estimate.ParticleFilter:
        return estimate.ParticleFilter(self.model, self.prior, estimate.ProcessNoise(0.1), particles=10)

    @cached_property
    def linear(self) -> Any:
        """A mass on a spring with an input force, as a linear model."""
        net = biela.Network("net")
        net.add(network.One("one"), network.I("mass", 2.0), network.C("spring", 0.5), network.Se("force"))
        for name in ("mass", "spring"):
            net.connect("one", name)
        net.connect("force", "one")
        return net.linearise(outputs=["mass.flow"])

    def fresh_filter(self) -> estimate.Estimator:
        return estimate.UnscentedKalmanFilter(self.model, self.prior, estimate.ProcessNoise(0.1))

    @cached_property
    def experiment(self) -> estimate.Experiment:
        return estimate.Experiment(self.model, self.prior, lambda model, rng: self.fresh_filter(), step=0.01, steps=2)

    @cached_property
    def symbol(self) -> Any:
        import casadi

        return casadi.SX.sym("x")

    @cached_property
    def full_observation(self) -> identify.Observation:
        return identify.observe(self.regressor, self.motion, np.arange(10.0).reshape(5, 2))

    @cached_property
    def drive(self) -> biela.History:
        """A car that rolls for a moment."""
        m = self.car.build()
        return m.simulate(self.car.start(m, 10.0), 0.02)

    @cached_property
    def log(self) -> estimate.Log:
        return estimate.Log(np.array([0.0, 0.01]), ("angle",), np.array([[0.3], [0.3]]))

    @cached_property
    def folder(self) -> Path:
        """The folder of a sweep that is done, and of a mesh."""
        import trimesh

        place = Path(self._place.name)
        biela.sweep(
            self.case, {"link.mass": [1.0, 2.0]}, ["peak = max(A.angle)"], series=["A.angle"], points=5, out=place / "study"
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


@cache
def pantry() -> Pantry:
    """The one pantry of a process."""
    return Pantry()


def _file(pantry: Pantry, folder: Path) -> Path:
    return biela.save(pantry.m, folder / "small.yaml")


def _result(pantry: Pantry, folder: Path) -> Path:
    path = folder / "small.nc"
    pantry.run.save(path)
    return path


def _fmu(folder: Path) -> str:
    path = folder / "motor.fmu"
    path.write_bytes(archive(FMU.encode()))
    return str(path)


def _elements(folder: Path) -> Path:
    path = folder / "elements.py"
    path.write_text("", "utf-8")
    return path


def _table(folder: Path) -> Path:
    path = folder / "table.csv"
    path.write_text("time,A\n0,1\n1,2\n", "utf-8")
    return path


STOCK: dict[str, Any] = {
    "mechanism": lambda p, f: p.m, "machine": lambda p, f: p.m, "state": lambda p, f: p.state, "regressor": lambda p, f: p.regressor, "base": lambda p, f: p.base,
    "data": lambda p, f: p.dataset, "observation": lambda p, f: p.observation, "model": lambda p, f: p.model, "prior": lambda p, f: p.prior, "car": lambda p, f: p.car,
    "history": lambda p, f: p.run, "run": lambda p, f: p.run, "log": lambda p, f: p.log, "readings": lambda p, f: {"angle": 0.3}, "path": lambda p, f: f / "out.nc",
    "duration": 0.02, "motion": lambda p, f: {"A": biela.sine(0.1, period=1.0), "P": 0.0}, "frame": "link", "name": "n", "names": lambda p, f: ("a", "b", "c"), "mass": 1.0,
    "size": (1.0, 1.0, 1.0), "radius": 1.0, "length": 1.0, "inner_radius": 0.5, "outer_radius": 1.0, "text": "name: x\n", "when": "A.angle",
    "begin": lambda p, f: (lambda m: p.state), "value": 1.0, "amplitude": 1.0, "after": 1.0, "t": 0.0, "x": lambda p, f: p.state.x, "y": (1.0, 2.0), "signal": "A.angle",
    "columns": lambda p, f: p.regressor.columns, "values": (1.0, 2.0, 3.0), "W": lambda p, f: p.observation.W[:, 0], "trajectory": lambda p, f: identify.Fourier(2, 0.5),
    "limits": lambda p, f: identify.Limits((-1.0, 1.0)), "index": (1.0, 2.0, 3.0), "step": 0.01, "steps": 2, "speed": 10.0, "ratio": 2.0, "measures": "flow",
    "law": lambda p, f: (lambda s: 1.0), "margin": lambda p, f: (lambda s: 1.0), "rate": lambda p, f: (lambda s: 1.0), "effort": lambda p, f: (lambda q: q),
    "energy": lambda p, f: (lambda q: q * q / 2), "matrix": lambda p, f: np.eye(2), "function": lambda p, f: (lambda s: 1.0), "ranges": lambda p, f: {"A": (0.0, 1.0)},
    "coordinate": 0, "period": 1.0, "parent": "link", "child": "block", "a": "link", "b": "block", "at": "link", "joint": "A", "driver": "A", "driven": "P", "pinion": "A",
    "rack": "P", "terms": lambda p, f: [("A", 1.0), ("P", 2.0)], "plane": "link", "point": "block", "wheel": "block", "blade": "block",
    "surface": lambda p, f: (lambda x, y, z: z), "lead": 0.1, "first": lambda p, f: (lambda x, y, z: z), "second": lambda p, f: (lambda x, y, z: x), "direction": (1.0, 0, 0),
    "a_direction": (1.0, 0, 0), "b_direction": (0, 1.0, 0), "axis": (0, 0, 1.0), "gravity": (0, 0, -1.0), "type": lambda p, f: biela.mechanism.joint.Revolute(),
    "parameter": "k", "network": lambda p, f: p.net, "position": (0.0, 0.0, 0.0), "kind": "force", "truth": lambda p, f: p.model, "truth_prior": lambda p, f: p.prior,
    "frequency": 1.0, "manoeuvre": "standing-start", "measured": lambda p, f: np.ones((4, 2)), "predicted": lambda p, f: np.ones((4, 2)), "q": lambda p, f: np.zeros((3, 2)),
    "v": lambda p, f: np.zeros((3, 2)), "lower": (-1.0, -1.0), "upper": (1.0, 1.0), "stiffness": 100.0, "width": 1.0, "density": 1800.0, "cohesion": 1e4, "friction_angle": 0.5,
    "inputs": lambda p, f: {}, "samples": 5, "seed": 1, "weights": (1.0, 1.0), "where": "one", "case": lambda p, f: p.case, "curve": lambda p, f: (lambda x: x),
    "part": slice(0, 1), "points": lambda p, f: p.points, "spring": lambda p, f: vehicle.SuspensionSpring(20e3), "masses": lambda p, f: vehicle.wishbone.Masses(),
    "tool_friction": 0.3, "factor": 2, "end": 1.0, "signals": ("A.angle",), "unit": "m", "other": 2.0, "divisor": 2.0, "f": lambda p, f: biela.sine(0.1, period=1.0),
    "rng": lambda p, f: np.random.default_rng(1), "generators": lambda p, f: [np.random.default_rng(1)], "V": np.arange(6.0), "F": np.arange(6.0), "V_P": np.arange(6.0),
    "V_C": np.arange(6.0), "F_P": np.arange(6.0), "F_C": np.arange(6.0), "xi": np.arange(6.0) / 10, "w": (0.1, 0.2, 0.3), "w_body": (0.1, 0.2, 0.3), "R": np.eye(3),
    "angle": 0.3, "angles": (0.1, 0.2, 0.3), "skew": np.zeros((3, 3)), "matrix_4x4": np.zeros((4, 4)), "T": np.eye(4), "com": (0.1, 0.0, 0.0), "tensor": np.eye(3),
    "u_m": (0.0, 0.0, 1.0), "rotation": np.eye(3), "inertia": 2.0, "pressure": 1e6, "bore": 0.05, "displacement": 1e-5, "capacity": 1e-12, "charge_pressure": 2e6,
    "low_pressure": 1e6, "gradient": 1e-9, "setting": 1e7, "volume": 1e-3, "precharge": 1e6, "diameter": 0.05, "thickness": 0.005, "efficiency": 0.9, "conductance": 1e-10,
    "reference": 0.0, "kp": 1.0, "kd": 1.0, "gain": 1.0, "time_constant": 0.1, "flow": 1e-4, "friction": 0.1, "damping": 1.0, "offset": (0.1, 0.0, 0.0), "free_length": 1.0,
    "gap": (0.1, 0.0, 0.0), "slip": 0.1, "slip_angle": 0.1, "load": 3000.0, "v_x": 10.0, "pedal": 0.5, "gear": 1, "drop": 1e5, "frequencies": (0.5, 2.0),
    "trial": lambda p, f: (lambda value, rng: {"a": value}), "rolling": 10.0, "along": 1.0, "across": 1.0, "rates": (0.0, 0.0), "deflection": (0.001, 0.001), "moment": (0.0, 0.0, 1.0), "hoses": (1.0, 1.0, 1.0),
    "pressures": (1e5, 1e5), "gains": (1.0, 1.0), "extension": 0.5, "numbers": (0,), "recorded": lambda p, f: p.recorded, "figure": lambda p, f: p.figure,
    "rows": lambda p, f: p.rows, "trials": lambda p, f: p.trials, "track": lambda p, f: p.track, "source": lambda p, f: p.state, "message": "wrong", "line": 3, "level": 0,
    "rod": 0.03, "stroke": 0.5, "u_n": (1.0, 0.0, 0.0), "hint": 0.2, "force": (0.0, 0.0, 1.0), "angular_velocity": (0.0, 0.0, 0.0), "velocity": (0.0, 0.0, 0.0), "rank": 1,
    "gives": ("a",), "v_y": 0.1, "spin": 1.0, "dependent": lambda p, f: list(p.base.dependent)[:1], "options": lambda p, f: {}, "more": ("a",),
}  # fmt: skip
"""Good arguments by the name of the parameter."""
GOOD: dict[str, dict[str, Any]] = {
    "mechanism.motion.table": {"x": (0.0, 1.0), "y": (0.0, 1.0)}, "mechanism.motion.spline": {"t": (0.0, 1.0, 2.0), "y": (0.0, 1.0, 2.0)},
    "mechanism.motion.sine": {"period": 1.0}, "mechanism.motion.trapezoid": {"duration": 1.0, "speed": 2.0}, "mechanism.motion.pose": {"x": 0.0},
    "mechanism.motion.fourier": {"cosines": (1.0,)}, "network.Domain": {"effort": "N", "flow": "m/s", "momentum": "N*s", "displacement": "m"},
    "files.read": {"path": lambda p, f: _file(p, f)}, "files.loads": {"text": lambda p, f: files.dumps(p.m)}, "files.from_result": {"path": lambda p, f: _result(p, f)},
    "files.save": {"path": lambda p, f: f / "m.yaml"}, "files.load": {"path": lambda p, f: _result(p, f)}, "identify.read_data": {"path": lambda p, f: _table(f)},
    "library.get": {"name": "four-bar"}, "identify.whiteness": {"lags": 5, "residuals": lambda p, f: np.ones((60, 1))},
    "vehicle.sweep": {"travel": (-0.01, 0.0, 0.01), "m": lambda p, f: vehicle.suspension_rig(p.points, vehicle.SuspensionSpring(20e3))},
    "identify.check_mass_matrix": {"parameters": lambda p, f: p.regressor.nominal, "poses": 10},
    "identify.design_excitation": {"samples": 20, "starts": 1, "runs": 1, "iterations": 2}, "identify.identify": {"confirm": False},
    "History.save": {"path": lambda p, f: f / "run.nc"}, "Mechanism.wrench": {"at": "link"}, "Mechanism.remove": {"name": "motor"},
    "Mechanism.parameter": {"name": "g", "value": 1.0}, "Mechanism.drive": {"motion": 1.0}, "Mechanism.draw": {"name": "link"}, "Mechanism.schedule": {"share": 1.0},
    "Mechanism.attach": {}, "Mechanism.pressure_sensor": {"signal": "a.pressure"}, "Mechanism.flow_sensor": {"signal": "a.flow"}, "State.at": {"t": 0.1},
    "identify.numeric_base": {"method": "qr"}, "Mechanism.inverse_kinematics": {"position": (0.1, 0.0, 0.0), "frame": "block"}, "biela.inverse_kinematics": {"position": (0.1, 0.0, 0.0), "frame": "block"}, "Batch.state": {"machine": 0},
    "Batch.history": {"machine": 0}, "Batch.__getitem__": {"name": "A.angle"}, "State.__getitem__": {"name": "A.angle"}, "History.__getitem__": {"name": "A.angle"},
    "History.unit": {"name": "A.angle"}, "Dataset.__getitem__": {"name": "A"}, "Dataset.differentiated": {"name": "A"}, "Dataset.between": {"start": 0.1, "end": 0.9},
    "Log.__getitem__": {"name": "angle"}, "Log.columns": {"names": ("angle",)}, "Regressor.matrix": {"motion": lambda p, f: p.motion},
    "Regressor.independent": {"motion": lambda p, f: p.motion}, "Regressor.model": {"motion": lambda p, f: p.motion}, "Regressor.predict": {"motion": lambda p, f: p.motion},
    "Regressor.efforts": {"motion": lambda p, f: p.motion, "inputs": lambda p, f: {"motor": np.zeros(5), "pusher": np.zeros(5)}}, "Log.read": {"path": lambda p, f: _table(f)},
    "Regressor.motion": {"q": lambda p, f: np.zeros((3, 2)), "v": lambda p, f: np.zeros((3, 2)), "a": lambda p, f: np.zeros((3, 2))},
    "Regressor.at": {"parameters": lambda p, f: {}}, "Model.entry": {"name": "A"}, "Model.kernel": {"name": "close"},
    **dict.fromkeys(("Model.closed", "Model.measured", "Model.measured_linear", "Model.state", "Model.values"), {"x": lambda p, f: p.model.about.x, "p": lambda p, f: p.model.p, "u": lambda p, f: p.model.u}),
    "Model.innovation": {"z": lambda p, f: np.zeros(len(p.model.channels)), "y": lambda p, f: np.zeros(len(p.model.channels))},
    "Regressor.tree": {"motion": lambda p, f: p.motion}, "Regressor.projected": {"motion": lambda p, f: p.motion, "tree": lambda p, f: p.regressor.tree(p.motion)},
    "Regressor.linear_in": {"dynamics": lambda p, f: p.regressor.functions.dynamics},
    "Network.ends": {"where": lambda p, f: next(iter(p.net.components)), "default_port": lambda p, f: None}, "Network.flat": {"connected": lambda p, f: {}},
    "State.with_states": {"values": lambda p, f: {}}, "State.with_rates": {"rates": lambda p, f: {"A": 0.1}},
    "Log.of": {"t": (0.0, 1.0), "readings": lambda p, f: {"a": (1.0, 2.0)}}, "Network.attach_to": {"mechanism": lambda p, f: p.machine()},
    "Observation.only": {"names": ("a", "b")}, "Observation.condition": {"scaled": True}, "Network.simulate": {"duration": 0.02},
    "Network.parameter": {"name": "g", "value": 1.0}, "estimate.half_turn": {}, "Observation.reweighted": {"weights": lambda p, f: np.ones((20, 2))},
    "Observation.part": {"samples": slice(0, 2)}, "History.report": {"path": lambda p, f: f / "run.html"}, "History.plot": {"path": lambda p, f: f / "run.png"},
    "study.open_sweep": {"folder": lambda p, f: p.folder / "study"}, "Mesh.solid": {"density": 1000.0}, "Sweep.case": {"sample": 0}, "Sweep.evaluate": {"expression": "2*peak"},
    "Sweep.probability": {"condition": "peak > 0"}, "Sweep.summary": {"name": "peak"}, "Network.connect": {"tail": "one", "head": "mass"}, "Sweep.convergence": {"name": "peak"},
    "Sweep.__getitem__": {"name": "peak"}, "Mechanism.point_on_line": {"line": "link"},
    **{f"lie.quaternion.{n}": {"q": (1.0, 0.0, 0.0, 0.0), "p": (1.0, 0.0, 0.0, 0.0)} for n in ("conjugate", "log", "normalise", "product", "rate", "to_matrix")},
    **{f"lie.array.{n}": {"x": 1.0, "y": 2.0} for n in ("atan2", "cos", "exp", "fabs", "fmax", "fmin", "log", "sign", "sin", "sqrt", "tanh")},
    **{f"lie.array.{n}": {"a": (1.0, 0.0, 0.0), "b": (0.0, 1.0, 0.0)} for n in ("cross", "dot", "outer")}, "lie.so3.hat": {"a": (1.0, 2.0, 3.0)},
    "lie.so3.about": {"axis": (0.0, 0.0, 1.0)}, "Pose.__matmul__": {"other": lambda p, f: Pose.identity()}, "element.record": {"build": lambda p, f: vehicle.Masses},
    "element.records": {"build": lambda p, f: vehicle.Masses}, "element.use": {"path": lambda p, f: _elements(f)}, "estimate.make_filter": {"name": "extended"},
    "estimate.sensor_model.read": {"t": (0.0, 0.1), "signals": lambda p, f: np.zeros((2, 1))}, "estimate.statistics.credible_interval": {"weights": (0.5, 0.3, 0.2)},
    "estimate.statistics.modes": {"weights": (0.5, 0.3, 0.2)},
    "estimate.Trial": {"number": 0, "t": np.linspace(0, 1, 3), "error": np.full((3, 4), 0.1), "spread": np.full((3, 4), 0.1)},
    "identify.infeasible_bodies": {"values": lambda p, f: p.regressor.nominal}, "identify.observe": {"motion": lambda p, f: p.motion, "efforts": lambda p, f: np.zeros((5, 2))},
    "identify.simulate_measurement": {"t": lambda p, f: np.linspace(0, 1, 3), "a": lambda p, f: np.zeros((3, 2))}, "mechanism.motion.function": {"x": 1.0, "what": "a motion"},
    "network.hydraulic.effective_bulk_modulus": {"parts": ((1e-3, 1e9),)}, "network.hydraulic.Spool": {"time_constant": 0.1}, "network.element.CField": {"matrix": np.eye(1)},
    "network.element.IField": {"matrix": np.eye(1)}, "network.element.RField": {"matrix": np.eye(1)}, "network.element.Compression": {"capacity": 1.0},
    "network.element.Wish": {"dictated": True},
    **{f"network.hydraulic.{n}": {"diameter": 1e-3} for n in ("orifice", "compensated_valve", "compensator", "directional_valve", "pilot_check_valve")},
    "network.hydraulic.check_valve": {"conductance": 1e-9}, "network.hydraulic.laminar_restrictor": {"conductance": 1e-9},
    **{f"network.control.{n}": {"rate": 0.0, "measured": 0.0, "position": 0.0} for n in ("pd", "pid", "time_delay", "velocity_control", "lever")},
    "network.control.rate_limiter": {"rate": 1.0}, "network.spatial.joint": {"kind": "revolute"}, "network.spatial.body": {"inertia": (1.0, 1.0, 1.0)},
    "network.spatial.rigid_body": {"inertia": (1.0, 1.0, 1.0)}, "network.spatial.elastic_joint": {"stiffness": (1.0,) * 6},
    "report.cloud.write_cloud": {"path": lambda p, f: f / "cloud.html"}, "report.study.plot_study": {"path": lambda p, f: f / "study.png"},
    "report.style.save_figure": {"path": lambda p, f: f / "figure.png"}, "simulation.inverse_kinematics.pose_branches": {"position": (0.1, 0.0, 0.0), "frame": "block"},
    "study.sweep": {"vary": {"simulation.rtol": "1e-6,1e-7"}, "measures": ("max(A.angle)",), "samples": None}, "vehicle.DamperCurve": {"speed": (0.0, 1.0), "force": (0.0, 1.0)},
    "vehicle.HeightTable": {"x": (0.0, 1.0), "z": (0.0, 0.1)}, "vehicle.PathFollower": {"x": (0.0, 1.0, 2.0), "y": (0.0, 0.0, 1.0)}, "vehicle.SpeedControl": {"target": 10.0},
    "vehicle.tyre.LinearSlipAngle": {"coefficient": 10.0},
    "vehicle.tyre.Tyre": {"frame": lambda p, f: p.wheel()[0].bodies["wheel"].origin, "rolling_radius": 0.26, "radius": 0.27, "stiffness": 150e3},
    "vehicle.tyre.add_tyre": {"mechanism": lambda p, f: p.rolling[0], "tyre": lambda p, f: p.rolling[1]},
    "Mechanism.contact": {"law": lambda p, f: vehicle.Aerodynamics("air", "link", drag_area=1.0)}, "Mechanism.rod": {"length": 1.0}, "Mechanism.stop": {"lower": 0.0},
    "Mechanism.gauge": {"signals": ("A.angle",)}, "Network.add": {"components": lambda p, f: (network.R("more", 1.0),)},
    "Network.add_at": {"junction": "one", "components": lambda p, f: (network.R("more", 1.0),)}, "vehicle.top_speed": {"history": lambda p, f: p.drive},
    "Car.start": {"m": lambda p, f: p.car.build()}, "Car.power": {"driver": lambda p, f: vehicle.Driver(), "start_speed": 100.0},
    **{f"{n}.then": {"other": lambda p, f: p.sine, "at": 1.0} for n in ("Sine", "Sum", "Scaled", "Polynomial", "Fourier", "Clock")},
    **{f"{n}.backwards": {"end": 1.0} for n in ("Sine", "Sum", "Scaled", "Polynomial", "Fourier", "Clock", "Sequence")},
    "Sequence.then": {"other": lambda p, f: p.sine, "at": 1.0}, "lie.twist.bracket": {"W": np.arange(6.0)}, "Pose.relative": {"other": lambda p, f: Pose.identity()},
    "SpatialInertia.__add__": {"other": lambda p, f: SpatialInertia.zero()}, "SpatialInertia.from_parameters": {"parameters": np.arange(1.0, 11.0)},
    "identify.feasible_estimate": {"observation": lambda p, f: p.full_observation, "columns": lambda p, f: p.regressor.columns},
    "library.excavator.carry": {"m": lambda p, f: library.excavator.mechanism()}, "library.excavator.extension": {"cylinder": "boom_cylinder", "state": lambda p, f: p.digger},
    "library.excavator.line": {"cylinder": "boom_cylinder"},
    "library.excavator.settled": {"state": lambda p, f: library.excavator.pose(library.excavator.mechanism(tracks=True))},
    "library.heavy_top.steady": {"tilt": 1.0, "spin": 200.0}, "library.parts.slender_rod": {"machine": lambda p, f: p.machine(), "name": "rod"},
    "library.wishbone_suspension.dependent": {"name": "T1"}, "library.wishbone_suspension.parameter": {"short": "m3"},
    "network.element.Rule": {"to": 1, "when": lambda p, f: (lambda s: 1.0)},
    **{f"network.hydraulic.{n}": {"diameter": 1e-3} for n in ("counterbalance_valve", "reducing_valve", "sequence_valve")},
    "vehicle.Bump": {"start": 1.0, "length": 1.0, "peak": 0.1, "height": 0.1},
    "vehicle.double_wishbone": {"m": lambda p, f: p.open, "chassis": lambda p, f: p.open.ground, "rack": lambda p, f: p.open.bodies["block"], "left": True},
    "vehicle.energy_shares": {"run": lambda p, f: p.drive}, "vehicle.run_manoeuvre": {"name": "step-steer"},
    **{f"vehicle.tyre.{n}": {"coefficients": "FNOMIN=3000 PCX1=1.6 PDX1=1.1 PKX1=21.5 PCY1=1.3 PDY1=0.9 PKY1=-15 PKY2=1.7"} for n in ("MagicFormulaLateral", "MagicFormulaLongitudinal")},
    "Network.expose": {"port": "out", "inside": ("one",)}, "Network.publish": {"name": "speed"}, "Regressor.effort_unit": {"name": "motor"},
    "ConsistentMotion.__getitem__": {"samples": slice(0, 2)}, "BaseSet.columns": {"W": lambda p, f: p.regressor.matrix(p.motion)},
    "BaseSet.combine": {"parameters": lambda p, f: p.regressor.nominal}, "BaseSet.spread": {"base": lambda p, f: p.base.combine(p.regressor.nominal)},
    "Dataset.only": {"names": ("A",)}, "Dataset.smoothed": {"names": ("A",)}, "Dataset.scatter": {"period": 0.3}, "Multiprecision.at": {"parameters": lambda p, f: {}},
    "Study.of_text": {"text": lambda p, f: p.sweep.study.to_text()},
    **{f"{n}.step": {"t": 1.0} for n in ("UnscentedKalmanFilter", "ErrorStateKalmanFilter", "ExtendedKalmanFilter", "GaussHermiteFilter")}, "Trial.converged": {},
    "Errors.of": {"given": lambda p, f: {"noise": 0.1}}, "Errors.read": {"t": (0.0, 1.0), "signals": lambda p, f: np.zeros((2, 1))},
    **{f"identify.{n}.{k}": {"t": np.linspace(0, 1, 5), "coefficients": np.zeros(size), "coordinates": 2, "period": 1.0} for n, size in (("Fourier", 11), ("Quintic", 8), ("Spline", 12), ("Excitation", (2, 5))) for k in ("basis", "evaluate", "at", "motion", "random")},
    "Elimination.of_size": {"size": 2}, "identify.Estimate.__getitem__": {"name": lambda p, f: p.estimate.names[0]},
    "FeasibleEstimate.__getitem__": {"name": lambda p, f: p.regressor.names[0]}, "identify.Estimate.completed": {"described": lambda p, f: {}},
    **{f"{n}.then": {"other": lambda p, f: p.sine + 1.0} for n in ("Cubic", "Cycloid", "Quintic", "Step", "Trapezoid", "Table", "Constant")},
    "Spline.then": {"other": lambda p, f: p.sine + 2.0}, "mechanism.motion.Clock": {"motion": lambda p, f: biela.sine(0.1, period=1.0), "rate": 2.0, "offset": 0.0},
    "mechanism.motion.Scaled": {"motion": lambda p, f: biela.sine(0.1, period=1.0), "factor": 2.0},
    "mechanism.motion.Sequence": {"parts": lambda p, f: (biela.sine(0.1, period=1.0),), "starts": (0.0,)},
    "mechanism.motion.sequence": {"parts": lambda p, f: ((biela.sine(0.1, period=1.0), 1.0), (biela.sine(0.1, period=1.0), None))},
    "mechanism.motion.Sum": {"parts": lambda p, f: (biela.sine(0.1, period=1.0),)}, "mechanism.motion.Table": {"x": (0.0, 1.0), "y": (0.0, 1.0)},
    "mechanism.motion.Spline": {"t": (0.0, 1.0, 2.0), "y": (0.0, 1.0, 2.0)},
    "mechanism.motion.PoseMotion": {"position": lambda p, f: (p.sine, None, None), "angles": lambda p, f: (p.sine, p.sine, p.sine)},
    "PoseMotion.place": {"t": np.linspace(0, 1, 3)}, "PoseMotion.orientation": {"t": np.linspace(0, 1, 3)}, "Domain.unit": {"quantity": "effort"},
    "Fluid.capacity": {"parts": ((1e-3, 1e9),)}, "Joint.coordinate": {"given": "angle", "name": "angle", "which": "angle"},
    **{f"InverseRun.{n}": {"name": "A.angle"} for n in ("__getitem__", "unit")}, "InverseRun.power": {"name": "A_drive"},
    **{f"Saved.{n}": {"name": "A.angle", "names": ("A.angle",), "path": lambda p, f: f / "saved.png"} for n in ("__getitem__", "unit", "plot")},
    "study.filters.FilterStudy": {"make": lambda p, f: (lambda value: p.experiment), "values": (1.0,), "tries": 1},
    "estimate.Experiment": {"make": lambda p, f: (lambda model, rng: p.fresh_filter())}, "Manoeuvre.check": {"option": "speed", "value": 10.0},
    "vehicle.Manoeuvre": {"driver": lambda p, f: (lambda car, options: vehicle.Driver()), "outputs": lambda p, f: (lambda car, history: {})},
    "Slope.height": {"x": 0.0, "y": 0.0}, "Road.surface": {"x": 0.0, "y": 0.0},
    **{f"Linearisation.{n}": {"output": "mass.flow"} for n in ("bode", "plot_bode", "response", "transfer_function")}, "Reactions.__getitem__": {"name": "A.force_x"},
    **{f"estimate.{t}.{n}": {"name": "A"} for t in ("Estimate", "Track") for n in ("__getitem__", "interval", "sigma")},
}  # fmt: skip
STOCK |= {
    "half_edges": (1.0, 1.0, 1.0),
    "sun": "link",
    "ring": "ground",
    "capacitance": 1e-3,
    "resistance": 1.0,
    "inductance": 1e-3,
    "constant": 0.1,
}
GOOD |= {"Mechanism.planetary": {"carrier": "block"}, "network.fmi.unit": {"file": lambda p, f: _fmu(f)}}
GOOD |= {f"Car.{n}": {"wheel": "front_left"} for n in ("axle", "centre", "load", "sprung_load")}
"""Good arguments of single calls, where the name alone does not tell."""

SUBJECTS: dict[str, Any] = {
    "Mechanism": Pantry.machine, "Body": lambda: Pantry.machine().bodies["link"], "Network": lambda: Pantry().net, "State": lambda: pantry().state,
    "History": lambda: pantry().run, "Batch": lambda: pantry().batch, "Case": lambda: pantry().case, "Car": lambda: pantry().car, "HardPoints": lambda: pantry().points,
    "Regressor": lambda: pantry().regressor, "ConsistentMotion": lambda: pantry().motion, "BaseSet": lambda: pantry().base, "Dataset": lambda: pantry().dataset,
    "Observation": lambda: pantry().observation, "Model": lambda: pantry().model, "About": lambda: pantry().prior, "UnscentedKalmanFilter": lambda: pantry().fresh_filter(),
    "Log": lambda: pantry().log, "ParticleFilter": lambda: pantry().particle_filter(), "mechanism.Sine": lambda: pantry().sine, "mechanism.Sum": lambda: pantry().sine + 0.0, "mechanism.Constant": lambda: biela.motion.constant(1.0), "mechanism.Polynomial": lambda: biela.polynomial(0.0), "mechanism.Fourier": lambda: biela.motion.fourier(1.0, sines=(1.0,)), "Linearisation": lambda: pantry().linear, "Sweep": lambda: pantry().sweep, "Mesh": lambda: pantry().mesh,
}  # fmt: skip
"""Class → what makes an object of it: anew where calls change it."""
