"""Use cases: a machine in, a folder of results out. The command line, the studio and scripts share them.

Knows how machines are read, computed and drawn, and in which order. Knows nothing of options, terminals or servers.
"""
