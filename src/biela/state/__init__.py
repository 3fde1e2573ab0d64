"""A machine at one instant: its compiled functions, a state, and what can be found without integrating in time.

Knows the description, the equations and the kernels. Closes loops, chooses independent coordinates and decides rank; assembles,
balances, linearises and finds reactions. Knows nothing of time integration, of results, or of how a result is shown.
"""
