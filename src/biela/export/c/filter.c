/* What a filter can be asked for; see filter.h. */

/* What the last call found. */
static void take_results(Filter *f)
{
    const FilterRun *run = &f->run;
    memcpy(f->mean, run->out_mean, sizeof f->mean);
    memcpy(f->sigma, run->out_spread, sizeof f->sigma);
    memcpy(f->expected, run->out_y, sizeof f->expected);
    memcpy(f->variance, run->out_yvar, sizeof f->variance);
    f->nis = run->out_nis[0];
    f->used = (int)run->out_count[0];
}

/* Length of the next step. One that differs from the last by rounding is the same. */
static void set_step(FilterRun *run, real h)
{
    if (M_(fabs)(h - run->step_size) <= SAME * h) return;
    run->step_size = h;
    run->substeps = max_int((int64_t)M_(ceil)(h / LONGEST_STEP - SAME), 1);
    set_noise(run, h);
}

/* Advance to a time, then use readings; each where it is asked for. */
static int go(Filter *f, real t, const real *readings)
{
    FilterRun *run = &f->run;
    const real h = t - f->t;
    if (!(h >= 0) || !(h <= LONGEST_STEP * MOST_STEPS)) return f->status = FILTER_BAD_TIME;
#if N_U
    memcpy(run->u, f->u, sizeof run->u);
    memcpy(run->u_one, f->u, sizeof run->u_one);
#endif
    run->times[0] = t;
    for (int i = 0; i < N_READINGS; i++) run->readings[i] = readings ? readings[i] : M_NAN;
    if (h > 0) set_step(run, h);
    run->do_advance = h > 0;
    run->do_update = readings != NULL;
    run->status = FILTER_GOOD;
    kalman_steps(run);
    if (run->status != FILTER_GOOD) return f->status = (int)run->status;
    f->t = t;
    take_results(f);
    return f->status = FILTER_GOOD;
}

void filter_start(Filter *f, real t)
{
    memset(f, 0, sizeof *f);
    initialise(&f->run);
    f->t = f->run.times[0] = t;
    memcpy(f->u, START_U, sizeof f->u);
    record_mean(&f->run);
    take_results(f);
}

int filter_predict(Filter *f, real t)
{
    return go(f, t, NULL);
}

int filter_update(Filter *f, const real *readings)
{
    return go(f, f->t, readings);
}

int filter_step(Filter *f, real t, const real *readings)
{
    return go(f, t, readings);
}

real *filter_covariance(Filter *f)
{
    return f->run.covariance;
}

real *filter_state(Filter *f)
{
    return f->run.mean;
}
