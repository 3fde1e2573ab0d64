"""Time loops in compiled code, and the integration methods that run in them, one file each.

Knows the record of a run, how steps are tried, accepted, closed and interrupted by events, and the tables of the methods. Knows
nothing of machine descriptions: a `System` of kernels is all it integrates. A method is found by its name (`method.py`).
"""
