/* The functions of FMI 2.0.5, for co-simulation and model exchange. */
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

typedef void *Component;
typedef unsigned int Reference;
typedef int Boolean;
typedef int Status;
typedef void (*Logger)(void *, const char *, Status, const char *, const char *, ...);
typedef struct {
    Logger logger;
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, Status);
    void *environment;
} Callbacks;
typedef struct {
    Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsChanged, valuesChanged, nextEventTimeDefined;
    double nextEventTime;
} EventInfo;

static void say(void *instance, int status, const char *category, const char *message)
{
    Instance *c = (Instance *)instance;
    Logger logger;
    memcpy(&logger, &c->logger, sizeof logger);
    if (logger) logger(c->environment, c->name, status, category, "%s", message);
}

#define ENTER(modes, name)                             \
    Instance *c = (Instance *)component;               \
    if (!fmu_may(c, modes, name)) return ERROR

/* An error leaves an instance in which only little may be called. */
static Status settled(Instance *c, int status)
{
    if (status == ERROR) c->now.mode = FAILED;
    return status;
}

API const char *fmi2GetTypesPlatform(void) { return "default"; }
API const char *fmi2GetVersion(void) { return "2.0"; }

API Status fmi2SetDebugLogging(Component component, Boolean on, size_t n, const char *const categories[])
{
    ENTER(ALIVE, "fmi2SetDebugLogging");
    (void)categories;
    (void)n;
    c->logging = on != 0;
    return OK;
}

API Component fmi2Instantiate(const char *name, int type, const char *guid, const char *resources, const Callbacks *functions,
    Boolean visible, Boolean logging)
{
    void *logger = NULL;
    (void)resources;
    (void)visible;
    if (functions == NULL || (type != 0 && type != 1)) return NULL;
    memcpy(&logger, &functions->logger, sizeof logger);
    return fmu_new(name, guid, type == 1, logging, say, logger, functions->environment);
}

API void fmi2FreeInstance(Component component) { fmu_free((Instance *)component); }

API Status fmi2SetupExperiment(Component component, Boolean has_tolerance, double tolerance, double start, Boolean has_stop, double stop)
{
    ENTER(STARTED, "fmi2SetupExperiment");
    return settled(c, fmu_experiment(c, has_tolerance, tolerance, start, has_stop, stop));
}

API Status fmi2EnterInitializationMode(Component component)
{
    ENTER(STARTED, "fmi2EnterInitializationMode");
    c->now.mode = INITIALISING;
    return OK;
}

API Status fmi2ExitInitializationMode(Component component)
{
    ENTER(INITIALISING, "fmi2ExitInitializationMode");
    c->now.mode = c->co_simulation ? STEPPING : EVENTS;
    return settled(c, fmu_initialised(c));
}

API Status fmi2Terminate(Component component)
{
    ENTER(EVENTS | CONTINUOUS | STEPPING | DISCARDED, "fmi2Terminate");
    c->now.mode = ENDED;
    return OK;
}

API Status fmi2Reset(Component component)
{
    ENTER(STARTED | INITIALISING | EVENTS | CONTINUOUS | STEPPING | DISCARDED | ENDED | FAILED, "fmi2Reset");
    fmu_start(c);
    return OK;
}

API Status fmi2GetReal(Component component, const Reference vr[], size_t n, double values[])
{
    ENTER(STARTED | READABLE, "fmi2GetReal");
    return settled(c, fmu_get(c, vr, n, values, n));
}

API Status fmi2SetReal(Component component, const Reference vr[], size_t n, const double values[])
{
    ENTER(STARTED | INITIALISING | EVENTS | CONTINUOUS | STEPPING, "fmi2SetReal");
    return settled(c, fmu_set(c, vr, n, values, n));
}

/* All variables are real. */
#define NONE(name, qualifier, type, modes)                                                              \
    API Status name(Component component, const Reference vr[], size_t n, qualifier type values[])        \
    {                                                                                                   \
        ENTER(modes, #name);                                                                            \
        (void)vr;                                                                                       \
        (void)values;                                                                                   \
        return n ? settled(c, fmu_fail(c, "there is no variable of this type.")) : OK;                  \
    }
#define TEXT const char *
NONE(fmi2GetInteger, , int, STARTED | READABLE)
NONE(fmi2GetBoolean, , Boolean, STARTED | READABLE)
NONE(fmi2GetString, , TEXT, STARTED | READABLE)
NONE(fmi2SetInteger, const, int, STARTED | INITIALISING | EVENTS | STEPPING)
NONE(fmi2SetBoolean, const, Boolean, STARTED | INITIALISING | EVENTS | STEPPING)
NONE(fmi2SetString, , TEXT const, STARTED | INITIALISING | EVENTS | STEPPING)

#define KEEPABLE (STARTED | INITIALISING | EVENTS | CONTINUOUS | STEPPING | DISCARDED | ENDED | FAILED)

API Status fmi2GetFMUstate(Component component, void **state)
{
    ENTER(KEEPABLE, "fmi2GetFMUstate");
    return settled(c, fmu_get_state(c, state));
}

API Status fmi2SetFMUstate(Component component, void *state)
{
    ENTER(KEEPABLE, "fmi2SetFMUstate");
    return settled(c, fmu_set_state(c, state));
}

API Status fmi2FreeFMUstate(Component component, void **state)
{
    ENTER(KEEPABLE, "fmi2FreeFMUstate");
    return settled(c, fmu_free_state(state));
}

API Status fmi2SerializedFMUstateSize(Component component, void *state, size_t *size)
{
    ENTER(KEEPABLE, "fmi2SerializedFMUstateSize");
    return settled(c, fmu_state_size(c, state, size));
}

API Status fmi2SerializeFMUstate(Component component, void *state, char bytes[], size_t size)
{
    ENTER(KEEPABLE, "fmi2SerializeFMUstate");
    return settled(c, fmu_write_state(c, state, bytes, size));
}

API Status fmi2DeSerializeFMUstate(Component component, const char bytes[], size_t size, void **state)
{
    ENTER(KEEPABLE, "fmi2DeSerializeFMUstate");
    return settled(c, fmu_read_state(c, bytes, size, state));
}

API Status fmi2GetDirectionalDerivative(Component component, const Reference unknown[], size_t nu, const Reference known[], size_t nk,
    const double seed[], double out[])
{
    ENTER(INITIALISING | EVENTS | CONTINUOUS | STEPPING | DISCARDED | ENDED | FAILED, "fmi2GetDirectionalDerivative");
    return settled(c, fmu_directional(c, unknown, nu, known, nk, seed, out));
}

/* model exchange */

API Status fmi2EnterEventMode(Component component)
{
    ENTER(EVENTS | CONTINUOUS, "fmi2EnterEventMode");
    if (c->co_simulation) return settled(c, fmu_fail(c, "this is a co-simulation."));
    c->now.mode = EVENTS;
    return OK;
}

API Status fmi2NewDiscreteStates(Component component, EventInfo *info)
{
    int changed, ends, timed;
    real next;
    Status status;
    ENTER(EVENTS, "fmi2NewDiscreteStates");
    if (info == NULL) return settled(c, fmu_fail(c, "a place for the result is missing."));
    status = fmu_update(c, &changed, &ends, &timed, &next);
    info->newDiscreteStatesNeeded = info->nominalsChanged = 0;
    info->terminateSimulation = ends;
    info->valuesChanged = changed;
    info->nextEventTimeDefined = timed;
    info->nextEventTime = next;
    return settled(c, status);
}

API Status fmi2EnterContinuousTimeMode(Component component)
{
    ENTER(EVENTS, "fmi2EnterContinuousTimeMode");
    c->now.mode = CONTINUOUS;
    return OK;
}

API Status fmi2CompletedIntegratorStep(Component component, Boolean no_set_state, Boolean *enter_events, Boolean *terminate)
{
    ENTER(CONTINUOUS, "fmi2CompletedIntegratorStep");
    (void)no_set_state;
    if (enter_events == NULL || terminate == NULL) return settled(c, fmu_fail(c, "a place for the result is missing."));
    *enter_events = machine_gap(&c->now.m) > c->now.gap;
    *terminate = 0;
    return OK;
}

API Status fmi2SetTime(Component component, double t)
{
    ENTER(EVENTS | CONTINUOUS, "fmi2SetTime");
    if (t != t) return settled(c, fmu_fail(c, "the time is not a number."));
    if (c->now.m.t != (real)t) c->now.have_signals = c->now.have_rates = 0;
    c->now.m.t = (real)t;
    return OK;
}

API Status fmi2SetContinuousStates(Component component, const double x[], size_t n)
{
    ENTER(CONTINUOUS, "fmi2SetContinuousStates");
    return settled(c, fmu_set_states(c, x, n));
}

API Status fmi2GetDerivatives(Component component, double rates[], size_t n)
{
    ENTER(EVENTS | CONTINUOUS | ENDED | FAILED, "fmi2GetDerivatives");
    return settled(c, fmu_derivatives(c, rates, n));
}

API Status fmi2GetEventIndicators(Component component, double g[], size_t n)
{
    ENTER(EVENTS | CONTINUOUS | ENDED | FAILED, "fmi2GetEventIndicators");
    return settled(c, fmu_indicators(c, g, n));
}

API Status fmi2GetContinuousStates(Component component, double x[], size_t n)
{
    ENTER(EVENTS | CONTINUOUS | ENDED | FAILED, "fmi2GetContinuousStates");
    if (n != N_X || x == NULL) return settled(c, fmu_fail(c, "the number of states is another one."));
    memcpy(x, c->now.m.x, n * sizeof *x);
    return OK;
}

API Status fmi2GetNominalsOfContinuousStates(Component component, double nominal[], size_t n)
{
    ENTER(EVENTS | CONTINUOUS | ENDED | FAILED, "fmi2GetNominalsOfContinuousStates");
    if (n != N_X || nominal == NULL) return settled(c, fmu_fail(c, "the number of states is another one."));
    memcpy(nominal, FMU_NOMINAL, n * sizeof *nominal);
    return OK;
}

/* co-simulation */

API Status fmi2SetRealInputDerivatives(Component component, const Reference vr[], size_t n, const int order[], const double values[])
{
    ENTER(INITIALISING | STEPPING, "fmi2SetRealInputDerivatives");
    (void)vr;
    (void)order;
    (void)values;
    return n ? settled(c, fmu_fail(c, "inputs are constant over a step: canInterpolateInputs is false.")) : OK;
}

API Status fmi2GetRealOutputDerivatives(Component component, const Reference vr[], size_t n, const int order[], double values[])
{
    ENTER(STEPPING | DISCARDED | ENDED | FAILED, "fmi2GetRealOutputDerivatives");
    return settled(c, fmu_output_derivatives(c, vr, n, order, values));
}

API Status fmi2DoStep(Component component, double t, double h, Boolean keeps)
{
    Status status;
    ENTER(STEPPING, "fmi2DoStep");
    (void)keeps;
    status = fmu_step(c, (real)t, (real)h, NULL);
    if (status == DISCARD) c->now.mode = DISCARDED;
    return settled(c, status);
}

API Status fmi2CancelStep(Component component)
{
    ENTER(0, "fmi2CancelStep");
    return ERROR;
}

#define LAST (STEPPING | DISCARDED | ENDED | FAILED)
/* kinds of status: 0 of the step, 1 text, 2 last time that was reached, 3 whether the run has ended */

API Status fmi2GetStatus(Component component, int kind, Status *value)
{
    ENTER(LAST, "fmi2GetStatus");
    (void)kind;
    if (value == NULL) return settled(c, fmu_fail(c, "a place for the result is missing."));
    return DISCARD;
}

API Status fmi2GetRealStatus(Component component, int kind, double *value)
{
    ENTER(LAST, "fmi2GetRealStatus");
    if (value == NULL) return settled(c, fmu_fail(c, "a place for the result is missing."));
    if (kind != 2) return DISCARD;
    *value = c->now.m.t;
    return OK;
}

API Status fmi2GetIntegerStatus(Component component, int kind, int *value)
{
    ENTER(LAST, "fmi2GetIntegerStatus");
    (void)kind;
    if (value == NULL) return settled(c, fmu_fail(c, "a place for the result is missing."));
    return DISCARD;
}

API Status fmi2GetBooleanStatus(Component component, int kind, Boolean *value)
{
    ENTER(LAST, "fmi2GetBooleanStatus");
    if (value == NULL) return settled(c, fmu_fail(c, "a place for the result is missing."));
    if (kind != 3) return DISCARD;
    *value = c->now.stopped;
    return OK;
}

API Status fmi2GetStringStatus(Component component, int kind, const char **value)
{
    ENTER(LAST, "fmi2GetStringStatus");
    (void)kind;
    if (value == NULL) return settled(c, fmu_fail(c, "a place for the result is missing."));
    return DISCARD;
}
