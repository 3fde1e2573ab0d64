"""The double-wishbone suspension, five base sets T1 to T5: why fewer parameters predict better.

15 bodies, 5 degrees of freedom, 150 parameters: 83 combinations can be identified in principle, but the observation matrix has a
condition number of 1e14. With 5 % error of the forces the full model is useless. Twenty relevant parameters, chosen by their
contribution at drawing values, predict a motion that was not measured. T5, a random choice, is not a base set at all.
"""

import numpy as np
import pandas as pd

from biela.identify.numeric_rank import numeric_base, rank_report
from biela.identify.observation import observe
from biela.identify.reduction import contribution_of_all, eliminate
from biela.identify.regressor import Regressor
from biela.identify.structure import base_parameters
from biela.identify.trajectory import Fourier
from biela.library import wishbone_suspension as suspension

machine = suspension.build()
regressor = Regressor(
    machine,
    suspension.COORDINATES,
    parameters=("inertia",),
    channels=suspension.CHANNELS,
    start=suspension.start(machine),
)


def motion(seed, amplitude):
    """Five harmonics of 0.5 Hz on arms and rack, the wheels swing by 50°."""
    series, rng, w = Fourier(5, 0.5), np.random.default_rng(seed), np.pi
    t = series.times(250)
    peak = amplitude * np.array([0.3, 0.3, 0.05])
    parts = series.evaluate(series.random(3, rng, -peak, peak, fill=1.0), t)
    swing = [np.deg2rad(50) * w**k * np.sin(w * t[:, None] + [k * np.pi / 2, k * np.pi / 2 + 0.3]) for k in range(3)]
    return regressor.motion(*(np.hstack(pair) for pair in zip(parts, swing, strict=True)), t)


measured, other = motion(7, 1.0), motion(100, 0.8)
forces = regressor.predict(measured)
wrong = forces * (1 + np.random.default_rng(1).uniform(-0.05, 0.05, forces.shape))
noisy = observe(regressor, measured, wrong)
check = observe(regressor, other, regressor.predict(other))
print("by singular values:", rank_report(regressor.matrix(measured)))

t1 = base_parameters(regressor, dependent=suspension.dependent("T1"), confirm=False).base
print(f"by transfer of inertia: {t1.rank} base parameters; the first: {t1.expressions()['lower_arm_right.mx']}")
print("T5:", t1.validity(suspension.dependent("T5")).reason, "\n")

rows = {}
for name in ("T1", "T2", "T3", "T4", "T5"):
    if name == "T5":  # through an almost singular matrix, as in the study: refused unless forced
        base = numeric_base(
            regressor.matrix(measured), regressor.names, rank=83, dependent=suspension.dependent(name), forced=True
        ).base
    else:
        base = t1.switch(suspension.dependent(name))
    index = contribution_of_all(noisy.base(base), base.combine(regressor.nominal))
    path = eliminate(noisy.base(base), index, validation=check.base(base), sizes=[20, 40, 83])
    rows[name] = {f"E_p, {s} par. %": path.of_size(s).validation for s in (20, 40, 83)} | {
        "condition, 20": path.of_size(20).condition
    }
print(pd.DataFrame(rows).T.to_string(float_format="{:.4g}".format))
assert all(rows[name]["E_p, 83 par. %"] > 3 * rows[name]["E_p, 20 par. %"] for name in ("T1", "T2", "T3", "T4"))
