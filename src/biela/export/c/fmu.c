/* What both versions of the standard do with an instance. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fmu.h"

#define MAGIC 0x62696c61u
#define CONSISTENT 1e-10 /* loops that are open by more are closed before a run */

static void log_text(Instance *c, int status, const char *category, const char *text)
{
    if (c->say && (c->logging || status >= DISCARD)) c->say(c, status, category, text);
}

int fmu_fail(Instance *c, const char *text)
{
    log_text(c, ERROR, "logStatusError", text);
    return ERROR;
}

int fmu_may(Instance *c, int modes, const char *function)
{
    char text[160];
    if (c == NULL || c->magic != MAGIC) return 0;
    if (c->now.mode & modes) return 1;
    snprintf(text, sizeof text, "%.60s must not be called now: see the order of calls in the FMI standard.", function);
    log_text(c, ERROR, "logStatusError", text);
    return 0;
}

/* Whether the processor has the instructions that the machine was compiled for. */
static int processor_suffices(void)
{
#if defined(FMU_NEEDS_FMA) && defined(__x86_64__)
    uint32_t a = 1, b, c = 0, d;
    __asm__ __volatile__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (!(c & (1u << 12))) return 0;
    a = 7;
    c = 0;
    __asm__ __volatile__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return (b & (1u << 5)) != 0;
#else
    return 1;
#endif
}

Instance *fmu_new(const char *name, const char *token, int co_simulation, int logging, Say say, void *logger, void *environment)
{
    Instance *c;
    const size_t length = name ? strlen(name) : 0;
    if (length == 0 || token == NULL) return NULL;
    c = (Instance *)calloc(1, sizeof *c);
    if (c == NULL) return NULL;
    c->name = (char *)malloc(length + 1);
    if (c->name == NULL) {
        free(c);
        return NULL;
    }
    memcpy(c->name, name, length + 1);
    c->magic = MAGIC;
    c->co_simulation = co_simulation;
    c->logging = logging;
    c->say = say;
    c->logger = logger;
    c->environment = environment;
    if (strcmp(token, FMU_TOKEN) != 0) {
        fmu_fail(c, "the token differs from that of this FMU: its description and its library do not belong together.");
        fmu_free(c);
        return NULL;
    }
    if (!processor_suffices()) {
        fmu_fail(c, "this processor lacks AVX2 and FMA: export the FMU with --portable.");
        fmu_free(c);
        return NULL;
    }
    fmu_start(c);
    return c;
}

void fmu_free(Instance *c)
{
    if (c == NULL || c->magic != MAGIC) return;
    if (c->now.mode == BETWEEN) { /* a step of it is under way */
        fmu_fail(c, "an instance cannot be freed inside a step.");
        return;
    }
    c->magic = 0;
    free(c->name);
    free(c);
}

static void forget(Instance *c)
{
    c->now.have_signals = c->now.have_rates = 0;
}

void fmu_start(Instance *c)
{
    memset(&c->now, 0, sizeof c->now);
    machine_start(&c->now.m, FMU_START, FMU_STOP);
    c->now.gap = FMU_CLOSED;
    c->now.mode = STARTED;
}

int fmu_experiment(Instance *c, int has_tolerance, double tolerance, double start, int has_stop, double stop)
{
    if (!isfinite(start) || (has_stop && !(stop > start)) || (has_tolerance && !(tolerance > 0)))
        return fmu_fail(c, "the experiment needs a start before its end, and a positive tolerance.");
    if (has_tolerance) c->now.gap = (real)fmin(fmax(100 * tolerance, 1e-10), FMU_CLOSED);
    c->now.m.t = c->now.m.t_start = (real)start;
    c->now.m.t_stop = has_stop ? (real)stop : (real)start + (FMU_STOP - FMU_START);
    machine_change(&c->now.m);
    forget(c);
    return OK;
}

static void need_signals(Instance *c)
{
    if (!c->now.have_signals) machine_outputs(&c->now.m);
    c->now.have_signals = 1;
}

static void need_rates(Instance *c)
{
    if (!c->now.have_rates) machine_rates(&c->now.m, c->now.rates);
    c->now.have_rates = 1;
}

static int all_finite(const real *values, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (!isfinite(values[k])) return 0;
    return 1;
}

static int closed(Instance *c)
{
    if (!c->now.close) return 1;
    c->now.close = 0;
    if (machine_gap(&c->now.m) <= CONSISTENT) return 1;
    forget(c);
    return machine_close(&c->now.m);
}

int fmu_initialised(Instance *c)
{
    if (!closed(c)) return fmu_fail(c, "the loops do not close from the start values: change them, or the parameters.");
    need_rates(c);
    if (!all_finite(c->now.rates, N_X)) return fmu_fail(c, "the rates at the start are not finite: change the start values.");
#if N_G
    machine_events(&c->now.m, c->now.g);
#endif
    return OK;
}

int fmu_get(Instance *c, const uint32_t *vr, size_t n, real *values, size_t n_values)
{
    if (n && (vr == NULL || values == NULL)) return fmu_fail(c, "an array is missing.");
    if (n != n_values) return fmu_fail(c, "all variables are scalars: give one value for each value reference.");
    for (size_t k = 0; k < n; k++) {
        const uint32_t r = vr[k];
        if (r >= VR_END) return fmu_fail(c, "there is no variable with this value reference.");
        if (r >= VR_SIGNAL) need_signals(c);
        if (r >= VR_DX && r < VR_U) need_rates(c);
        values[k] = r < VR_X ? c->now.m.t
            : r < VR_DX ? c->now.m.x[r - VR_X]
            : r < VR_U ? c->now.rates[r - VR_DX]
            : r < VR_P ? c->now.m.u[r - VR_U]
            : r < VR_SIGNAL ? c->now.m.p[r - VR_P]
            : c->now.m.signal[r - VR_SIGNAL];
    }
    return OK;
}

int fmu_set(Instance *c, const uint32_t *vr, size_t n, const real *values, size_t n_values)
{
    const int early = c->now.mode & (STARTED | INITIALISING);
    if (n && (vr == NULL || values == NULL)) return fmu_fail(c, "an array is missing.");
    if (n != n_values) return fmu_fail(c, "all variables are scalars: give one value for each value reference.");
    if (!all_finite(values, n)) return fmu_fail(c, "a value is not finite.");
    for (size_t k = 0; k < n; k++) {
        const uint32_t r = vr[k];
        const int is_state = r >= VR_X && r < VR_DX, is_input = r >= VR_U && r < VR_P, is_parameter = r >= VR_P && r < VR_SIGNAL;
        if (!(is_input || is_parameter || (is_state && early)) || (is_parameter && c->now.mode == CONTINUOUS))
            return fmu_fail(c, "this variable cannot be set now: inputs can, states and parameters before the run, parameters at events.");
    }
    for (size_t k = 0; k < n; k++) {
        const uint32_t r = vr[k];
        real *place = r < VR_DX ? &c->now.m.x[r - VR_X] : r >= VR_U && r < VR_P ? &c->now.m.u[r - VR_U] : &c->now.m.p[r - VR_P];
        if (*place == values[k]) continue;
        *place = values[k];
        machine_change(&c->now.m);
        forget(c);
        if (r < VR_U || r >= VR_P) c->now.close = 1;
    }
    return OK;
}

int fmu_step(Instance *c, real t, real h, Between between)
{
    Machine *m = &c->now.m;
    char text[160];
    real end = t + h;
    int status;
    if (!isfinite(t) || !isfinite(h) || h <= 0) return fmu_fail(c, "a step needs a finite time and a positive length.");
    if (fabs((double)(t - m->t)) > 1e-9 * (1.0 + fabs((double)t))) return fmu_fail(c, "the step does not begin where the last one ended.");
    if (c->now.stopped) return DISCARD;
    if (!closed(c)) return fmu_fail(c, "the loops do not close with these parameters: change them.");
    do {
        forget(c);
        status = between ? machine_substep(m, end) : machine_advance(m, end);
        if (status == DONE && between) end = between(c, end);
        if (c->now.mode == FAILED) return ERROR;
    } while (status == DONE && m->t < end);
    if (status == DONE) return OK;
    if (status == STOPPED_BY_EVENT) {
        c->now.stopped = 1;
        log_text(c, DISCARD, "logEvents", "an event has ended the run.");
        return DISCARD;
    }
    machine_change(m);
    snprintf(text, sizeof text, "the step from t = %.9g s failed (status %d): try a shorter one.", (double)m->t, status);
    log_text(c, DISCARD, "logStatusDiscard", text);
    return DISCARD;
}

int fmu_update(Instance *c, int *changed, int *ends, int *timed, real *next)
{
    Machine *m = &c->now.m;
    *changed = *ends = *timed = 0;
    *next = 0;
    if (machine_gap(m) > c->now.gap) {
        if (!machine_close(m)) return fmu_fail(c, "the loops do not close any more: use smaller tolerances.");
        *changed = 1;
    }
#if N_G
    {
        real g[N_G];
        machine_events(m, g);
        for (int j = 0; j < N_G; j++) {
            const real before = c->now.g[j], way = FMU_DIRECTION[j];
            if ((before < 0 && g[j] >= 0 && way >= 0) || (before > 0 && g[j] <= 0 && way <= 0)) {
                const int action = machine_happen(m, j);
                if (action == 1) *ends = 1;
                if (action == 3) *changed = 1;
            }
        }
        machine_events(m, c->now.g);
    }
#endif
    for (int k = 0; k < FMU_BREAKS; k++)
        if (!*timed && FMU_BREAK[k] > m->t + 1e-12 * fabs((double)m->t)) {
            *timed = 1;
            *next = FMU_BREAK[k];
        }
    forget(c);
    return OK;
}

int fmu_derivatives(Instance *c, real *rates, size_t n)
{
    if (n != N_X || (n && rates == NULL)) return fmu_fail(c, "the number of states is another one.");
    need_rates(c);
    memcpy(rates, c->now.rates, n * sizeof *rates);
    return all_finite(rates, n) ? OK : DISCARD;
}

int fmu_set_states(Instance *c, const real *x, size_t n)
{
    if (n != N_X || (n && x == NULL)) return fmu_fail(c, "the number of states is another one.");
    if (!all_finite(x, n)) return DISCARD;
    memcpy(c->now.m.x, x, n * sizeof *x);
    machine_change(&c->now.m);
    forget(c);
    return OK;
}

int fmu_indicators(Instance *c, real *g, size_t n)
{
    if (n != N_G || (n && g == NULL)) return fmu_fail(c, "the number of event indicators is another one.");
#if N_G
    machine_events(&c->now.m, g);
#endif
    return OK;
}

/* Place of a variable among (x, u, p), or -1. */
static long known_place(uint32_t r)
{
    if (r >= VR_X && r < VR_DX) return (long)(r - VR_X);
    if (r >= VR_U && r < VR_SIGNAL) return (long)(r - VR_U) + N_X;
    return -1;
}

static int check_derivative(Instance *c, const uint32_t *unknown, size_t nu, const uint32_t *known, size_t nk, const real *seed, const real *out)
{
    if ((nu && unknown == NULL) || (nk && known == NULL) || seed == NULL || out == NULL) return fmu_fail(c, "an array is missing.");
    for (size_t k = 0; k < nk; k++)
        if (known_place(known[k]) < 0) return fmu_fail(c, "derivatives are taken by states, inputs and parameters.");
    for (size_t k = 0; k < nu; k++)
        if (!((unknown[k] >= VR_DX && unknown[k] < VR_U) || (unknown[k] >= VR_SIGNAL && unknown[k] < VR_END)))
            return fmu_fail(c, "there are derivatives of rates and of signals.");
    return OK;
}

int fmu_directional(Instance *c, const uint32_t *unknown, size_t nu, const uint32_t *known, size_t nk, const real *seed, real *out)
{
    real along[N_KNOWN + 1] = {0}, rates[SIZE_(N_X)], signals[SIZE_(N_SIGNALS)];
    if (check_derivative(c, unknown, nu, known, nk, seed, out) != OK) return ERROR;
    for (size_t k = 0; k < nk; k++) along[known_place(known[k])] += seed[k];
    machine_directional(&c->now.m, along, rates, signals);
    for (size_t k = 0; k < nu; k++) out[k] = unknown[k] < VR_U ? rates[unknown[k] - VR_DX] : signals[unknown[k] - VR_SIGNAL];
    return OK;
}

int fmu_output_derivatives(Instance *c, const uint32_t *vr, size_t n, const int32_t *order, real *values)
{
    real along[N_KNOWN + 1] = {0}, rates[SIZE_(N_X)], signals[SIZE_(N_SIGNALS)];
    if (n && (vr == NULL || order == NULL || values == NULL)) return fmu_fail(c, "an array is missing.");
    for (size_t k = 0; k < n; k++) {
        if (order[k] != 1) return fmu_fail(c, "outputs have derivatives of order 1.");
        if (vr[k] < VR_SIGNAL || vr[k] >= VR_END) return fmu_fail(c, "there is no output with this value reference.");
    }
    if (n == 0) return OK;
    need_rates(c);
    memcpy(along, c->now.rates, N_X * sizeof *along);
    along[N_KNOWN] = 1; /* time itself; inputs are constant */
    machine_directional(&c->now.m, along, rates, signals);
    for (size_t k = 0; k < n; k++) values[k] = signals[vr[k] - VR_SIGNAL];
    return OK;
}

#ifdef WITH_ADJOINT
int fmu_adjoint(Instance *c, const uint32_t *unknown, size_t nu, const uint32_t *known, size_t nk, const real *seed, real *out)
{
    real rates[SIZE_(N_X)] = {0}, signals[SIZE_(N_SIGNALS)] = {0}, result[SIZE_(N_KNOWN)];
    if (check_derivative(c, unknown, nu, known, nk, seed, out) != OK) return ERROR;
    for (size_t k = 0; k < nu; k++) {
        if (unknown[k] < VR_U) rates[unknown[k] - VR_DX] += seed[k];
        else signals[unknown[k] - VR_SIGNAL] += seed[k];
    }
    machine_adjoint(&c->now.m, rates, signals, result);
    for (size_t k = 0; k < nk; k++) out[k] = result[known_place(known[k])];
    return OK;
}
#endif

int fmu_get_state(Instance *c, void **state)
{
    if (state == NULL) return fmu_fail(c, "a place for the state is missing.");
    if (*state == NULL) *state = malloc(sizeof(Present));
    if (*state == NULL) return fmu_fail(c, "there is no memory for the state.");
    memcpy(*state, &c->now, sizeof(Present));
    return OK;
}

int fmu_set_state(Instance *c, const void *state)
{
    if (state == NULL) return fmu_fail(c, "the state is missing.");
    memcpy(&c->now, state, sizeof c->now);
    return OK;
}

int fmu_free_state(void **state)
{
    if (state == NULL) return OK;
    free(*state);
    *state = NULL;
    return OK;
}

/* Digest of bytes, and of which FMU they belong to: Fowler, Noll & Vo (1991), FNV-1a. */
static uint64_t digest(const void *bytes, size_t size)
{
    const unsigned char *b = (const unsigned char *)bytes;
    uint64_t h = 14695981039346656037u;
    for (const char *k = FMU_TOKEN; *k; k++) h = (h ^ (unsigned char)*k) * 1099511628211u;
    for (size_t k = 0; k < size; k++) h = (h ^ b[k]) * 1099511628211u;
    return h;
}

#define WRITTEN (sizeof(Present) + sizeof(uint64_t))

int fmu_state_size(Instance *c, const void *state, size_t *size)
{
    if (state == NULL || size == NULL) return fmu_fail(c, "the state is missing.");
    *size = WRITTEN;
    return OK;
}

int fmu_write_state(Instance *c, const void *state, void *bytes, size_t size)
{
    uint64_t seal;
    if (state == NULL || bytes == NULL || size < WRITTEN) return fmu_fail(c, "the bytes do not suffice for the state.");
    seal = digest(state, sizeof(Present));
    memcpy(bytes, state, sizeof(Present));
    memcpy((char *)bytes + sizeof(Present), &seal, sizeof seal);
    return OK;
}

int fmu_read_state(Instance *c, const void *bytes, size_t size, void **state)
{
    uint64_t seal = 0;
    if (state == NULL || bytes == NULL || size < WRITTEN) return fmu_fail(c, "the bytes are not those of a state.");
    memcpy(&seal, (const char *)bytes + sizeof(Present), sizeof seal);
    if (seal != digest(bytes, sizeof(Present))) return fmu_fail(c, "the bytes are damaged, or those of another FMU.");
    if (*state == NULL) *state = malloc(sizeof(Present));
    if (*state == NULL) return fmu_fail(c, "there is no memory for the state.");
    memcpy(*state, bytes, sizeof(Present));
    return OK;
}
