/* End of the stretch of smooth functions of time that begins at t. */
static real smooth_until(const Machine *m, real t)
{
    real end = m->t_stop;
    for (int k = 0; k < N_BREAKS; k++)
        if (BREAKS[k] > t && BREAKS[k] < end) end = BREAKS[k];
    return end;
}

/* The state inside the last step. */
static void interpolate_again(Machine *m)
{
    Run *run = &m->run;
#if CARRIES_OVER
    real first[N_X];
    memcpy(first, run->k, sizeof first);
    k_rates(run->to, run->xo, run->u, run->p, run->k, run->work);
#endif
    run->accepted[0] = 1;
    write_outputs(run);
#if CARRIES_OVER
    memcpy(run->k, first, sizeof first);
#endif
    memcpy(run->xs, run->x, sizeof run->x);
    run->ts[0] = run->t[0];
}

/* Try one step. */
static int try_step(Machine *m)
{
    Run *run = &m->run;
    if (take_events(m) != RUNNING) return m->status;
    if (run->status[0] == DONE) { /* at a break, or beyond what was to be the end */
        const real t = run->times[0];
        restart(m, run->t[0], run->x);
        run->times[0] = t;
    }
    run->t_end = smooth_until(m, run->t[0]);
    run->min_step = (real)1e-15 * (run->t_end - run->t0);
    run->block = 1;
    adaptive_loop(run);
    m->pending = run->reason == STOPPED;
    if (run->status[0] != RUNNING && run->status[0] != DONE) return m->status = (int)run->status[0];
    return RUNNING;
}

/* Say where the state is wanted. */
static void aim_at(Machine *m, real t)
{
    m->run.times[0] = t;
    m->run.next[0] = 0;
    if (t > m->t_stop) m->t_stop = t;
}

/* Go on to a time with steps that error control chooses. They do not end there: the state there is interpolated and closed. */
static int go_on(Machine *m, real t)
{
    Run *run = &m->run;
    aim_at(m, t);
    if (t <= run->t[0] && run->taken[0] > 0) interpolate_again(m);
    while (run->next[0] == 0)
        if (try_step(m) != RUNNING) return m->status;
    m->t = t;
    memcpy(m->x, run->out, sizeof m->x);
    return m->status = DONE;
}

/* Go on to the end of the step that error control chooses, or to a time inside it. */
static int go_one_step(Machine *m, real t)
{
    Run *run = &m->run;
    aim_at(m, t);
    while (!(run->t[0] > m->t))
        if (try_step(m) != RUNNING) return m->status;
    return go_on(m, min_real(run->t[0], t));
}
