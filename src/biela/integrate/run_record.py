"""The record of a time loop: everything it reads and writes, declared.

Loops are compiled once for all machines and lane counts, and a run that returned to Python resumes where it was.
"""

from __future__ import annotations

from typing import NamedTuple

from biela.integrate.record import (
    Floats,
    Integers,
    Lanes,
    Record,
    addresses,
    floats,
    integers,
    kernel,
    number,
    outside,
    real,
    record,
    routine,
)
from biela.integrate.system import Closure, System

__all__ = ["Floats", "Integers", "Needs", "Record", "add_networks", "at", "make_record", "reset"]


class Run(Lanes):
    """Sizes are those of a `System`; besides: `stages` of the method, and `jacobian`, 1 where it needs one, else 0."""

    N_Q = number("coordinates", "n_q")
    N_V = number("velocities", "n_v")
    EXTRA = number("place of the first state behind q and v", "n_q + n_v")
    N_G = number("event functions", "n_g")
    M = number("rows of the constraints", "m")
    N = number("entries of a state-sized vector", "n_x*lanes")
    SEEN = number("what the networks see of the mechanism", "n_y")
    SUBSTEPS = number("steps of the networks in one of the mechanism")
    SUBSTEP = number("the present one of them")
    PASSES = number("predictions and corrections of a step of two rates")
    ITERATIONS = number("Newton steps in which a state is closed, at most")
    N_OUT = number("outputs")
    OUT_LANES = number("lanes whose outputs are kept")
    ALL_LANES = number("machines in the table of outputs")
    FIRST_LANE = number("place of the first lane there")
    MAX_STEPS = number("steps tried before a run is given up")
    BLOCK = number("steps until the loop returns to Python")

    # results of routines
    REASON = number("why the loop returned")
    CHANGED = number("1 if closing moved the candidate")
    HAPPENED = number("1 if an event happened")
    SOME = number("1 if a lane accepted its step")
    EVALUATIONS = number("calls of the rates")
    READY = number("1 if the first stage of the next step is known")
    CARRIED = number("1 if CARRY holds the rates at the start of the next step")
    TRIAL = number("how far a step has come that the loop is to go on with")
    LEFT = number("steps that are left of a block")

    # kernels, see `System`
    FUSED = kernel("ẋ and residual in one")
    RESIDUAL = kernel("largest residuals of the constraints")
    PROJECT = kernel("one step towards the constraints")
    CORRECTION = kernel("one of the two")
    CONSTRAINT_JACOBIAN = kernel("G")
    RETRACT = kernel("q ⊕ ξ")
    TANGENT_RATE = kernel("dexp⁻¹_ξ η")
    JACOBIAN = kernel("∂f/∂x and ∂f/∂t")
    FACTORS = kernel("factors of d − J")
    SOLUTION = kernel("solution with them")
    EVENTS = kernel("event functions")
    MOTION = kernel("ẋ of the mechanism alone")
    INTERFACE = kernel("what the networks see")
    NETWORKS = record("of the networks alone, where they have a step of their own")

    # routines; 0 where there is nothing to do
    DO_BEGIN = routine("evaluate at (t, x) what does not depend on the size of the step, such as the first stage")
    DO_STEP = routine("from (t, x) the candidate XS at TS = t + h, each lane with its h; its error in E")
    DO_SPRINT = routine("steps without incident, as many as there are")
    DO_FINISH = routine("after acceptance, with XS = X: complete what interpolation and the next step need")
    DO_INTERPOLATE = routine("XS inside the last accepted step, from XO to X, at the fractions THETA of it")
    DO_CARRY_OVER = routine("in place of the next DO_BEGIN")
    DO_START = routine("begin, or go on after an event")
    DO_JUDGE = routine("which candidates are within tolerance")
    DO_CONTROL = routine("accept or reject, and choose the next step")
    DO_OUTPUTS = routine("write the outputs inside the step")
    DO_CLOSE_STAGE = routine("close a stage")
    DO_CORRECT = routine("close a candidate")
    DO_CHOOSE = routine("choose the dependent coordinates")
    DO_WATCH = routine("event functions at the start")
    DO_DETECT = routine("events on the way to the candidate")
    DO_LOCATE = routine("shorten the step up to the first event")
    DO_SETTLE = routine("event functions of the next start")
    DO_INSPECT = routine("compare the continuous extension of a long step with the equations, between its stages")
    DO_DEFECT = routine("defect of the continuous extension at THETA, with the rates there in XN, to E")

    # options
    T0 = real("start [s]")
    T_END = real("end [s]")
    TOL_Q = real("position residual at which constraints count as closed")
    TOL_V = real("velocity residual, per unit of speed")
    ACCEPTABLE = real("residual after the last iteration, in tolerances")
    RTOL = real("relative tolerance")
    ATOL = real("absolute tolerance")
    MIN_STEP = real("shortest step [s]")
    MAX_STEP = real("longest step [s]")
    SAFETY = real("factor on the step that the error allows")
    EXPONENT = real("of the error, in the choice of the next step")
    MEMORY = real("exponent of the error before")
    STIFF_LIMIT = real("|hλ| beyond which stability holds the step back")
    YIELDS = real("1 where a lane stops as soon as it proves stiff")
    CRAWL = real("part of a usual step below which a lane stops, to be looked at; 0: never")
    JUMP = real("velocity correction that is refused, per unit of speed")
    ERROR_ORDER = real("order of the method, for the first step")
    SAMPLING = real("distance of the times at which long steps are inspected [s]; 0: nowhere")
    STAGE_GAP = real("largest distance of neighbouring stages, as part of the step")

    # given for each run
    OUT = outside("states at the outputs: a row per output and machine")
    GRID = outside("outputs in steps from the start, for a fixed step")

    # floats per lane
    H = floats("lanes", "step proposed [s]")
    TO = floats("lanes", "time before the step [s]")
    ERROR = floats("lanes", "norm of the error")
    ERROR_BEFORE = floats("lanes", "that of the last accepted step")
    R = floats("2, lanes", "largest residuals of position and velocity")
    R_MAX = floats("lanes", "largest position residual so far")
    R_LAST = floats("lanes", "residual before the last correction, in tolerances")
    MOVED = floats("lanes", "sum of the largest velocity corrections: what closing has done to the motion")
    MOVED_BEFORE = floats("lanes", "that sum before the present step")
    USUAL = floats("lanes", "largest of the last steps [s]")
    LOW = floats("lanes", "step at which an event has not happened yet [s]")
    HIGH = floats("lanes", "step at which it has [s]")
    ROOM = floats("lanes", "how near these two must come [s]")
    HLAMBDA = floats("lanes", "estimate of |hλ| in the step tried")
    D = floats("lanes", "shift 1/(hγ) of the linear systems")
    MARGIN = floats("lanes", "positive where the factors can be trusted")

    # vectors
    XO = floats("n_x, lanes", "state before the step")
    THETA = floats("n_x, lanes", "fraction of the step, repeated per entry")
    E = floats("n_x, lanes", "error of the candidate")
    WEIGHT = floats("n_x, lanes", "weight in the norm of the error")
    NOMINAL = floats("n_x, lanes", "size of a state, in which its absolute tolerance counts")
    CARRY = floats("n_x, lanes", "rates found while the residual was computed")
    MASK = floats("n_v, lanes", "1 for dependent coordinates")
    XI = floats("n_v, lanes", "tangent vector ξ")
    ETA = floats("n_v, lanes", "tangent vector η")
    KAPPA = floats("stages: n_v, lanes", "rates of the stages in the tangent")
    G = floats("n_g, lanes", "event functions")
    G_START = floats("n_g, lanes", "at the start of the step")
    G_LOW = floats("n_g, lanes", "at LOW")
    G_HIGH = floats("n_g, lanes", "at HIGH")
    FIRED = floats("n_g, lanes", "1 where an event happened")
    DIRECTION = floats("n_g, lanes", "wanted direction of the change of sign")
    CONSTRAINT = floats("m*n_v, lanes", "constraint Jacobian, column by column")
    PIVOT = floats("m*n_v", "scratch for its factorisation")
    CHOSEN = integers("n_v", "columns chosen there")
    JAC = floats("jacobian*n_x*n_x, lanes", "∂f/∂x, column by column")
    F_T = floats("jacobian*n_x, lanes", "∂f/∂t")
    B = floats("jacobian*n_x, lanes", "right-hand side")
    SPARSE = floats("n_factors, lanes", "factors found by the kernel")
    LU = floats("lanes: jacobian*n_x, n_x", "dense factors")
    SOLVED = floats("lanes: jacobian*n_x", "scratch of a solution with them")
    ORDER = integers("lanes: jacobian*(n_x + 1)", "states left in the linear system: how many, and which")
    EXCHANGED = integers("lanes: jacobian*n_x", "row exchanged with each")
    TOP = integers("lanes: jacobian*n_x", "first row of a column that is not zero")
    BOTTOM = integers("lanes: jacobian*n_x", "row behind the last that is not zero")
    RIGHT = integers("lanes: jacobian*n_x", "last column of a row that is not zero")
    Y = floats("3: n_y, lanes", "interface y at the start of the step, at its end, and at a stage of the networks")
    Y_RATE = floats("3: n_y, lanes", "ẏ at the same")
    MEAN = floats("n_x, lanes", "mean of the states of the networks over a step of the mechanism")
    LEAN = floats("n_x, lanes", "slope of the straight line through them")

    # integers per lane
    STATUS = integers("lanes", "see `Status`")
    STEP = integers("lanes", "steps on the grid of a fixed step")
    NEXT = integers("lanes", "next output")
    TRIED = integers("lanes", "steps tried")
    TAKEN = integers("lanes", "steps accepted")
    REJECTED = integers("lanes", "steps rejected")
    LIVE = integers("lanes", "1 while the step of the lane is good")
    LOST = integers("lanes", "1 where closing failed")
    EVENT = integers("lanes", "1 where an event happened")
    STIFF = integers("lanes", "steps held back by stability")
    SUSPECT = integers("lanes", "steps that a decaying mode may have held back before that")
    FRESH = integers("lanes", "1 where the state is a new one")
    FAILED = integers("lanes", "why a candidate was rejected")
    DUE = integers("lanes", "1 where an output, or a sample, falls into the step")
    SAMPLE = integers("lanes", "next sample, counted from the start")
    PAST = integers("lanes", "rates of earlier steps that a multistep method may use")
    HELD = integers("lanes", "1 if the last try was rejected")
    ACCEPTED = integers("lanes", "1 if the step was accepted")
    PIVOTED = integers("lanes", "1 if the factors are dense ones, with row exchanges")
    TODO = integers("lanes", "1 where closing goes on")

    # what kernels get, and where their results go
    ARG = addresses("TS", "XS", "U", "P", "MASK", "ETA", meaning="arguments at the stage")
    ARG_TANGENT = addresses("TS", "XS", "U", "P", "XI", "ETA", meaning="with tangent vectors")
    ARG_FACTORS = addresses("TS", "XS", "U", "P", "JAC", "D", meaning="of the factors")
    ARG_SOLUTION = addresses("TS", "XS", "U", "P", "SPARSE", "B", meaning="of the solution")
    TO_XN = addresses("XN", meaning="a state")
    TO_R = addresses("R", meaning="residuals")
    TO_CARRY = addresses("CARRY", "R", meaning="rates and residuals")
    TO_K = addresses("K[*]", meaning="rates, by stage")
    TO_G = addresses("G", meaning="event functions")
    TO_E = addresses("E", meaning="a defect")
    TO_CONSTRAINT = addresses("CONSTRAINT", meaning="constraint Jacobian")
    TO_JACOBIAN = addresses("JAC", "F_T", "K[-1]", meaning="Jacobian, and the rates")
    TO_KAPPA = addresses("KAPPA[*]", meaning="rates in the tangent, by stage")
    TO_FACTORS = addresses("SPARSE", "MARGIN", meaning="factors")
    TO_Y = addresses("Y[*]", "Y_RATE[*]", meaning="interface, by place")

    # many machines, group by group
    N_U = number("inputs", "n_u")
    N_P = number("parameters", "n_p")
    LAST_LANE = number("machine behind the last of those that are run")
    BEGUN = number("1 while a group of them is on its way")
    DO_LOOP = routine("run the group to its end, or to an event")
    FIRST_STEP = real("first step [s]; 0: follows from the rates")
    ASKED = floats("n_g", "wanted direction of each event")
    X0 = outside("states at the start: a row per machine, as in all of these")
    U0 = outside("inputs")
    P0 = outside("parameters")
    X_END = outside("states at the end")
    ENDS = outside("time at the end, largest residual, corrections of velocities")
    COUNTS = outside("what is counted; see KEPT")


at = Run()
COUNTERS = tuple(int(f) for f in at.fields.values() if at.STATUS <= f <= at.TODO)
"""Whole numbers per lane."""
ZEROED = (at.H, at.R_MAX, at.MOVED, at.USUAL, at.MASK, at.FIRED)
SINGLE = tuple(map(int, (at.READY, at.CARRIED, at.TRIAL, at.EVALUATIONS)))
"""These, and all counters, are zero when a run begins."""
KEPT = tuple(map(int, (at.STATUS, at.NEXT, at.TAKEN, at.REJECTED, at.STIFF, at.SUSPECT)))
"""Counters of which the outcome of a batch is made."""
NONE, TRIED, MEASURED = range(3)
"""Stages of a step (TRIAL): not begun; XS is the candidate; CARRY and R are found there too."""
START, END, STAGE = range(3)
"""Places of the interface."""


class Needs(NamedTuple):
    """Memory a method asks for."""

    stages: int
    jacobian: bool = False
    stage_closure: bool = True
    """In independent coordinates, close every stage and not only the step."""


def make_record(system: System, needs: Needs, closure: Closure) -> Record:
    """Allocate the memory of a run and fill in what does not change from run to run."""
    own = ("n_q", "n_v", "n_x", "n_u", "n_p", "n_g", "m", "n_y", "n_factors", "lanes", "work_size")
    sizes = {name: getattr(system, name) for name in own} | {"stages": needs.stages, "jacobian": int(needs.jacobian)}
    record = Record(at, sizes, {**vars(system), "fused": 0})  # whether rates and residual come in one is the plan's choice
    record[at.ITERATIONS] = closure.iterations
    record[at.TOL_Q], record[at.TOL_V], record[at.ACCEPTABLE] = closure.position, closure.velocity, closure.acceptable
    record[at.JUMP] = closure.jump
    return record


def add_networks(record: Record, networks: System, needs: Needs, closure: Closure) -> None:
    """Give the networks of a machine a record of their own, which sees the same inputs, lanes and interface."""
    inner = make_record(networks, needs, closure)
    y, rate = record[at.Y][STAGE], record[at.Y_RATE][STAGE]
    for field in (at.U, at.P, at.LIVE):
        inner.bind(field, record[field])
    for field, shared in ((at.MASK, y), (at.XI, y), (at.ETA, rate)):
        inner.bind(field, shared)
    record[at.NETWORKS] = inner


def reset(record: Record, t0: float, x: Floats, u: Floats, p: Floats) -> None:
    """Start anew at (t0, x); a column per lane each."""
    if record.used:
        record.clear(at.STATUS, at.TODO)
        for field in ZEROED:
            record[field] = 0.0
        record.table[list(SINGLE)] = 0
    record.used = True
    for field, value in ((at.T, t0), (at.TS, t0), (at.X, x), (at.XS, x), (at.U, u), (at.P, p), (at.FRESH, 1)):
        record[field] = value
    record[at.T0], record[at.OUT_LANES] = t0, record[at.LANES]
