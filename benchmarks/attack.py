"""Attacks on biela: how many were tried, and how many got through. None should.

Each file of `_attack/` is one attack: its docstring is the title, and `attack(quick, seed)` returns how many cases it tried and a
line for each that got through. Generators shared with the tests come from `tests/faults`. `--only kills,calls` runs some;
`--seed` repeats an attack, which otherwise takes a new one each time.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from time import perf_counter, time

from _common import arguments, print_summary, print_table

HERE = Path(__file__).parent
SHOWN = 20
"""Failures printed per attack, at most."""


def main() -> int:
    parser = arguments(__doc__)
    names = sorted(path.stem for path in (HERE / "_attack").glob("*.py") if path.stem != "__init__")
    parser.add_argument("--only", default=",".join(names), help="attacks, separated by commas; all if omitted")
    parser.add_argument("--seed", type=int, default=int(time()), help="of what is random; the time if omitted")
    given = parser.parse_args()
    print(f"seed {given.seed}")
    sys.path[:0] = [str(HERE.parent / "tests"), str(HERE.parent / "tests" / "faults")]
    rows, summary = [], {}
    for name in given.only.split(","):
        module = importlib.import_module(f"_attack.{name}")
        began = perf_counter()
        tried, found = module.attack(given.quick, given.seed)
        title = str(module.__doc__).splitlines()[0].rstrip(".")
        rows.append([name, title, str(tried), str(len(found)), f"{perf_counter() - began:.0f}"])
        summary |= {name: tried, f"{name}_through": len(found)}
        print(f"{name}: {len(found)} of {tried} got through", flush=True)
        for line in found[:SHOWN]:
            print(f"  {line}")
    print_table("attacks", ["attack", "", "tried", "through", "seconds"], rows)
    print_summary("attack", seed=given.seed, **summary)
    return 1 if any(value for key, value in summary.items() if key.endswith("_through")) else 0


if __name__ == "__main__":
    sys.exit(main())
