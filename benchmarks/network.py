"""Power networks: what a bond graph costs beside the same machine as a mechanism, and how networks grow.

The coupled pendulums with elastic joints, once as a bond graph of rigid bodies, gyrator rings and elastic joints, once as
a mechanism whose joints are all `compliant`, with the same method at the same steps. A ladder of coils and capacitors:
building, causality, equations, compilation and one second of simulation.
"""

from __future__ import annotations

import os
import tempfile
import warnings
from time import perf_counter, process_time

import numpy as np

import biela
from _common import arguments, measure, print_summary, print_table
from biela.integrate.system import system_of
from biela.network import C, I, Network, One, R, Se, Zero, spatial
from biela.network.attach import alone
from biela.network.causality import assign
from biela.network.flat import flatten
from biela.simulation import Compliant
from biela.state.functions import functions_of

ROD, STIFFNESS, INERTIA, LENGTH = 3.0, 1e5, 1e-2, 0.1


def pendulum_graph(angle: float) -> Network:
    """Two rods of 3 m with 1 kg at the end, a spring of 1 N/m between them, on elastic hinges."""
    net = Network("pendulums")
    ends = []
    for name, x, start in (("left", 0.0, 0.0), ("right", 2.0, angle)):
        c, s = np.cos(start), np.sin(start)
        turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        ends.append(np.array([x, 0, 0]) + turn @ [0, -ROD, 0])
        net.add(
            spatial.body(
                name, 1.0, (INERTIA,) * 3, gravity=(0, -9.81, 0), position=ends[-1], rotation=turn, points={"top": (0, ROD, 0)}
            ),
            spatial.joint(f"hinge_{name}", "revolute", stiffness=STIFFNESS, length=LENGTH),
        )
        net.connect(f"{name}.top", f"hinge_{name}.child")
    net.add(spatial.spring_between("spring", 1.0, 2.0, ends[1] - ends[0]))
    net.connect("left.linear", "spring.a")
    net.connect("right.linear", "spring.b")
    return net


def pendulum_mechanism() -> biela.Mechanism:
    m = biela.Mechanism("pendulums", gravity=(0, -9.81, 0))
    for name, x in (("left", 0.0), ("right", 2.0)):
        bob = m.body(name, mass=1.0, inertia=(INERTIA,) * 3)
        m.revolute(f"{name}_hinge", m.ground, bob, parent_point=(x, 0, 0), child_point=(0, ROD, 0))
    m.spring("spring", "left", "right", stiffness=1.0, free_length=2.0)
    return m


def ladder(elements: int) -> Network:
    """Coils in the rails, capacitors in the rungs: delay line with a matched end."""
    net = Network("ladder")
    net.add(Se("u", 1.0))
    before = "u"
    for k in range(elements // 2):
        net.add(One(f"i{k}"), I(f"coil{k}", 0.01), Zero(f"v{k}"), C(f"capacitor{k}", 0.01))
        net.connect(before, f"i{k}", f"v{k}")
        net.connect(f"i{k}", f"coil{k}")
        net.connect(f"v{k}", f"capacitor{k}")
        before = f"v{k}"
    net.add(R("end", 1.0))
    net.connect(before, "end")
    return net


def pendulums(repeats: int, duration: float) -> tuple[float, float, float]:
    """CPU time of a step as graph and as mechanism [s], and how far their ends are apart [m]."""
    step = 2e-5
    net, m = pendulum_graph(0.2), pendulum_mechanism()
    machine = alone(net)
    start = m.assemble({"right_hinge": 0.2})
    stiff = Compliant(stiffness=STIFFNESS, damping=0.0, length=LENGTH, joints="all")
    runs = {
        "graph": lambda: machine.simulate(duration=duration, method="rk4", step=step, output_step=duration),
        "mechanism": lambda: m.simulate(start, duration, method="rk4", step=step, output_step=duration, formulation=stiff),
    }
    walls, ends = {}, {}
    for name, run in runs.items():
        run()
        best = min((run() for _ in range(repeats)), key=lambda history: history.wall_time)
        walls[name] = best.wall_time / best.steps
        ends[name] = best["right/position.value_1"][-1] if name == "graph" else best["right.x"][-1]
    return walls["graph"], walls["mechanism"], abs(ends["graph"] - ends["mechanism"])


def ladder_times(elements: int) -> dict[str, float]:
    began, clock = process_time(), perf_counter()
    net = ladder(elements)
    graph = flatten(net)
    built = process_time()
    causality, _ = measure(lambda: graph, assign, 3)
    before = process_time()
    machine = alone(net)
    start = machine.assemble()
    derived = process_time()
    system_of(functions_of(machine), [])
    ready = process_time()
    run = machine.simulate(start, 1.0, output_step=0.1)
    done = process_time()
    assert run.status == "done"
    return {
        "build": built - began, "causality": causality.cpu, "equations": derived - before, "compile": ready - derived,
        "simulate": done - ready, "total": done - before + built - began,
        "wall": perf_counter() - clock,
    }  # fmt: skip


def lossy_line(sections: int) -> Network:
    """A line with strong and weak losses: stiff, with a narrow Jacobian."""
    net = Network("line")
    net.add(Se("u", 1.0))
    before = "u"
    for k in range(sections):
        net.add(One(f"i{k}"), I(f"l{k}", 1e-3), R(f"r{k}", 0.1 if k % 2 else 1e3))
        net.add(Zero(f"v{k}"), C(f"c{k}", 1e-3), R(f"g{k}", 10.0))
        net.connect(before, f"i{k}", f"v{k}", f"c{k}")
        net.connect(f"i{k}", f"l{k}")
        net.connect(f"i{k}", f"r{k}")
        net.connect(f"v{k}", f"g{k}")
        before = f"v{k}"
    return net


def stiff_step(states: int, repeats: int) -> float:
    """CPU time of a step of `rosenbrock` with the exact Jacobian [s]."""
    machine = alone(lossy_line(states // 2))
    start = machine.assemble()
    run = machine.simulate(start, 0.1, method="rosenbrock", rtol=1e-6)
    timing, _ = measure(lambda: start, lambda x: machine.simulate(x, 0.1, method="rosenbrock", rtol=1e-6, output_step=0.1), repeats)
    return timing.cpu / run.steps


def main() -> None:
    quick = arguments(__doc__).parse_args().quick
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BIELA_CACHE_DIR"] = folder  # so that compilation is measured, not the cache
        graph, mechanism, apart = pendulums(3 if quick else 7, 0.2 if quick else 1.0)
        sizes = (250, 500, 1000) if quick else (250, 500, 1000, 2000)
        times = {n: ladder_times(n) for n in sizes}
        steps = {n: stiff_step(n, 3 if quick else 7) for n in ((50, 100) if quick else (50, 100, 200, 400))}
    ratio = graph / mechanism
    rows = [["bond graph", "", f"{graph * 1e6:.2f}"], ["mechanism, compliant joints", "", f"{mechanism * 1e6:.2f}"]]
    print_table("Coupled pendulums, RK4", ["model", "", "step [µs]"], rows)
    print(f"\nratio {ratio:.2f}; ends {apart:.1e} m apart")
    header = ["elements", "", *times[sizes[0]]]
    print_table(
        "Ladder, 1 s: CPU time [s], and wall time with all that runs beside",
        header,
        [[str(n), "", *(f"{t:.3f}" for t in row.values())] for n, row in times.items()],
    )
    rows = [[str(n), "", f"{t * 1e6:.0f}"] for n, t in steps.items()]
    print_table("Stiff line, rosenbrock with the exact Jacobian", ["states", "", "step [µs]"], rows)
    growth = times[1000]["causality"] / times[250]["causality"] / 4
    print_summary(
        "network", pendulum_ratio=ratio, ladder_1000_s=times[1000]["total"], causality_growth=growth, stiff_100_us=steps[100] * 1e6
    )


if __name__ == "__main__":
    main()
