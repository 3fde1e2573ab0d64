"""Base parameters of the double-wishbone suspension, as published (thesis on closed-loop mechanisms of low mobility, Tables 5.3 to
5.6, 5.9, 5.11; annex A recovered), in its short names: `mx1` is m c_x of body 1. Right side; the left one is the same with
body numbers + 8 and DKy of the other sign.

Two misprints of the source are corrected: its Table 5.3 puts Izz5 in the row of Iyy3 instead of Ixx3, against its own equation
5.11c (the axle is along Y3, so the moment about it belongs to Ixx3 and Izz3); and 5.9a divides Iyy4 by Ds4² instead of l4².
"""

from __future__ import annotations

import re

_M1 = "(m1 + (1 - Ds5**2/Ds2**2)*m7 - Iyy1/Ds2**2)"
_M2 = "(m2 - Iyy2/Ds4**2)"
_M4 = "(m4 - Iyy4/l4**2)"
_ZK = "(l7/2 + DKz)"
ALONE = "my4 mz4 Ixy4 Ixx4 Ixz4 Iyz4 my5 mz5 Ixy5 Ixx5 Ixz5 Iyz5 mx6 my6 mz6 mx7 my7 mz7".split()
STRUT = {f"I{k}6": f"I{k}6 + I{k}7" for k in ("xx", "xy", "xz", "yy", "yz", "zz")}

T1_RIGHT = {
    "mx1": "mx1 - Ds5*m7 + (Iyy1 + Ds5**2*m7)/Ds2",
    "mz1": "mz1",
    "mx2": "mx2 + Iyy2/Ds4",
    "mz2": "mz2",
    "m3": f"m3 + {_M1} + {_M2} + {_M4} + m5",
    "mx3": f"mx3 + Ds6*{_M4} + DKx*m5",
    "my3": "my3 + mx5 + DKy*m5",
    "mz3": f"mz3 + {_ZK}*m5 + l7/2*{_M2} - l7/2*{_M1}",
    "Ixx3": f"Ixx3 + (DKy**2 + {_ZK}**2)*m5 + 2*DKy*mx5 + Izz5 + l7**2/4*({_M2} + {_M1})",
    "Ixy3": "Ixy3 - DKx*DKy*m5 - DKx*mx5",
    "Ixz3": f"Ixz3 - DKx*{_ZK}*m5",
    "Iyy3": f"Iyy3 + (DKx**2 + {_ZK}**2)*m5 + Ds6**2*{_M4} + l7**2/4*({_M2} + {_M1})",
    "Iyz3": f"Iyz3 - {_ZK}*mx5 - DKy*{_ZK}*m5",
    "Izz3": f"Izz3 + Ds6**2*{_M4} + (DKx**2 + DKy**2)*m5 + 2*DKy*mx5 + Izz5",
    "mx4": "mx4 + Iyy4/l4",
    "Izz4": "Izz4 - Iyy4",
    "Iyy5": "Iyy5 - Izz5",
    **STRUT,
    **{name: name for name in ALONE},
}
T1_RACK = {"m8": "m8 + Iyy4/l4**2 + Iyy12/l4**2"}

_ALL = "(m1 + m2 + m3 + m4 + m5)"
T2_RIGHT = {
    "mx1": f"mx1 + Ds2*{_ALL} + (Ds2 - Ds5)*m7 + Ds2/Ds4*mx2 + Ds2/l4*mx4",
    "Iyy1": f"Iyy1 - Ds2**2*{_ALL} - (Ds2**2 - Ds5**2)*m7 - Ds2**2/Ds4*mx2 - Ds2**2/l4*mx4",
    "Iyy2": "Iyy2 + Ds4*mx2",
    "mx3": "mx3 + Ds6*m4 + Ds6/l4*mx4 + DKx*m5",
    "my3": "my3 + mx5 + DKy*m5",
    "mz3": "mz3 + l7*m2 + (l7 + DKz)*m5 + l7/2*(m3 + m4) + l7/Ds4*mx2 + l7/(2*l4)*mx4",
    "Ixx3": "Ixx3 + Iyy5 + (DKy**2 + l7*DKz + DKz**2)*m5 + 2*DKy*mx5 - l7**2/4*(m3 + m4) - l7**2/(4*l4)*mx4",
    "Ixy3": "Ixy3 - DKx*DKy*m5 - DKx*mx5",
    "Ixz3": f"Ixz3 - DKx*{_ZK}*m5",
    "Iyy3": "Iyy3 + (DKx**2 + l7*DKz + DKz**2)*m5 - l7**2/4*m3 + (Ds6**2 - l7**2/4)*(m4 + mx4/l4)",
    "Iyz3": f"Iyz3 - {_ZK}*(mx5 + DKy*m5)",
    "Izz3": "Izz3 + Iyy5 + (DKx**2 + DKy**2)*m5 + 2*DKy*mx5 + Ds6**2*(m4 + mx4/l4)",
    "Iyy4": "Iyy4 + l4*mx4",
    "Izz4": "Izz4 + l4*mx4",
    "Izz5": "Izz5 - Iyy5",
    **STRUT,
    **{name: name for name in ("mz1", "mz2", *ALONE)},
}
T2_RACK = {"m8": "m8 - (mx4 + mx12)/l4"}

_R, _L = "(m4 + m8 + Iyy12/l4**2)", "(m12 - Iyy12/l4**2)"
_T3_KNUCKLE = {  # with {n} the body number and {rod} what of the tie rod arrives
    "mx{n}": "mx{n} + Ds6*{rod} + DKx*m{w}",
    "my{n}": "my{n} + mx{w} + {DKy}*m{w}",
    "Ixx{n}": "Ixx{n} + Izz{w} + (DKy**2 + l7*DKz + DKz**2)*m{w} + 2*{DKy}*mx{w} - l7**2/4*(m{n} + {rod})",
    "Ixy{n}": "Ixy{n} - DKx*{DKy}*m{w} - DKx*mx{w}",
    "Ixz{n}": "Ixz{n} - DKx*(l7/2 + DKz)*m{w}",
    "Iyy{n}": "Iyy{n} + (DKx**2 + l7*DKz + DKz**2)*m{w} - l7**2/4*m{n} + (Ds6**2 - l7**2/4)*{rod}",
    "Iyz{n}": "Iyz{n} - (l7/2 + DKz)*(mx{w} + {DKy}*m{w})",
    "Izz{n}": "Izz{n} + Izz{w} + (DKx**2 + DKy**2)*m{w} + 2*{DKy}*mx{w} + Ds6**2*{rod}",
}
_HALF = "Iyy12/(2*l4**2)"
T3 = {
    "m1": f"m1 + (m3 + m4 + m8)/2 - DKz/l7*m5 + (1 - Ds5**2/Ds2**2)*m7 - Iyy1/Ds2**2 + {_HALF} - mz3/l7",
    "m2": f"m2 + (m3 + m4 + m8)/2 + (l7 + DKz)/l7*m5 - Iyy2/Ds4**2 + {_HALF} + mz3/l7",
    "m9": f"m9 + (m11 + m12)/2 - DKz/l7*m13 + (1 - Ds5**2/Ds2**2)*m15 - Iyy9/Ds2**2 - {_HALF} - mz11/l7",
    "m10": f"m10 + (m11 + m12)/2 + (l7 + DKz)/l7*m13 - Iyy10/Ds4**2 - {_HALF} + mz11/l7",
    "mx1": T1_RIGHT["mx1"], "mx2": T1_RIGHT["mx2"],
    "mx9": "mx9 - Ds5*m15 + (Iyy9 + Ds5**2*m15)/Ds2", "mx10": "mx10 + Iyy10/Ds4",
    **{k.format(n=3): v.format(n=3, w=5, rod=_R, DKy="DKy") for k, v in _T3_KNUCKLE.items()},
    **{k.format(n=11): v.format(n=11, w=13, rod=_L, DKy="(-DKy)") for k, v in _T3_KNUCKLE.items()},
    "mx4": "mx4 - l4*m8 - Iyy12/l4", "Iyy4": "Iyy4 + l4**2*m8 + Iyy12", "Izz4": "Izz4 + l4**2*m8 + Iyy12",
    "mx12": "mx12 + Iyy12/l4", "Izz12": "Izz12 - Iyy12",
    "Iyy5": "Iyy5 - Izz5", "Iyy13": "Iyy13 - Izz13",
    **STRUT, **{f"I{k}14": f"I{k}14 + I{k}15" for k in ("xx", "xy", "xz", "yy", "yz", "zz")},
    **{name: name for name in ("mz1", "mz2", "mz9", "mz10", *ALONE)},
}  # fmt: skip


def left(text: str) -> str:
    """A row of the right side, for the left one."""
    shifted = re.sub(r"\b(mx|my|mz|m|I[xyz]{2})(\d+)\b", lambda m: f"{m[1]}{int(m[2]) + 8}", text)
    return re.sub(r"\bDKy\b", "(-DKy)", shifted)


T1 = {**T1_RIGHT, **T1_RACK, **{left(k): left(v) for k, v in T1_RIGHT.items()}}
T2 = {**T2_RIGHT, **T2_RACK, **{left(k): left(v) for k, v in T2_RIGHT.items()}}
T3 |= {left(name): left(name) for name in ALONE}

NULL = (
    " ".join(f"my{n} Ixx{n} Ixy{n} Ixz{n} Iyz{n} Izz{n}" for n in (1, 2, 9, 10))
    + " mx8 my8 mz8 Ixx8 Ixy8 Ixz8 Iyy8 Iyz8 Izz8 m6 m14"
).split()
"""The 35 parameters without effect."""
T1_VALUES = {  # CAD values of Table 5.9 (b1 to b10), and two more
    "mx1": -0.339, "mz1": 0.0, "mx2": -0.160, "mz2": 0.0, "m3": 35.0, "mx3": -0.280, "my3": -0.140, "mz3": -1.400, "Ixx3": 0.590,
    "Ixy3": -0.00606, "mx4": -0.045, "m8": 5.6,
}  # fmt: skip
T2_VALUES = {
    "mx1": 11.28,
    "Iyy1": -3.951,
    "mz3": 3.962,
    "Ixx3": -0.302,
    "Izz3": 0.348,
    "mx3": -0.265,
    "my3": -0.14,
    "Iyy2": -0.0384,
}
