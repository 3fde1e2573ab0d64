"""biela beside MuJoCo, Pinocchio and Exudyn: cost of a step and end error, on the same machines, in the same run.

Three machines (`_peers/machines.py`), 10 s at 1 ms, one thread. Every engine runs with the settings that make it fast
and accurate (each file in `_peers/` tells which, and why), called from Python in the fastest way it offers. The ratio
of a machine is

    CPU time of the fastest peer whose end error is below the limit / CPU time of biela,

the limit being 1e-4 m (chain: an energy drift of 0.01 J), and biela's own error at most 1.05 times that peer's: of
biela's methods the fastest that meets this counts, and without one the ratio is 0.

The second ratio lets every engine take the longest steps (up to 20 ms) with which its error stays below the limit.

Then trees of 6 to 50 degrees of freedom (`_peers/trees.py`): inverse and forward dynamics and their derivatives beside Pinocchio,
batches on all cores beside MuJoCo's rollout. Their ratios in the last line are the smallest over all sizes.

    python benchmarks/peers.py                  the comparison; last line `peers: four_bar=… double_four_bar=… …`
    python benchmarks/peers.py --quick          fewer repeats
    python benchmarks/peers.py --peers-only     without biela
    python benchmarks/peers.py --refine         errors at 2, 1, 0.5 and 0.25 ms: does every model converge?
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from math import inf, nan

from _common import arguments, print_summary, print_table
from _peers.machines import MACHINES, STEP, Machine
from _peers.outcome import Outcome

# run(machine, step [s], repeats): the outcome of each of the engine's methods, timed as the best of `repeats`
Run = Callable[[Machine, float, int], list[Outcome]]

PEERS = {"mujoco": "mujoco", "pinocchio": "pin", "exudyn": "exudyn"}  # module in _peers/, package to install
LONGER = (2e-3, 4e-3, 5e-3, 8e-3, 1e-2, 2e-2)  # s
SLACK = 1.05  # biela's error over the peer's, at most


def main() -> None:
    parser = arguments(__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--peers-only", action="store_true", help="leave biela out")
    parser.add_argument("--refine", action="store_true", help="errors at several steps instead of times")
    options = parser.parse_args()

    peers = load_peers()
    own = None if options.peers_only else load_biela()
    engines = peers if own is None else [*peers, own]
    if options.refine:
        refine(engines)
        return

    # engines take turns in several rounds, so that a disturbance from outside does not hit one alone
    rounds, repeats = (1, 3) if options.quick else (4, 3)
    ratios: dict[str, float] = {}
    reasons: list[str] = []
    for machine in MACHINES:
        outcomes = compare(engines, machine, rounds, repeats)
        print_outcomes(machine, outcomes)
        ratios[machine.name], reason = ratio(machine, outcomes)
        reasons.append(f"{machine.name}: {reason}")
        ratios[f"{machine.name}_own_step"], reason = own_steps(engines, machine, outcomes)
        reasons.append(f"{machine.name}, each at its own step: {reason}")
    print("\n" + "\n".join(reasons))
    if own is not None:
        ratios |= compare_trees(options.quick)
    print_summary("peers", **ratios)


def compare_trees(quick: bool) -> dict[str, float]:
    """Functions of trees beside Pinocchio and batches beside MuJoCo: the smallest ratio of each kind, over all sizes."""
    from _peers import trees
    from limit import call_time

    ratios: dict[str, float] = {}
    rows = []
    with contextlib.suppress(ImportError):
        for c in trees.compare_functions(trees.SIZES[:2] if quick else trees.SIZES, call_time):
            times = [f"{t * 1e6:.2f}" for t in (c.peer, c.scalar, c.lanes)]
            quotients = {"": c.peer / c.scalar, "_lanes": c.peer / c.lanes}
            for end, value in quotients.items():
                key = c.function.lower().replace(" ", "_") + end
                ratios[key] = min(ratios.get(key, inf), value)
            rows.append([c.function, str(c.size), str(c.instructions), *times, *(f"{x:.2f}" for x in quotients.values()),
                         f"{c.difference:.0e}"])  # fmt: skip
        header = [
            "function",
            "dof",
            "instructions",
            "Pinocchio [µs]",
            "biela [µs]",
            "a lane [µs]",
            "ratio",
            "of a lane",
            "difference",
        ]
        print_table("Functions of trees, one thread", header, rows)
    with contextlib.suppress(ImportError):
        rows = []
        for size in trees.SIZES[:1] if quick else trees.SIZES:
            peer, mine, gap = trees.compare_batches(size, 256)
            ratios["rollout"] = min(ratios.get("rollout", inf), peer / mine)
            rows.append([str(size), "", f"{peer * 1e6:.2f}", f"{mine * 1e6:.2f}", f"{peer / mine:.1f}", f"{gap:.0e}"])
        header = ["dof", "", "MuJoCo rollout [µs]", "biela batch [µs]", "ratio", "ends differ [rad]"]
        print_table("256 trees, RK4 at 0.1 ms, all cores: wall time of a step of one machine", header, rows)
    return ratios


def load_peers() -> list[Run]:
    """The installed peers; one that is missing is named and skipped."""
    found: list[Run] = []
    for module, package in PEERS.items():
        try:
            found.append(import_module(f"_peers.{module}_engine").run)
        except ImportError as error:
            print(f"{module} skipped: {error} (pip install {package})")
    return found


def load_biela() -> Run:
    try:
        from _peers.biela_engine import run
    except ImportError as error:
        sys.exit(f"biela cannot be loaded: {error}. Install it, or compare the peers alone with --peers-only.")
    own: Run = run
    return own


def compare(engines: Sequence[Run], machine: Machine, rounds: int, repeats: int) -> list[Outcome]:
    """Every method of every engine, the best times over all rounds."""
    best: dict[tuple[str, str], Outcome] = {}
    for _ in range(rounds):
        for run in engines:
            for outcome in run(machine, STEP, repeats):
                key = outcome.engine, outcome.method
                best[key] = best[key].merge(outcome) if key in best else outcome
    return list(best.values())


def own_steps(engines: Sequence[Run], machine: Machine, outcomes: Sequence[Outcome]) -> tuple[float, str]:
    """The ratio where every engine takes the longest steps that keep its error below the limit: CPU time of a simulated second."""
    found = [(o.step_time.cpu / STEP, STEP, o) for o in outcomes if eligible(machine, o)]
    for step in LONGER:
        tried = (outcome for run in engines for outcome in run(machine, step, 3))
        found += [(o.step_time.cpu / step, step, o) for o in tried if eligible(machine, o)]
    sides = [[f for f in found if (f[2].engine == "biela") is own] for own in (False, True)]
    if not all(sides):
        return nan, "one side has nothing below the limit"
    best = [min(side, key=lambda f: f[0]) for side in sides]
    words = [
        f"{o.engine} {o.method} at {step * 1e3:g} ms ({cost * 1e6:.0f} µs per second, {o.error:.1e})" for cost, step, o in best
    ]
    return best[0][0] / best[1][0], "; ".join(words)


def eligible(machine: Machine, outcome: Outcome) -> bool:
    """Accurate enough to be compared with (a failed run is not)."""
    return not outcome.failed and outcome.error < machine.limit


def ratio(machine: Machine, outcomes: Sequence[Outcome]) -> tuple[float, str]:
    """The ratio of a machine, and how it came about in words."""

    def cost(outcome: Outcome) -> float:
        return outcome.step_time.cpu

    peers = [o for o in outcomes if o.engine != "biela" and eligible(machine, o)]
    if not peers:
        return nan, f"no peer stays below {machine.limit:g} {machine.unit}"
    peer = min(peers, key=cost)
    fastest = f"fastest accurate peer {peer.engine} {peer.method} ({cost(peer) * 1e6:.2f} µs, {peer.error:.2e})"
    own = [o for o in outcomes if o.engine == "biela"]
    if not own:
        return nan, f"{fastest}; biela not run"
    accurate = [o for o in own if o.error <= SLACK * peer.error]
    if not accurate:
        closest = min(own, key=lambda o: (o.failed, o.error))
        return 0.0, f"{fastest}; biela {closest.method} is less accurate ({closest.error:.2e}): ratio 0"
    mine = min(accurate, key=cost)
    return cost(peer) / cost(mine), f"{fastest}; biela {mine.method} ({cost(mine) * 1e6:.2f} µs, {mine.error:.2e})"


def print_outcomes(machine: Machine, outcomes: Sequence[Outcome]) -> None:
    quantity = "end error" if machine.reference else "energy drift"
    rows = []
    for o in outcomes:
        error = o.note or "failed" if o.failed else f"{o.error:.2e}"
        times = ["–", "–"] if o.failed else [f"{t * 1e6:.2f}" for t in (o.step_time.cpu, o.step_time.wall)]
        rows.append([f"{o.engine} {o.method}", o.settings, *times, error, "yes" if eligible(machine, o) else "no"])
    header = ["engine, method", "settings", "CPU µs/step", "wall µs/step", f"{quantity} [{machine.unit}]", "eligible"]
    print_table(f"{machine.name}: 10 s at {STEP * 1e3:g} ms", header, rows)


def refine(engines: Sequence[Run]) -> None:
    """Errors at falling steps: a model that is right converges to the reference."""
    steps = [2e-3, 1e-3, 5e-4, 2.5e-4]
    for machine in MACHINES:
        rows: dict[tuple[str, str], list[str]] = {}
        for run in engines:
            for step in steps:
                for o in run(machine, step, 1):
                    rows.setdefault((o.engine, o.method), []).append("failed" if o.failed else f"{o.error:.1e}")
        header = ["engine", "method", *(f"{step * 1e3:g} ms" for step in steps)]
        print_table(f"{machine.name}: error [{machine.unit}]", header, [[*key, *row] for key, row in rows.items()])


if __name__ == "__main__":
    main()
