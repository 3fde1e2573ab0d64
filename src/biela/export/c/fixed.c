/* Number of steps of one length to a time; they adapt to where that time is. */
static int64_t count_steps(Machine *m, real t)
{
    Run *run = &m->run;
    const real steps = (t - run->t[0]) / run->step_size;
    int64_t count = (int64_t)M_(floor)(steps + (real)0.5);
    if (count < 1 || M_(fabs)(steps - (real)count) > (real)1e-6) {
        count = max_int((int64_t)M_(ceil)(steps - (real)1e-6), 1);
        run->t0 = run->t[0];
        run->step[0] = 0;
        run->step_size = (t - run->t[0]) / (real)count;
        run->fresh[0] = 1;
    }
    return count;
}

/* Take some steps, the last of which ends at a time. */
static int take_steps(Machine *m, int64_t count)
{
    Run *run = &m->run;
    run->status[0] = RUNNING;
    run->t_end = run->t0 + (m->t_stop - m->t_start);
    run->grid[0] = run->step[0] + count;
    run->grid[1] = -1;
    run->next[0] = 0;
    while (run->next[0] == 0) {
        if (take_events(m) != RUNNING) return m->status;
        run->block = count;
        fixed_loop(run);
        m->pending = run->reason == STOPPED;
        if (run->status[0] != RUNNING && run->status[0] != DONE) return m->status = (int)run->status[0];
    }
    m->t = run->t[0];
    memcpy(m->x, run->x, sizeof m->x);
    return m->status = DONE;
}

/* Go on to a time at steps of one length. */
static int go_on(Machine *m, real t)
{
    const int status = take_steps(m, count_steps(m, t));
    if (status == DONE) m->t = t;
    return status;
}

/* Go on by one of these steps. */
static int go_one_step(Machine *m, real t)
{
    return count_steps(m, t) == 1 ? go_on(m, t) : take_steps(m, 1);
}
