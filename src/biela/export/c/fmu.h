/* An instance of an FMU: a machine, where it is in its life, and what both versions of the standard do with it. */
#ifndef FMU_H
#define FMU_H
#include "machine.h"
#include "fmu_facts.h"

/* value references */
#define VR_X 1
#define VR_DX (VR_X + N_X)
#define VR_U (VR_DX + N_X)
#define VR_P (VR_U + N_U)
#define VR_SIGNAL (VR_P + N_P)
#define VR_END (VR_SIGNAL + N_SIGNALS)
#define N_KNOWN (N_X + N_U + N_P)

/* where an instance is in its life */
enum {
    STARTED = 1, INITIALISING = 2, EVENTS = 4, CONTINUOUS = 8, STEPPING = 16, DISCARDED = 32, ENDED = 64, FAILED = 128,
    CONFIGURING = 256, RECONFIGURING = 512, BETWEEN = 1024, DEAD = 2048
};
#define READABLE (INITIALISING | EVENTS | CONTINUOUS | STEPPING | DISCARDED | ENDED | FAILED | BETWEEN)
#define ALIVE (STARTED | INITIALISING | EVENTS | CONTINUOUS | STEPPING | DISCARDED | ENDED | FAILED | CONFIGURING | RECONFIGURING)

enum { OK, WARNING, DISCARD, ERROR, FATAL, PENDING };

typedef void (*Say)(void *instance, int status, const char *category, const char *message);

typedef struct {
    Machine m;
    int mode;                        /* see above */
    int have_signals, have_rates;    /* whether they belong to the present state */
    int close;                       /* loops may be open */
    int stopped;                     /* an event has ended the run */
    real gap;                        /* how far loops may open between steps of another integrator */
    real rates[SIZE_(N_X)];
    real g[SIZE_(N_G)];              /* event functions when events were last looked at */
} Present;

typedef struct {
    uint32_t magic;
    int co_simulation;
    int logging;
    int set_states;                  /* 1: states may be set one by one */
    int early;                       /* 1: a step may end early */
    Present now;
    Say say;
    void *logger, *environment, *intermediate;
    char *name;
} Instance;

Instance *fmu_new(const char *name, const char *token, int co_simulation, int logging, Say say, void *logger, void *environment);
void fmu_free(Instance *c);
int fmu_may(Instance *c, int modes, const char *function);
int fmu_fail(Instance *c, const char *text);
void fmu_start(Instance *c);
int fmu_experiment(Instance *c, int has_tolerance, double tolerance, double start, int has_stop, double stop);
int fmu_initialised(Instance *c);
int fmu_get(Instance *c, const uint32_t *vr, size_t n, real *values, size_t n_values);
int fmu_set(Instance *c, const uint32_t *vr, size_t n, const real *values, size_t n_values);
/* Between two steps of the integrator: where the whole step is to end. */
typedef real (*Between)(Instance *c, real end);
int fmu_step(Instance *c, real t, real h, Between between);
int fmu_output_derivatives(Instance *c, const uint32_t *vr, size_t n, const int32_t *order, real *values);
int fmu_update(Instance *c, int *changed, int *ends, int *timed, real *next);
int fmu_derivatives(Instance *c, real *rates, size_t n);
int fmu_set_states(Instance *c, const real *x, size_t n);
int fmu_indicators(Instance *c, real *g, size_t n);
int fmu_directional(Instance *c, const uint32_t *unknown, size_t nu, const uint32_t *known, size_t nk, const real *seed, real *out);
#ifdef WITH_ADJOINT
int fmu_adjoint(Instance *c, const uint32_t *unknown, size_t nu, const uint32_t *known, size_t nk, const real *seed, real *out);
#endif
int fmu_get_state(Instance *c, void **state);
int fmu_set_state(Instance *c, const void *state);
int fmu_free_state(void **state);
int fmu_state_size(Instance *c, const void *state, size_t *size);
int fmu_write_state(Instance *c, const void *state, void *bytes, size_t size);
int fmu_read_state(Instance *c, const void *bytes, size_t size, void **state);
#endif
