"""A machine at one instant: its compiled functions, a state, and what can be found without integrating in time.

Knows the description, the equations and the kernels. Closes loops (`closing`) and chooses independent coordinates (`coordinates`);
assembles, balances, linearises, and finds reactions, dead points and coordinates without inertia. The layout of a
state and the limits of rank come from the equations (`equations.layout`, `base.rank`). Knows nothing of time integration, of
results, or of how a result is shown.
"""
