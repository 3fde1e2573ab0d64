"""Small dense matrices in compiled loops, row by row: those of a filter's state, of a robot's joints, of a stiff step."""

from __future__ import annotations

import math

from biela.kernel.routine import Pointer, compiled


@compiled
def multiply(a: Pointer, b: Pointer, c: Pointer, n: int, m: int, k: int) -> None:
    """Compute C (n, k) = A (n, m) B (m, k)."""
    for i in range(n):
        for j in range(k):
            total = 0.0
            for q in range(m):
                total += a[i * m + q] * b[q * k + j]
            c[i * k + j] = total


@compiled
def multiply_transposed(a: Pointer, b: Pointer, c: Pointer, n: int, m: int, k: int) -> None:
    """Compute C (n, k) = A (n, m) Bᵀ, B (k, m)."""
    for i in range(n):
        for j in range(k):
            total = 0.0
            for q in range(m):
                total += a[i * m + q] * b[j * m + q]
            c[i * k + j] = total


@compiled
def symmetrise(a: Pointer, n: int) -> None:
    """Replace A by (A + Aᵀ)/2."""
    for i in range(n):
        for j in range(i):
            mean = 0.5 * (a[i * n + j] + a[j * n + i])
            a[i * n + j] = mean
            a[j * n + i] = mean


@compiled
def cholesky(a: Pointer, root: Pointer, n: int) -> bool:
    """Factorise a semidefinite matrix as L Lᵀ; a direction without variance gets zeros. Return false if it is not semidefinite."""
    good = True
    for k in range(n):
        for j in range(k + 1):
            total = a[k * n + j]
            for i in range(j):
                total -= root[k * n + i] * root[j * n + i]
            if j < k:
                root[k * n + j] = total / root[j * n + j] if root[j * n + j] > 0.0 else 0.0
            elif total > 1e-14 * a[k * n + k]:
                root[k * n + k] = math.sqrt(total)
            else:
                good &= total > -1e-9 * abs(a[k * n + k]) - 1e-300
                root[k * n + k] = 0.0
        for j in range(k + 1, n):
            root[k * n + j] = 0.0
    return good


@compiled
def solve_cholesky(root: Pointer, b: Pointer, n: int) -> None:
    """Replace b by (L Lᵀ)⁻¹ b."""
    for i in range(n):
        for j in range(i):
            b[i] -= root[i * n + j] * b[j]
        b[i] /= root[i * n + i]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            b[i] -= root[j * n + i] * b[j]
        b[i] /= root[i * n + i]


@compiled
def factorise(M: Pointer, perm: Pointer, n: int) -> float:
    """Factorise P M = L U in place; return the smallest pivot over the largest, with the sign of the determinant."""
    sign, smallest, largest = 1.0, 1e300, 0.0
    for k in range(n):
        best, at = abs(M[k * n + k]), k
        for i in range(k + 1, n):
            if abs(M[i * n + k]) > best:
                best, at = abs(M[i * n + k]), i
        perm[k] = at
        if at != k:
            sign = -sign
            for j in range(n):
                M[k * n + j], M[at * n + j] = M[at * n + j], M[k * n + j]
        pivot = M[k * n + k]
        smallest, largest = min(smallest, best), max(largest, best)
        if not best > 0.0:
            return 0.0
        if pivot < 0:
            sign = -sign
        inverse = 1.0 / pivot
        for i in range(k + 1, n):
            factor = M[i * n + k]
            if factor != 0.0:
                factor *= inverse
                M[i * n + k] = factor
                for j in range(k + 1, n):
                    M[i * n + j] -= factor * M[k * n + j]
    return sign * smallest / largest if n else 1.0


@compiled
def solve(M: Pointer, perm: Pointer, n: int, b: Pointer) -> None:
    """Solve M z = b in place."""
    for k in range(n):
        at = perm[k]
        if at != k:
            b[k], b[at] = b[at], b[k]
    for i in range(1, n):
        total = b[i]
        for j in range(i):
            total -= M[i * n + j] * b[j]
        b[i] = total
    for i in range(n - 1, -1, -1):
        total = b[i]
        for j in range(i + 1, n):
            total -= M[i * n + j] * b[j]
        b[i] = total / M[i * n + i]


@compiled
def solve_transposed(M: Pointer, perm: Pointer, n: int, b: Pointer) -> None:
    """Solve Mᵀ z = b in place."""
    for i in range(n):
        b[i] /= M[i * n + i]
        value = b[i]
        for j in range(i + 1, n):
            b[j] -= M[i * n + j] * value
    for i in range(n - 1, 0, -1):
        value = b[i]
        for j in range(i):
            b[j] -= M[i * n + j] * value
    for k in range(n - 1, -1, -1):
        at = perm[k]
        if at != k:
            b[k], b[at] = b[at], b[k]
