"""The equations of a machine, each written once in CasADi symbols. Everything numeric is derived from them.

Knows descriptions and networks; asks elements for their laws. Must not know compiled code, states or time stepping.
"""
