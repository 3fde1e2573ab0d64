"""FMUs of other tools: what their description says, and a process that runs one.

Knows the FMI standard and FMPy. Must not know machines or networks.
"""
