/* @NAME@: @FILTER@ Kalman filter
 *
 * Written by biela. A Filter is plain memory: allocate it where you like, copy it to keep a state. Nothing is allocated inside.
 * One pass of a live loop reads the sensors, steps the filter, and commands the actuators:
 *
 *     filter_start(&f, 0);
 *     for (;;) {
 *         real z[N_READINGS];                     read the sensors at time t; NAN where one is missing
 *         if (filter_step(&f, t, z) != FILTER_GOOD) ...
 *         f.u[INPUT_...] = ...;                   inputs hold from t on
 *     }
 *
 * Indices of inputs, parameters and states are those of machine.h.
 */
#ifndef FILTER_H
#define FILTER_H
#include "machine.h"

#define N_ESTIMATES @ESTIMATES@
#define N_READINGS @READINGS@

/* indices, with units */
@INDICES@

/* how a call ended */
#define FILTER_GOOD @GOOD@            /* done */
#define FILTER_BAD_COVARIANCE @BADCOVARIANCE@  /* the covariance is no longer positive: model and readings do not fit together */
#define FILTER_LEFT_THE_CHART @LEFT@  /* the mean cannot be assembled: a singular position, or a correction out of reach */
#define FILTER_BAD_TIME @BADTIME@        /* time goes backwards, is not finite, or is too far ahead; nothing was done */

/* memory of the filter */
@RUN@
typedef struct {
    real t;                       /* time of the estimate [s] */
    real u[SIZE_(N_U)];           /* inputs from t on, see INPUT_... */
    real mean[N_ESTIMATES];       /* see ESTIMATE_... */
    real sigma[N_ESTIMATES];      /* standard deviations */
    real expected[N_READINGS];    /* readings expected before they came, see READING_... */
    real variance[N_READINGS];    /* variances of what came minus what was expected */
    real nis;                     /* squared distance of the readings from what was expected, in standard deviations */
    int used;                     /* number of readings used */
    int status;
    FilterRun run;
} Filter;

/* Begin with the prior: mean and covariance of the start, nominal inputs. */
void filter_start(Filter *f, real t);
/* Move the estimate to a later time. */
int filter_predict(Filter *f, real t);
/* Use readings of the present time; those that are not a number are missing. */
int filter_update(Filter *f, const real *readings);
/* Both in one call. */
int filter_step(Filter *f, real t, const real *readings);
/* Covariance of the estimates, N_ESTIMATES rows of N_ESTIMATES. After writing to it, or to the state, go on as usual. */
real *filter_covariance(Filter *f);
/* The whole machine at the mean: its N_X states (see STATE_...), then its N_P parameters. */
real *filter_state(Filter *f);
#endif
