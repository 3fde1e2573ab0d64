"""The record of a filter: what its compiled loops read and write, field by field.

Particles are kept in groups of lanes: lane l of entry i of group g of a vector is entry (i, l) of its part g. The last group may
hold spare lanes; they repeat its last particle and carry no weight. Sigma points are particles too, and the mean of an extended
filter is a single one.

Sizes: lanes, groups, count (particles); n_x entries of a state, n_p parameters, n_u inputs, n_y readings, n_r readings with sine
and cosine of each angle, n_d estimated entries ξ, of which the last n_e are parameters, n_k independent coordinates, n_c dependent
coordinates of joints without quaternions, n_b determinants whose signs label the assembly branch, n_points sigma points.
"""

from __future__ import annotations

from biela.integrate.record import Lanes, addresses, floats, integers, kernel, number, outside, real, routine

GOOD, UNEXPLAINED, BAD_COVARIANCE, LEFT_THE_CHART = range(4)
"""STATUS: readings that no particle explains; a covariance that is not positive; a mean that cannot be assembled."""
MULTINOMIAL, STRATIFIED, SYSTEMATIC, RESIDUAL, COMB = range(5)
"""METHOD"""
BINS = 32
"""Bins of the values of an entry, in which gaps between modes of a cloud are looked for."""
MODES = 9
"""Modes of a cloud that have a kernel of their own, and one for particles between them."""
MOST = 120
"""Normal numbers that a particle may use in a step."""


class FilterLayout(Lanes):
    """Fields of a filter run. A filter with more of its own derives from it."""

    N = number("particles", "count")
    GROUPS = number("groups of lanes", "groups")
    N_P = number("parameters", "n_p")
    N_Y = number("readings", "n_y")
    N_R = number("rows that MEASURE finds", "n_r")
    N_D = number("estimated entries ξ", "n_d")
    N_K = number("independent coordinates", "n_k")
    N_E = number("estimated parameters", "n_e")
    N_C = number("dependent coordinates whose curve is known", "n_c")
    N_B = number("signs of a branch", "n_b")
    N_W = number("normal numbers of the process noise of one particle and step")

    STAGE = kernel("a closed state, ẋ there and the gap left")
    CLOSE = kernel("a closed state, the gap left, signs of the branch")
    MOVE = kernel("x ⊕ δ to first order")
    MEASURE = kernel("readings, sine and cosine of angles")
    DIFFERENCE = kernel("x ⊖ x₀")
    NORMALS = kernel("two normal numbers from two uniform ones")
    LINEAR = kernel("∂ξ̇/∂ξ of one state, column by column")
    MEASURE_LINEAR = kernel("readings and ∂y/∂ξ of one state, column by column")

    FIRST = number("first group of this call")
    LAST = number("group after the last one of this call")
    STEPS = number("steps of this call")
    STEP = number("the present one")
    SUBSTEPS = number("steps of the integrator in one of them")
    DO_ADVANCE = number("whether to move in time")
    DO_UPDATE = number("whether to use the readings")
    IMPLICIT = number("whether steps are implicit")
    ALONE = number("whether every particle has implicit steps of its own")
    METHOD = number("method of resampling")
    REGULARISED = number("whether copies spread by a kernel of the cloud")
    JITTER_DUE = number("whether particles were resampled and wait for their jitter")
    SEED = number("of the random numbers")
    COUNTER = number("steps since the start: which random numbers are next")
    STATUS = number("how the call ended")
    RECOVERED = number("perturbations that were shortened or dropped")
    FAILED = number("particles that were lost")
    RESAMPLINGS = number("how often particles were resampled")
    WHITEN_CHANGES = number("whether WHITEN has a part for each step")
    DO_GROUPS = routine("moves and weighs the groups FIRST to LAST")
    DO_JITTER = routine("spreads them after resampling")
    DO_FACTORS = routine("prepares an implicit step")
    TOLERANCE = real("gap at which loops count as closed [m, rad]")
    THRESHOLD = real("effective part of the particles below which to resample")
    FARTHEST = real("squared distance of the nearest particle beyond which readings count as unexplained")
    LOG_SUM = real("ln Σ w of the log-weights as they are")
    EVIDENCE = real("how much the last readings changed it")
    REMAINING = real("exponent of the likelihood that is left of the readings")
    SWEEP = number("how often the readings of the step were used in part; 0: they are used up")

    K_XI = floats("2: n_d, lanes", "ξ̇ of the stages of an implicit step", own=True)
    GAP = floats("lanes", "largest gap of the loops [m, rad]", own=True)
    SIGNS = floats("n_b, lanes", "determinants of the branch", own=True)
    DELTA = floats("n_d, lanes", "perturbation along the manifold", own=True)
    PIECE = floats("n_d, lanes", "the piece of it that MOVE gets", own=True)
    YL = floats("n_r, lanes", "what MEASURE finds", own=True)
    TODO = integers("lanes", "1 where closing goes on", own=True)
    OPEN = integers("lanes", "whether a perturbation is still to be made", own=True)
    PIECES = integers("lanes", "number of pieces that it takes", own=True)
    UNIFORM = floats("2: lanes", "uniform numbers", own=True)
    PAIR = floats("2: lanes", "normal numbers from them", own=True)
    NORMAL = floats(f"{MOST + 2}, lanes", "all normal numbers of a step", own=True)
    ARG = addresses("TS", "XS", "U", "P", "PIECE", meaning="arguments of kernels")
    TO_K = addresses("K[0]", meaning="results of RATES")
    TO_STAGE = addresses("XN", "K[*]", "GAP", meaning="results of STAGE")
    TO_CLOSED = addresses("XN", "GAP", "SIGNS", meaning="results of CLOSE")
    TO_XN = addresses("XN", meaning="result of MOVE")
    TO_YL = addresses("YL", meaning="result of MEASURE")
    ARG_NORMALS = addresses("UNIFORM[0]", "UNIFORM[1]", meaning="arguments of NORMALS")
    TO_PAIR = addresses("PAIR[0]", "PAIR[1]", meaning="results of NORMALS")

    STATES = floats("groups: n_x, lanes", "states of all particles")
    PARAMETERS = floats("groups: n_p, lanes", "their parameters")
    SIGN = floats("groups: n_b, lanes", "signs of their branches; 0: not known yet")
    Y = floats("groups: n_r, lanes", "their predicted readings")
    LOGW = floats("groups: lanes", "their log-weights")
    WEIGHT = floats("groups: lanes", "their weights, which sum to one")
    LOST = integers("groups: lanes", "whether a particle could not be assembled")
    DISTANCE = floats("groups: lanes", "squared distance of the readings in standard deviations")
    INDEX = integers("count", "which particle each one of the new generation copies")
    CUMULATIVE = floats("count", "sums of weights")
    NEXT = floats("groups*(n_x + n_p + n_b + 1), lanes", "the new generation while it is gathered")
    PLACES = integers("n_d - n_e", "places in x of the estimated entries")
    P_PLACES = integers("n_e", "places in p of the estimated parameters")
    ANGLE = integers("n_d", "which entries are angles")
    C_Q = integers("n_c", "places in x of the dependent coordinates whose curve is known")
    C_V = integers("n_c", "places in x of their rates")
    REACH = floats("n_d", "how far an entry may go in one piece; 0: any distance")
    PERIOD = floats("n_y", "period of each reading; 0: none")
    SHIFT = floats(
        "groups: n_d + 1, lanes", "δ = SHIFT + JITTER n after resampling; last row: the mode of the particle"
    )
    JITTER = floats(f"{MODES}: n_d, n_d", "by mode")
    FIXED_JITTER = floats("n_d", "standard deviations that were asked for")
    MODE = floats(
        f"4: {MODES}", "weights of the modes, sums of their squares, share of deviations that is kept, kurtosis"
    )
    MODE_MEAN = floats(f"{MODES}: n_d", "means of the modes")
    MOMENTS = floats(f"{MODES}: n_d, n_d", "covariances of the modes")
    WHITE = floats("n_d", "deviation of one particle in units of the covariance of its mode")
    HISTOGRAM = floats(f"2: {BINS}", "weights, and squared weights, of one entry in one mode")
    TANGENT = integers("n_d", "entries that are tangents of rotations, the first N_TANGENT")
    N_TANGENT = number("how many")

    NOISE_MAP = outside("δ = NOISE_MAP n in a step")
    READINGS = outside("readings of each step; NaN: missing")
    WHITEN = outside("L⁻¹ of the covariance L Lᵀ of the readings, with zero rows for missing ones")
    GIVEN_NOISE = outside("normal numbers from outside, by step and particle; address 0: they are drawn")
    GIVEN_JITTER = outside("the same for the jitter")
    GIVEN_UNIFORM = outside("the uniform number of systematic resampling, by step")
    OUT_MEAN = outside("mean of the entries after each step")
    OUT_SPREAD = outside("their standard deviations")
    OUT_LINEAR = outside("mean of the entries with angles wrapped to [0, 2π)")
    OUT_Y = outside("readings predicted for each step")
    OUT_YVAR = outside("their variances")
    OUT_ESS = outside("effective part of the particles")
    OUT_RESAMPLED = outside("whether they were resampled")
    OUT_EVIDENCE = outside("ln of the probability of the readings")
    OUT_COVARIANCE = outside("covariance of the entries")
    OUT_NIS = outside("νᵀ S⁻¹ ν of the innovation")
    OUT_COUNT = outside("number of readings used")

    T_ONE = floats("1", "time of a single state [s]")
    X_ONE = floats("n_x", "a single state")
    U_ONE = floats("n_u", "its inputs")
    P_ONE = floats("n_p", "its parameters")
    A_COLUMNS = floats("n_d, n_d", "∂ξ̇/∂ξ, column by column")
    A = floats("n_d, n_d", "∂ξ̇/∂ξ")
    FACTORS = floats("n_d, n_d", "LU factors of 1 − γhA")
    PIVOTS = integers("n_d", "their pivots")
    KEPT = floats("n_x, lanes", "states before an implicit step that may be repeated")
    FOUND = floats("n_x, lanes", "states after such steps, lane by lane")
    ARG_ONE = addresses("T_ONE", "X_ONE", "U_ONE", "P_ONE", meaning="arguments of kernels of one state")
    TO_A = addresses("A_COLUMNS", meaning="result of LINEAR")

    MEAN = floats("n_x + n_p", "mean state and parameters of a Kalman filter")
    COVARIANCE = floats("n_d, n_d", "P")
    Q = floats("n_d, n_d", "covariance of the process noise of a step")
    R = floats("n_y, n_y", "covariance of the readings")
    EXPECTED = floats("n_y", "y: readings expected")
    H = floats("n_d, n_y", "(∂y/∂ξ)ᵀ")
    S = floats("n_y, n_y", "covariance of the innovation")
    C = floats("n_d, n_y", "covariance of ξ and y")
    NU = floats("n_y", "ν = z − y of the readings used")
    CHOSEN = integers("n_y", "which these are")
    S_USED = floats("n_y, n_y", "S of the readings used")
    S_ROOT = floats("n_y, n_y", "L of S_USED = L Lᵀ")
    GAIN = floats("n_d, n_y", "K = C S⁻¹ of the readings used")
    GAIN_ROOT = floats("n_d, n_y", "K L")
    ROW = floats("n_y", "right-hand side of an equation in S")
    D = floats("n_d", "step of the mean")
    F = floats("n_d, n_d", "transition of a step")
    SLOPES = floats("4: n_d, n_d", "Ḟ of the stages")
    SQUARE = floats("n_d, n_d", "a matrix on its way")
    PRODUCT = floats("n_d, n_d", "a product of two")
    ROOT = floats("n_d, n_d", "L of P = L Lᵀ")
    POINTS = floats("n_points: n_d", "differences of the sigma points from the first one")
    ORIGIN = floats("n_x, lanes", "the first one")
    D_LANES = floats("n_d, lanes", "what DIFFERENCE finds")
    ROTATIONS = outside("first entries of rotations that are estimated with all three degrees of freedom")
    N_ROTATIONS = number("how many")
    GATE = real("squared distance beyond which a reading is left out; 0: none is")
    KAPPA = real("κ of the sigma points")
    TO_H = addresses("EXPECTED", "H", meaning="results of MEASURE_LINEAR")
    ARG_DIFFERENCE = addresses("TS", "XS", "U", "P", "ORIGIN", meaning="arguments of DIFFERENCE")
    TO_D = addresses("D_LANES", meaning="result of DIFFERENCE")


at = FilterLayout()
SIZES = ("stages", "groups", "count", "n_points", "n_x", "n_p", "n_u", "n_y", "n_r", "n_d", "n_k", "n_e", "n_c", "n_b")
