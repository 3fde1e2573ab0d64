/* @NAME@: @ABOUT@
 *
 * Written by biela. A Machine is plain memory: allocate it where you like, copy it to keep a state. Nothing is allocated inside,
 * and several machines may run side by side. All quantities are in SI units.
 */
#ifndef MACHINE_H
#define MACHINE_H
#include <stdint.h>

@SINGLE@
@DERIVATIVES@
typedef @REAL@ real;

@SIZES@
#define SIZE_(n) ((n) > 0 ? (n) : 1)

/* indices, with units */
@INDICES@

/* how an advance ended: DONE is good */
@STATUS@

/* memory of the integrator */
@RUN@
typedef struct {
    real t;                          /* time [s] */
    real x[SIZE_(N_X)];              /* state, see STATE_... */
    real u[SIZE_(N_U)];              /* inputs, see INPUT_... */
    real p[SIZE_(N_P)];              /* parameters, see PARAMETER_... */
    real signal[SIZE_(N_SIGNALS)];   /* set by machine_outputs, see SIGNAL_... */
    int status;
    int changed;                     /* 1: t, x, u or p were changed since the last advance */
    int pending;                     /* 1: an event ended the last step of the integrator */
    int64_t steps;                   /* calls of machine_step */
    real t_start, t_stop;            /* [s] */
    real touches[@CROWD@];           /* times of the last kinks */
    int64_t touched;
    real repeats[@CROWD@];           /* times of the last events, as long as they are the same one */
    int64_t repeated;
    int last_event;
    real work[@WORK@];
    Run run;
} Machine;

/* Begin at the start state, with the nominal inputs and parameters. t_stop: where the run is to end, 0 if that is not known. */
void machine_start(Machine *m, real t, real t_stop);
/* Say that t, x, u or p were changed: the integrator starts anew from them. */
void machine_change(Machine *m);
/* Integrate up to time t; returns DONE, or why it could not. */
int machine_advance(Machine *m, real t);
/* Integrate over one step of the integrator, but not beyond time t. */
int machine_substep(Machine *m, real t);
/* Integrate over one step: the fixed one of the method, or a thousandth of the run. */
int machine_step(Machine *m);
/* Compute all signals. */
void machine_outputs(Machine *m);
/* Rates of the state. */
void machine_rates(Machine *m, real *rates);
#ifdef WITH_JACOBIAN
/* Derivatives of the rates by x (N_X columns of N_X), by time and by u (N_U columns of N_X). */
void machine_jacobian(Machine *m, real *dx, real *dt, real *du);
/* Efforts of the joints of the tree that produce accelerations (N_V each), loads included. */
void machine_inverse_dynamics(Machine *m, const real *acceleration, real *efforts);
#endif
/* Put the state back on the loops; 0 if that fails. How far loops are open at most. */
int machine_close(Machine *m);
real machine_gap(Machine *m);
#if N_G
/* Event functions: something happens where one changes its sign. What happens: 0 nothing, 1 the run ends, 3 the state changed. */
void machine_events(Machine *m, real *g);
int machine_happen(Machine *m, int event);
#endif
#ifdef WITH_DIRECTIONAL
/* Derivatives of rates and signals in the direction seed of (x, u, p, t). */
void machine_directional(Machine *m, const real *seed, real *rates, real *signals);
#endif
#ifdef WITH_ADJOINT
/* The same matrix, transposed, times seeds of rates and signals. */
void machine_adjoint(Machine *m, const real *seed_rates, const real *seed_signals, real *result);
#endif
#endif
