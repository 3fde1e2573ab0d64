"""Places in the table of a Kalman filter, beyond those of a cloud (`biela.estimate.record`)."""

from __future__ import annotations

from biela.estimate import record as at

# fmt: off
(
 # kernels and their tables
 LINEAR, MEASURE_LINEAR, DIFFERENCE, RES_LINEAR, RES_MEASURE_LINEAR, ARG_DIFFERENCE, RES_DIFFERENCE,
 # mean state, covariance, process noise, covariance of readings
 MEAN, COVARIANCE, Q, R,
 # results of kernels: ∂ξ̇/∂ξ, readings, ∂y/∂ξ, δ of a lane
 A, Y, H, D,
 # scratch: transition and its parts; matrices of the update
 F, K1, K2, K3, T1, T2, S, C, GAIN, NU, CHOSEN, ROOT, POINTS,
 # what is recorded of each step
 OUT_COVARIANCE, OUT_PREDICTED, OUT_INNOVATION, OUT_EXPECTED, OUT_NIS, OUT_COUNT,
 # options: gate for innovations (addresses of doubles), whether entries turn (a reset is due), number of points
 GATE, TURNING, KAPPA, GATED,
 END) = range(at.LENGTH, at.LENGTH + 39)
# fmt: on
