"""An OpenCRG road as text: five rows of three long sections, the first of which rises."""

from __future__ import annotations

CRG = """$CT
a road of the tests
$
$ROAD_CRG
REFERENCE_LINE_START_U   =  0.0
REFERENCE_LINE_END_U     =  4.0
REFERENCE_LINE_INCREMENT =  1.0
REFERENCE_LINE_START_X   = 10.0
LONG_SECTION_V_RIGHT     = -1.0
LONG_SECTION_V_LEFT      =  1.0
$
$KD_DEFINITION
#:LRFI
U:reference line u,m,0.0,1.0
D:reference line phi,rad
D:reference line slope,m/m
D:long section 1,m
D:long section 2,m
D:long section 3,m
$
$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$
"""
ROWS = [(0.0, 0.1, 0.0, 0.1 * k, 0.2) for k in range(5)]
DATA = "".join(" ".join(f"{x:.7f}" for x in row) + "\n" for row in ROWS)
