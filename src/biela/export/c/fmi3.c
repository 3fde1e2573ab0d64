/* The functions of FMI 3.0.2, for co-simulation and model exchange. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include "fmu.h"

#if defined(_WIN32)
#define API __declspec(dllexport)
#elif defined(__GNUC__)
#define API __attribute__((visibility("default")))
#else
#define API
#endif

typedef void *FMU;
typedef uint32_t Reference;
typedef int Status;
typedef const char *Text;
typedef const uint8_t *Bytes;
typedef void (*Logger)(void *, Status, Text, Text);
typedef void (*Intermediate)(void *, double, bool, bool, bool, bool, bool *, double *);

static void say(void *instance, int status, const char *category, const char *message)
{
    Instance *c = (Instance *)instance;
    Logger logger;
    memcpy(&logger, &c->logger, sizeof logger);
    if (logger) logger(c->environment, status, category, message);
}

#define ENTER(modes, name)                   \
    Instance *c = (Instance *)fmu;           \
    if (!fmu_may(c, modes, name)) return ERROR

/* An error leaves an instance in which only little may be called. */
static Status settled(Instance *c, int status)
{
    if (status == ERROR) c->now.mode = FAILED;
    return status;
}

API Text fmi3GetVersion(void) { return "3.0"; }

API Status fmi3SetDebugLogging(FMU fmu, bool on, size_t n, const Text categories[])
{
    ENTER(ALIVE, "fmi3SetDebugLogging");
    (void)categories;
    (void)n;
    c->logging = on;
    return OK;
}

API FMU fmi3InstantiateModelExchange(Text name, Text token, Text resources, bool visible, bool logging, void *environment, Logger logger)
{
    void *log = NULL;
    (void)resources;
    (void)visible;
    memcpy(&log, &logger, sizeof log);
    return fmu_new(name, token, 0, logging, say, log, environment);
}

API FMU fmi3InstantiateCoSimulation(Text name, Text token, Text resources, bool visible, bool logging, bool events, bool early,
    const Reference required[], size_t n_required, void *environment, Logger logger, Intermediate intermediate)
{
    void *log = NULL;
    Instance *c;
    (void)resources;
    (void)visible;
    (void)events;
    (void)required;
    (void)n_required;
    memcpy(&log, &logger, sizeof log);
    c = fmu_new(name, token, 1, logging, say, log, environment);
    if (c) {
        memcpy(&c->intermediate, &intermediate, sizeof intermediate);
        c->early = early;
    }
    return c;
}

API FMU fmi3InstantiateScheduledExecution(Text name, Text token, Text resources, bool visible, bool logging, void *environment,
    Logger logger, void (*update)(void *), void (*lock)(void), void (*unlock)(void))
{
    (void)name;
    (void)token;
    (void)resources;
    (void)visible;
    (void)update;
    (void)lock;
    (void)unlock;
    if (logger && logging) logger(environment, ERROR, "logStatusError", "this FMU has no scheduled execution.");
    return NULL;
}

API void fmi3FreeInstance(FMU fmu) { fmu_free((Instance *)fmu); }

API Status fmi3EnterInitializationMode(FMU fmu, bool has_tolerance, double tolerance, double start, bool has_stop, double stop)
{
    ENTER(STARTED, "fmi3EnterInitializationMode");
    if (fmu_experiment(c, has_tolerance, tolerance, start, has_stop, stop) != OK) return settled(c, ERROR);
    c->now.mode = INITIALISING;
    return OK;
}

API Status fmi3ExitInitializationMode(FMU fmu)
{
    ENTER(INITIALISING, "fmi3ExitInitializationMode");
    c->now.mode = c->co_simulation ? STEPPING : EVENTS;
    return settled(c, fmu_initialised(c));
}

API Status fmi3EnterEventMode(FMU fmu)
{
    ENTER(CONTINUOUS, "fmi3EnterEventMode");
    c->now.mode = EVENTS;
    return OK;
}

API Status fmi3Terminate(FMU fmu)
{
    ENTER(EVENTS | CONTINUOUS | STEPPING | DISCARDED, "fmi3Terminate");
    c->now.mode = ENDED;
    return OK;
}

API Status fmi3Reset(FMU fmu)
{
    ENTER(ALIVE, "fmi3Reset");
    fmu_start(c);
    return OK;
}

#define SETTABLE (STARTED | INITIALISING | EVENTS | CONTINUOUS | STEPPING)

API Status fmi3GetFloat64(FMU fmu, const Reference vr[], size_t n, double values[], size_t n_values)
{
    ENTER(STARTED | READABLE, "fmi3GetFloat64");
    return settled(c, fmu_get(c, vr, n, values, n_values));
}

API Status fmi3SetFloat64(FMU fmu, const Reference vr[], size_t n, const double values[], size_t n_values)
{
    ENTER(SETTABLE, "fmi3SetFloat64");
    return settled(c, fmu_set(c, vr, n, values, n_values));
}

/* All variables are of type Float64. */
#define NONE(name, modes, ...)                                                          \
    API Status name(FMU fmu, const Reference vr[], size_t n, __VA_ARGS__)               \
    {                                                                                   \
        ENTER(modes, #name);                                                            \
        (void)vr;                                                                       \
        (void)values;                                                                   \
        return n ? settled(c, fmu_fail(c, "there is no variable of this type.")) : OK;  \
    }
#define PAIR(kind, type)                                                                                                             \
    API Status fmi3Get##kind(FMU fmu, const Reference vr[], size_t n, type values[], size_t n_values)                                \
    {                                                                                                                                \
        ENTER(STARTED | READABLE, "fmi3Get" #kind);                                                                                  \
        (void)vr;                                                                                                                    \
        (void)values;                                                                                                                \
        return n || n_values ? settled(c, fmu_fail(c, "there is no variable of this type.")) : OK;                                   \
    }                                                                                                                                \
    API Status fmi3Set##kind(FMU fmu, const Reference vr[], size_t n, const type values[], size_t n_values)                          \
    {                                                                                                                                \
        ENTER(SETTABLE, "fmi3Set" #kind);                                                                                            \
        (void)vr;                                                                                                                    \
        (void)values;                                                                                                                \
        return n || n_values ? settled(c, fmu_fail(c, "there is no variable of this type.")) : OK;                                   \
    }
PAIR(Float32, float)
PAIR(Int8, int8_t)
PAIR(UInt8, uint8_t)
PAIR(Int16, int16_t)
PAIR(UInt16, uint16_t)
PAIR(Int32, int32_t)
PAIR(UInt32, uint32_t)
PAIR(Int64, int64_t)
PAIR(UInt64, uint64_t)
PAIR(Boolean, bool)
PAIR(String, Text)

API Status fmi3GetBinary(FMU fmu, const Reference vr[], size_t n, size_t sizes[], Bytes values[], size_t n_values)
{
    ENTER(STARTED | READABLE, "fmi3GetBinary");
    (void)vr;
    (void)sizes;
    (void)values;
    return n || n_values ? settled(c, fmu_fail(c, "there is no variable of this type.")) : OK;
}

API Status fmi3SetBinary(FMU fmu, const Reference vr[], size_t n, const size_t sizes[], const Bytes values[], size_t n_values)
{
    ENTER(SETTABLE, "fmi3SetBinary");
    (void)vr;
    (void)sizes;
    (void)values;
    return n || n_values ? settled(c, fmu_fail(c, "there is no variable of this type.")) : OK;
}

NONE(fmi3GetClock, STARTED | READABLE, bool values[])
NONE(fmi3SetClock, SETTABLE, const bool values[])

/* clocks: none */
#define CLOCK(name, type1, type2)                                                                                  \
    API Status name(FMU fmu, const Reference vr[], size_t n, type1 a, type2 b)                                     \
    {                                                                                                              \
        ENTER(SETTABLE, #name);                                                                                    \
        (void)vr;                                                                                                  \
        (void)a;                                                                                                   \
        (void)b;                                                                                                   \
        return n ? settled(c, fmu_fail(c, "there are no clocks.")) : OK;                                           \
    }
#define CLOCK3(name, type1, type2, type3)                                                                          \
    API Status name(FMU fmu, const Reference vr[], size_t n, type1 a, type2 b, type3 d)                            \
    {                                                                                                              \
        ENTER(SETTABLE, #name);                                                                                    \
        (void)vr;                                                                                                  \
        (void)a;                                                                                                   \
        (void)b;                                                                                                   \
        (void)d;                                                                                                   \
        return n ? settled(c, fmu_fail(c, "there are no clocks.")) : OK;                                           \
    }
#define CLOCK1(name, type1)                                                                                        \
    API Status name(FMU fmu, const Reference vr[], size_t n, type1 a)                                              \
    {                                                                                                              \
        ENTER(SETTABLE, #name);                                                                                    \
        (void)vr;                                                                                                  \
        (void)a;                                                                                                   \
        return n ? settled(c, fmu_fail(c, "there are no clocks.")) : OK;                                           \
    }
CLOCK(fmi3GetIntervalDecimal, double *, int *)
CLOCK3(fmi3GetIntervalFraction, uint64_t *, uint64_t *, int *)
CLOCK1(fmi3GetShiftDecimal, double *)
CLOCK(fmi3GetShiftFraction, uint64_t *, uint64_t *)
CLOCK1(fmi3SetIntervalDecimal, const double *)
CLOCK(fmi3SetIntervalFraction, const uint64_t *, const uint64_t *)
CLOCK1(fmi3SetShiftDecimal, const double *)
CLOCK(fmi3SetShiftFraction, const uint64_t *, const uint64_t *)

API Status fmi3GetNumberOfVariableDependencies(FMU fmu, Reference vr, size_t *n)
{
    ENTER(ALIVE, "fmi3GetNumberOfVariableDependencies");
    (void)vr;
    (void)n;
    return settled(c, fmu_fail(c, "dependencies are in the model description: variables are scalars."));
}

API Status fmi3GetVariableDependencies(FMU fmu, Reference dependent, size_t of[], Reference independent[], size_t by[], int kinds[],
    size_t n)
{
    ENTER(ALIVE, "fmi3GetVariableDependencies");
    (void)dependent;
    (void)of;
    (void)independent;
    (void)by;
    (void)kinds;
    (void)n;
    return settled(c, fmu_fail(c, "dependencies are in the model description: variables are scalars."));
}

API Status fmi3GetFMUState(FMU fmu, void **state)
{
    ENTER(ALIVE, "fmi3GetFMUState");
    return settled(c, fmu_get_state(c, state));
}

API Status fmi3SetFMUState(FMU fmu, void *state)
{
    ENTER(ALIVE, "fmi3SetFMUState");
    return settled(c, fmu_set_state(c, state));
}

API Status fmi3FreeFMUState(FMU fmu, void **state)
{
    ENTER(ALIVE, "fmi3FreeFMUState");
    return settled(c, fmu_free_state(state));
}

API Status fmi3SerializedFMUStateSize(FMU fmu, void *state, size_t *size)
{
    ENTER(ALIVE, "fmi3SerializedFMUStateSize");
    return settled(c, fmu_state_size(c, state, size));
}

API Status fmi3SerializeFMUState(FMU fmu, void *state, uint8_t bytes[], size_t size)
{
    ENTER(ALIVE, "fmi3SerializeFMUState");
    return settled(c, fmu_write_state(c, state, bytes, size));
}

API Status fmi3DeserializeFMUState(FMU fmu, const uint8_t bytes[], size_t size, void **state)
{
    ENTER(ALIVE, "fmi3DeserializeFMUState");
    return settled(c, fmu_read_state(c, bytes, size, state));
}

#define DIFFERENTIABLE (INITIALISING | EVENTS | CONTINUOUS | STEPPING | DISCARDED | ENDED | FAILED)

API Status fmi3GetDirectionalDerivative(FMU fmu, const Reference unknown[], size_t nu, const Reference known[], size_t nk,
    const double seed[], size_t n_seed, double out[], size_t n_out)
{
    ENTER(DIFFERENTIABLE, "fmi3GetDirectionalDerivative");
    if (n_seed != nk || n_out != nu) return settled(c, fmu_fail(c, "all variables are scalars: give one value for each."));
    return settled(c, fmu_directional(c, unknown, nu, known, nk, seed, out));
}

API Status fmi3GetAdjointDerivative(FMU fmu, const Reference unknown[], size_t nu, const Reference known[], size_t nk,
    const double seed[], size_t n_seed, double out[], size_t n_out)
{
    ENTER(DIFFERENTIABLE, "fmi3GetAdjointDerivative");
    if (n_seed != nu || n_out != nk) return settled(c, fmu_fail(c, "all variables are scalars: give one value for each."));
    return settled(c, fmu_adjoint(c, unknown, nu, known, nk, seed, out));
}

API Status fmi3EnterConfigurationMode(FMU fmu)
{
    ENTER(STARTED, "fmi3EnterConfigurationMode");
    return settled(c, fmu_fail(c, "there are no structural parameters."));
}

API Status fmi3ExitConfigurationMode(FMU fmu)
{
    ENTER(CONFIGURING, "fmi3ExitConfigurationMode");
    return ERROR;
}

/* model exchange */

API Status fmi3EvaluateDiscreteStates(FMU fmu)
{
    ENTER(INITIALISING | EVENTS, "fmi3EvaluateDiscreteStates");
    return OK;
}

API Status fmi3UpdateDiscreteStates(FMU fmu, bool *more, bool *ends, bool *nominals, bool *changed, bool *timed, double *next)
{
    int has_changed, has_ended, has_time;
    real at;
    Status status;
    ENTER(EVENTS, "fmi3UpdateDiscreteStates");
    if (!more || !ends || !nominals || !changed || !timed || !next) return settled(c, fmu_fail(c, "a place for the result is missing."));
    status = fmu_update(c, &has_changed, &has_ended, &has_time, &at);
    *more = *nominals = false;
    *ends = has_ended;
    *changed = has_changed;
    *timed = has_time;
    *next = at;
    return settled(c, status);
}

API Status fmi3EnterContinuousTimeMode(FMU fmu)
{
    ENTER(EVENTS, "fmi3EnterContinuousTimeMode");
    if (c->co_simulation) return settled(c, fmu_fail(c, "this is a co-simulation."));
    c->now.mode = CONTINUOUS;
    return OK;
}

API Status fmi3CompletedIntegratorStep(FMU fmu, bool no_set_state, bool *enter_events, bool *terminate)
{
    ENTER(CONTINUOUS, "fmi3CompletedIntegratorStep");
    (void)no_set_state;
    if (enter_events == NULL || terminate == NULL) return settled(c, fmu_fail(c, "a place for the result is missing."));
    *enter_events = machine_gap(&c->now.m) > c->now.gap;
    *terminate = false;
    return OK;
}

API Status fmi3SetTime(FMU fmu, double t)
{
    ENTER(EVENTS | CONTINUOUS, "fmi3SetTime");
    if (t != t) return settled(c, fmu_fail(c, "the time is not a number."));
    if (c->now.m.t != (real)t) c->now.have_signals = c->now.have_rates = 0;
    c->now.m.t = (real)t;
    return OK;
}

API Status fmi3SetContinuousStates(FMU fmu, const double x[], size_t n)
{
    ENTER(CONTINUOUS, "fmi3SetContinuousStates");
    return settled(c, fmu_set_states(c, x, n));
}

#define STATES (INITIALISING | EVENTS | CONTINUOUS | ENDED | FAILED)

API Status fmi3GetContinuousStateDerivatives(FMU fmu, double rates[], size_t n)
{
    ENTER(STATES, "fmi3GetContinuousStateDerivatives");
    return settled(c, fmu_derivatives(c, rates, n));
}

API Status fmi3GetEventIndicators(FMU fmu, double g[], size_t n)
{
    ENTER(STATES, "fmi3GetEventIndicators");
    return settled(c, fmu_indicators(c, g, n));
}

API Status fmi3GetContinuousStates(FMU fmu, double x[], size_t n)
{
    ENTER(STATES, "fmi3GetContinuousStates");
    if (n != N_X || x == NULL) return settled(c, fmu_fail(c, "the number of states is another one."));
    memcpy(x, c->now.m.x, n * sizeof *x);
    return OK;
}

API Status fmi3GetNominalsOfContinuousStates(FMU fmu, double nominal[], size_t n)
{
    ENTER(STATES, "fmi3GetNominalsOfContinuousStates");
    if (n != N_X || nominal == NULL) return settled(c, fmu_fail(c, "the number of states is another one."));
    memcpy(nominal, FMU_NOMINAL, n * sizeof *nominal);
    return OK;
}

API Status fmi3GetNumberOfEventIndicators(FMU fmu, size_t *n)
{
    ENTER(ALIVE, "fmi3GetNumberOfEventIndicators");
    if (n == NULL) return settled(c, fmu_fail(c, "a place for the result is missing."));
    *n = N_G;
    return OK;
}

API Status fmi3GetNumberOfContinuousStates(FMU fmu, size_t *n)
{
    ENTER(ALIVE, "fmi3GetNumberOfContinuousStates");
    if (n == NULL) return settled(c, fmu_fail(c, "a place for the result is missing."));
    *n = N_X;
    return OK;
}

/* co-simulation */

API Status fmi3EnterStepMode(FMU fmu)
{
    ENTER(EVENTS, "fmi3EnterStepMode");
    return settled(c, fmu_fail(c, "this FMU has no event mode in co-simulation."));
}

API Status fmi3GetOutputDerivatives(FMU fmu, const Reference vr[], size_t n, const int32_t orders[], double values[], size_t n_values)
{
    ENTER(STEPPING | BETWEEN | DISCARDED | ENDED | FAILED, "fmi3GetOutputDerivatives");
    if (n != n_values) return settled(c, fmu_fail(c, "all variables are scalars: give one value for each value reference."));
    return settled(c, fmu_output_derivatives(c, vr, n, orders, values));
}

/* Tell the importer where the integrator is; it may want to end the step early. */
static real between(Instance *c, real end)
{
    Intermediate update;
    bool wish = false;
    const bool may = c->early && c->now.m.t < end;
    double when = c->now.m.t;
    memcpy(&update, &c->intermediate, sizeof update);
    c->now.mode = BETWEEN;
    update(c->environment, c->now.m.t, false, true, true, may, &wish, &when);
    if (c->now.mode != BETWEEN) return end;
    c->now.mode = STEPPING;
    if (may && wish && when < end) end = when > c->now.m.t ? (real)when : c->now.m.t;
    return end;
}

API Status fmi3DoStep(FMU fmu, double t, double h, bool keeps, bool *events, bool *terminate, bool *early, double *last)
{
    Status status;
    ENTER(STEPPING, "fmi3DoStep");
    (void)keeps;
    if (!events || !terminate || !early || !last) return settled(c, fmu_fail(c, "a place for the result is missing."));
    status = fmu_step(c, (real)t, (real)h, c->intermediate ? between : NULL);
    *events = false;
    *terminate = c->now.stopped;
    *last = c->now.m.t;
    *early = status == OK && c->now.m.t < (real)t + (real)h;
    if (status == DISCARD && c->now.stopped) { *early = true; return OK; }
    if (status == DISCARD) c->now.mode = DISCARDED;
    return settled(c, status);
}

API Status fmi3ActivateModelPartition(FMU fmu, Reference clock, double t)
{
    ENTER(ALIVE, "fmi3ActivateModelPartition");
    (void)clock;
    (void)t;
    return settled(c, fmu_fail(c, "this FMU has no scheduled execution."));
}
