"""Hostile records of `tests/records`: error on held-back data with default settings, beside the best of settings chosen by hand.

    python benchmarks/identification_records.py [--quick]

By hand: cut-offs of 1.5 to 20 Hz, the estimators weighted, huber, student and instrumental, the differential and the integral form,
each with each; the best is the one that predicts the held-back data best, which nobody knows beforehand. All are judged on the same
held-back fifth, with the same filter: that of the default, and one of 10 Hz.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import biela
from _common import arguments, print_summary, print_table
from biela.base.errors import BielaError
from biela.identify.dataset import read_data
from biela.identify.identification import Identification, identify
from biela.identify.measurement import Preparation
from biela.identify.validation import validate

RECORDS = Path(__file__).parents[1] / "tests" / "records"
CUTOFFS = (1.5, 2.5, 4.0, 5.0, 7.0, 10.0, 20.0)


def arm(dry: bool) -> biela.Mechanism:
    """The arm as it is described; with dry friction, where the report of the first identification asked for it."""
    m = biela.Mechanism("arm", gravity=(0, -9.81, 0))
    m.body("link", mass=2.0, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.revolute("A", m.ground, "link")
    m.motor("motor", "A")
    if dry:
        m.friction("dry", "A", viscous=0.3, coulomb=1.0)
    else:
        m.joint_spring("damper", "A", damping=0.3)
    return m


def main() -> None:
    options = arguments(__doc__).parse_args()
    cutoffs = CUTOFFS[1:6:2] if options.quick else CUTOFFS
    rows, figures = [], {}
    for name, dry in (*((file.stem, False) for file in sorted(RECORDS.glob("*.csv"))), ("stribeck", True)):
        data, machine = read_data(RECORDS / f"{name}.csv"), arm(dry)
        plain = identify(machine, data, confirm=False)
        judges = [plain, identify(machine, data, confirm=False, preparation=Preparation(cutoff=10.0))]
        held = [found.validation.base(found.structure.base) for found in judges]

        def errors(found: Identification, held: Any = held) -> list[float]:
            return [validate(own, found.estimate.names, found.estimate.values).total for own in held]

        best = {}
        for cutoff, estimator, form in product(
            cutoffs, ("weighted", "huber", "student", "instrumental"), ("differential", "integral")
        ):
            how = Preparation(cutoff=cutoff, form=form)  # type: ignore[arg-type]
            try:
                found = identify(machine, data, confirm=False, preparation=how, estimator=estimator)  # type: ignore[arg-type]
            except BielaError:  # refused with a reason
                continue
            best[f"{cutoff:g} Hz, {estimator}, {form}"] = errors(found)
        own = errors(plain)
        for j, judge in enumerate(("of the default", "10 Hz")):
            which = min(best, key=lambda key: best[key][j])
            ratio = own[j] / best[which][j]
            label = f"{name}, dry friction described" if dry else name
            rows.append([label, judge, f"{own[j]:.3g} %", f"{best[which][j]:.3g} %", which, f"{ratio:.2f}"])
            figures[f"{name}{'_dry' if dry else ''}_{j}"] = ratio
    head = ["record", "filter of the judge", "default", "best by hand", "with", "default / best"]
    print_table("Hostile records: error on held-back data", head, rows)
    print_summary("identification_records", **figures)


if __name__ == "__main__":
    main()
