/* What a machine can be asked for; see machine.h. */

/* Begin a run at a state. */
static void restart(Machine *m, real t, const real *x)
{
    Run *run = &m->run;
    real before[N_X];
    memcpy(before, x, sizeof before);
    initialise(run);
    run->t0 = run->t[0] = run->ts[0] = t;
    memcpy(run->x, before, sizeof before);
    memcpy(run->xs, before, sizeof before);
    memcpy(run->u, m->u, sizeof m->u);
    memcpy(run->p, m->p, sizeof m->p);
    run->fresh[0] = 1;
    run->n_out = 1;
    run->all_lanes = run->out_lanes = 1;
    m->pending = 0;
    m->changed = 0;
}

#if N_G
/* A kink at which a step has ended. Where they crowd, as under a part that comes to rest, steps no longer end there. */
static void count_touch(Machine *m)
{
    Run *run = &m->run;
    m->touches[m->touched % CROWD] = run->t[0];
    m->touched++;
    if (m->touched >= CROWD && run->t[0] - m->touches[m->touched % CROWD] < CROWDED * (m->t_stop - m->t_start))
        for (int j = 0; j < N_G; j++)
            if (ACTION[j] == KINK) run->direction[j] = M_NAN;
}

/* Whether the same event keeps happening at ever shorter intervals, as the bounces of a ball that comes to rest. */
static int accumulates(Machine *m, int event)
{
    const real t = m->run.t[0];
    if (event != m->last_event) m->repeated = 0;
    m->last_event = event;
    m->repeats[m->repeated % CROWD] = t;
    m->repeated++;
    return m->repeated >= CROWD && t - m->repeats[m->repeated % CROWD] < ACCUMULATED * (m->t_stop - m->t_start);
}
#endif

/* What happens at the events that ended the last step. */
static int take_events(Machine *m)
{
#if N_G
    Run *run = &m->run;
    int ended = RUNNING;
    if (!m->pending) return RUNNING;
    m->pending = 0;
    for (int j = 0; j < N_G; j++) {
        if (run->fired[j] <= (real)0.5) continue;
        if (ACTION[j] == STOP) ended = STOPPED_BY_EVENT;
        if (ACTION[j] == KINK) count_touch(m);
        else if (accumulates(m, j) && ended == RUNNING) ended = EVENTS_ACCUMULATE;
        if (ACTION[j] == CHANGE) {
            real x[N_X];
            change_state(m, j, x);
            memcpy(run->x, x, sizeof x);
        }
    }
    if (ended != RUNNING) {
        m->t = run->t[0];
        memcpy(m->x, run->x, sizeof m->x);
        return m->status = ended;
    }
    run->event[0] = 0;
    run->fresh[0] = 1;
#else
    (void)m;
#endif
    return RUNNING;
}

void machine_start(Machine *m, real t, real t_stop)
{
    memset(m, 0, sizeof *m);
    memcpy(m->x, START_X, sizeof m->x);
    memcpy(m->u, START_U, sizeof m->u);
    memcpy(m->p, START_P, sizeof m->p);
    m->t = m->t_start = t;
    m->t_stop = t_stop > t ? t_stop : t + DURATION;
    m->changed = 1;
}

void machine_change(Machine *m)
{
    m->changed = 1;
}

int machine_advance(Machine *m, real t)
{
    if (!(t > m->t)) return m->status = DONE;
    if (m->changed) restart(m, m->t, m->x);
    return go_on(m, t);
}

int machine_substep(Machine *m, real t)
{
    if (!(t > m->t)) return m->status = DONE;
    if (m->changed) restart(m, m->t, m->x);
    return go_one_step(m, t);
}

int machine_step(Machine *m)
{
    m->steps++;
    return machine_advance(m, m->t_start + (real)m->steps * STEP);
}

void machine_outputs(Machine *m)
{
    signals(m->t, m->x, m->u, m->p, m->signal, m->work);
}

void machine_rates(Machine *m, real *rates)
{
    k_rates(&m->t, m->x, m->u, m->p, rates, m->work);
}

#ifdef WITH_JACOBIAN
void machine_jacobian(Machine *m, real *dx, real *dt, real *du)
{
    real rates[N_X];
    k_jacobian(&m->t, m->x, m->u, m->p, dx, dt, rates, m->work);
    k_input_jacobian(&m->t, m->x, m->u, m->p, du, m->work);
}

void machine_inverse_dynamics(Machine *m, const real *acceleration, real *efforts)
{
    k_inverse_dynamics(&m->t, m->x, m->u, m->p, acceleration, efforts, m->work);
}
#endif

int machine_close(Machine *m)
{
#if HAS_CLOSURE
    real gap[2], x[N_X];
    for (int k = 0; k < 20; k++) {
        k_project(&m->t, m->x, m->u, m->p, x, m->work);
        memcpy(m->x, x, sizeof x);
        k_residual(&m->t, m->x, m->u, m->p, gap, m->work);
        if (gap[0] <= CLOSED && gap[1] <= CLOSED) break;
    }
    m->changed = 1;
    return gap[0] <= NEARLY_CLOSED && gap[1] <= NEARLY_CLOSED;
#else
    (void)m;
    return 1;
#endif
}

real machine_gap(Machine *m)
{
#if HAS_CLOSURE
    real gap[2];
    k_residual(&m->t, m->x, m->u, m->p, gap, m->work);
    return max_real(gap[0], gap[1]);
#else
    (void)m;
    return 0;
#endif
}

#if N_G
void machine_events(Machine *m, real *g)
{
    k_events(&m->t, m->x, m->u, m->p, g, m->work);
}

int machine_happen(Machine *m, int event)
{
    if (ACTION[event] == CHANGE) {
        real x[N_X];
        memcpy(m->run.x, m->x, sizeof x);
        m->run.t[0] = m->t;
        change_state(m, event, x);
        memcpy(m->x, x, sizeof x);
        m->changed = 1;
    }
    return ACTION[event];
}
#endif
