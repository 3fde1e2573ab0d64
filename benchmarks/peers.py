"""biela beside MuJoCo, Pinocchio and Exudyn: cost of a step and end error, on the same machines, in the same run.

Three machines (`_peers/machines.py`), 10 s at 1 ms, one thread. Every engine runs with the settings that make it fast
and accurate (each file in `_peers/` tells which, and why), called from Python in the fastest way it offers. The ratio
of a machine is

    CPU time of the fastest peer whose end error is below the limit / CPU time of biela,

the limit being 1e-4 m (chain: an energy drift of 0.01 J), and biela's own error at most 1.05 times that peer's: of
biela's methods the fastest that meets this counts, and without one the ratio is 0.

    python benchmarks/peers.py                  the comparison; last line `peers: four_bar=… double_four_bar=… …`
    python benchmarks/peers.py --quick          fewer repeats
    python benchmarks/peers.py --peers-only     without biela
    python benchmarks/peers.py --refine         errors at 2, 1, 0.5 and 0.25 ms: does every model converge?
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from math import nan

from _common import arguments, print_summary, print_table
from _peers.machines import MACHINES, STEP, Machine
from _peers.outcome import Outcome

# run(machine, step [s], repeats): the outcome of each of the engine's methods, timed as the best of `repeats`
Run = Callable[[Machine, float, int], list[Outcome]]

PEERS = {"mujoco": "mujoco", "pinocchio": "pin", "exudyn": "exudyn"}  # module in _peers/, package to install
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
    print("\n" + "\n".join(reasons))
    print_summary("peers", **ratios)


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
        rows.append([o.engine, o.method, *times, error, "yes" if eligible(machine, o) else "no"])
    header = ["engine", "method", "CPU µs/step", "wall µs/step", f"{quantity} [{machine.unit}]", "eligible"]
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
