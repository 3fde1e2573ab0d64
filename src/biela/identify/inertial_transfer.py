"""Monopole, dipole and quadrupole: what they add to the ten parameters of a body.

    mass μ at r            m += μ      d += μ r      I += μ (rᵀr 1 − r rᵀ)                       (1)
    dipole along u at r                d += u        I += 2 (rᵀu) 1 − r uᵀ − u rᵀ                (2)
    quadrupole along u                               I += uᵀu 1 − u uᵀ                           (3)
    tensor q                                         I += q                                      (4)

all in the body's own axes, about its own origin. Two opposite masses close to each other are a dipole, two dipoles a quadrupole:
(2) and (3) are the derivatives of (1) along u. Element kind of number serves: fractions, rational functions, floats.

Reference: Ros, Iriarte & Mata (2012), "3D inertia transfer concept and symbolic determination of the base inertial parameters".
"""

from __future__ import annotations

from collections.abc import Sequence

from biela.identify.exact import Element

Vector = Sequence[Element]
Matrix = Sequence[Vector]
PLACES = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
"""Entries of the tensor in the order of the ten parameters."""


def monopole(r: Vector, zero: Element, one: Element) -> list[Element]:
    """Return a unit mass at r (1)."""
    square = dot(r, r)
    tensor = [(square if i == j else zero) - r[i] * r[j] for i, j in PLACES]
    return [one, *r, *tensor]


def dipole(r: Vector, u: Vector, zero: Element) -> list[Element]:
    """Return a unit dipole along u at r (2)."""
    twice = dot(r, u) + dot(r, u)
    tensor = [(twice if i == j else zero) - r[i] * u[j] - u[i] * r[j] for i, j in PLACES]
    return [zero, *u, *tensor]


def quadrupole(u: Vector, zero: Element) -> list[Element]:
    """Return a quadrupole along u (3)."""
    square = dot(u, u)
    return [zero] * 4 + [(square if i == j else zero) - u[i] * u[j] for i, j in PLACES]


def tensor(q: Matrix, zero: Element) -> list[Element]:
    """Return a symmetric tensor (4)."""
    return [zero] * 4 + [q[i][j] for i, j in PLACES]


def unit_tensors(zero: Element, one: Element) -> list[list[list[Element]]]:
    """Return the six symmetric tensors with a one in one place (and its mirror)."""
    out = []
    for i, j in PLACES:
        q = [[zero] * 3 for _ in range(3)]
        q[i][j] = q[j][i] = one
        out.append(q)
    return out


def without_moment(u: Vector, zero: Element, one: Element) -> list[list[list[Element]]]:
    """Return five tensors q with uᵀ q u = 0: what a body that turns about u alone does not feel."""
    k = next(i for i in range(3) if u[i] != zero)
    out = []
    for (i, j), q in zip(PLACES, unit_tensors(zero, one), strict=True):
        if (i, j) == (k, k):
            continue
        moment = u[i] * u[j] if i == j else u[i] * u[j] + u[i] * u[j]
        q[k][k] = q[k][k] - moment / (u[k] * u[k])
        out.append(q)
    return out


def rotated(R: Matrix, q: Matrix) -> list[list[Element]]:
    """Return R q Rᵀ."""
    left = [[dot(row, [q[k][j] for k in range(3)]) for j in range(3)] for row in R]
    return [[dot(left[i], R[j]) for j in range(3)] for i in range(3)]


def times(R: Matrix, u: Vector) -> list[Element]:
    """Return R u."""
    return [dot(row, u) for row in R]


def dot(a: Vector, b: Vector) -> Element:
    """Return aᵀ b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
