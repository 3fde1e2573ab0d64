void machine_adjoint(Machine *m, const real *seed_rates, const real *seed_signals, real *result)
{
    k_adjoint(&m->t, m->x, m->u, m->p, seed_rates, seed_signals, result, m->work);
}
