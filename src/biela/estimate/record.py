"""The table of a particle run: one place for each number or address that the compiled loops use.

Particles are kept in groups of W lanes: entry i of lane l of group g of a vector of n entries is at (g·n + i)·W + l. The last
group may hold spare lanes; they repeat its last particle and carry no weight.
"""

from __future__ import annotations

# fmt: off
(
 # kernels, by address
 RATES, STAGE, CLOSE, MOVE, MEASURE, NORMALS,
 # sizes
 W, N, GROUPS, N_X, N_P, N_Y, N_R, N_D, N_W, N_B, N_E,
 # which groups this call does
 FIRST, LAST,
 # tables of the kernels: arguments, results
 ARG, RES_RATES, RES_STAGE, RES_CLOSE, RES_MOVE, RES_MEASURE, ARG_NORMALS, RES_NORMALS, WORK,
 # lanes of one group: time, base, stage, result, four rates, gap, signs, step along the manifold, one measurement
 TL, XB, XS, XN, K, GAP, SIGNS, DELTA, YL, PL, UNIFORM, NORMAL, LANES_I, LANES_F,
 # all particles: state, parameters, signs of the branch, prediction, log-weight, weight, state of health, squared distance
 # of the readings in standard deviations
 X, P, SIGN, Y, LOGW, WEIGHT, LOST, DISTANCE,
 # where resampled particles go, and from where they come
 X_TO, P_TO, SIGN_TO, INDEX, CUMULATIVE,
 # process noise: δ = NOISE_MAP n; jitter: δ = JITTER n; how far a coordinate may go in one piece
 NOISE_MAP, JITTER, REACH, P_PLACES, MOVES_P,
 # dependent coordinates of joints without quaternions: how many, their places in q and in v
 N_C, C_Q, C_V,
 # what is done, and how
 DO_ADVANCE, DO_UPDATE, DO_RESAMPLE, METHOD, JITTER_KIND, SUBSTEPS, SEED, COUNTER,
 # readings of the run: (S, N_Y), period of each, whitening (S or 1, N_Y, N_Y) and its stride
 STEPS, READINGS, PERIOD, WHITEN, WHITEN_STRIDE, TIMES,
 # random numbers from outside, 0: drawn here
 GIVEN_NOISE, GIVEN_JITTER, GIVEN_UNIFORM,
 # what is recorded of each step: entries (place in x, or −1 − place in p), which of them are angles
 PLACES, ANGLE, OUT_MEAN, OUT_SPREAD, OUT_LINEAR, OUT_ESS, OUT_RESAMPLED, OUT_EVIDENCE, OUT_Y, OUT_YVAR, MOMENTS,
 # numbers with a fraction (addresses of doubles), and results
 OPTION, STATUS, STEP, RECOVERED, FAILED, RESAMPLINGS,
 # implicit steps: whether, the kernel of ∂ξ̇/∂ξ for one state with its tables, factors of 1 − γhA, their pivots, stages in ξ
 IMPLICIT, LINEAR_ONE, ARG_ONE, RES_ONE, WORK_ONE, A_ONE, FACTORS, PIVOTS, K_XI,
 LENGTH) = range(107)
# fmt: on

TOLERANCE, STEP_SIZE, THRESHOLD, BANDWIDTH, LOG_SUM, EVIDENCE, FARTHEST, OPTIONS = range(8)
"""Places in OPTION: gap at which loops count as closed, step [s], effective part below which to resample, width of jitter,
ln Σ w of the log-weights as they are, how much the last readings changed it, and the squared distance of the nearest particle
beyond which readings count as unexplained."""

GOOD, UNEXPLAINED = range(2)
"""STATUS"""
MULTINOMIAL, STRATIFIED, SYSTEMATIC, RESIDUAL, COMB = range(5)
"""METHOD"""
FIXED, ROUGHENING, REGULARISED = range(3)
"""JITTER_KIND"""
