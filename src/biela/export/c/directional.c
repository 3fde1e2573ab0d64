void machine_directional(Machine *m, const real *seed, real *rates, real *signals)
{
    k_directional(&m->t, m->x, m->u, m->p, seed, rates, signals, m->work);
}
