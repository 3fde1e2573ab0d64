"""Every ready machine with every method and formulation: how far off, in tolerances; and whether a bad run says so.

See `tests/yardstick.py` for the measure. `--machines a,b` and `--part 0.1` (of the duration) take less time.
"""

from __future__ import annotations

from collections import Counter

from _common import arguments, print_table
from biela import library
from biela.base.errors import BielaError
from biela.simulation.formulation import NAMES
from yardstick import Yardstick

METHODS = ("automatic", "dormand-prince", "rosenbrock", "cvode-bdf", "cvode-adams")
FIXED = ("rk4", "adams-bashforth", "munthe-kaas", "semi-implicit-euler", "multi-rate")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--machines", default="", help="names, separated by commas; all if omitted")
    parser.add_argument("--part", type=float, default=1.0, help="of the durations")
    parser.add_argument("--rtol", type=float, default=1e-8)
    parser.add_argument("--methods", default=",".join(METHODS + FIXED))
    parser.add_argument("--formulations", default=",".join(NAMES))
    given = parser.parse_args()
    names = given.machines.split(",") if given.machines else list(library.names())
    names = names[:8] if given.quick else names
    counts: Counter[str] = Counter()
    worst = 0.0
    for name in names:
        case = library.get(name)
        rows = []
        loops = case.mechanism.topology.cut or case.mechanism.couplings
        for formulation in given.formulations.split(",") if loops else ["projected"]:
            basis = "compliant" if formulation == "compliant" else "projected"
            rule = Yardstick(case, 0.1 * given.part if given.quick else given.part, basis)
            try:
                rule.sharp  # noqa: B018
                growth = rule.amplification
            except BielaError as error:
                counts["no_reference"] += 1
                print(f"{name}, {formulation}: no sharp run to compare with: {error}")
                continue
            cells = []
            for method in given.methods.split(","):
                verdict = rule.judge(method, formulation, given.rtol, rule.usual_step if method in FIXED else None)
                counts[verdict.word] += 1
                worst = max(worst, verdict.error) if verdict.word == "right" else worst
                cells.append(verdict.word if verdict.word == "refused" else f"{verdict.word} {verdict.error:.3g}")
            rows.append([formulation, f"{growth:.3g}", *cells])
        print_table(f"{name}: error in rtol · κ", ["formulation", "κ", *given.methods.split(",")], rows)
    found = " ".join(f"{word}={count}" for word, count in sorted(counts.items()))
    print(f"accuracy: {found} worst_right={worst:.3g}")


if __name__ == "__main__":
    main()
