"""Random circuits: biela's state equations against nodal equations with the incidence matrix, and against impedances."""

from __future__ import annotations

import numpy as np
import pytest

from biela.base.errors import DescriptionError
from biela.network import C, I, Network, One, R, Se, Sf, Zero
from biela.network.causality import CausalConflict

Branch = tuple[str, str, int, int, float]  # name, kind, from node, to node, value
GROUND = 0


def random_circuit(rng: np.random.Generator) -> list[Branch]:
    """A connected circuit: every node has two branches at least, every source a resistance in series or in parallel."""
    nodes = int(rng.integers(2, 6))
    pairs = [(k, int(rng.integers(0, k))) for k in range(1, nodes)]
    pairs += [tuple(map(int, rng.choice(nodes, 2, replace=False))) for _ in range(int(rng.integers(nodes, 2 * nodes + 1)))]
    for node in range(1, nodes):
        while sum(node in pair for pair in pairs) < 2:
            pairs.append((node, int(rng.choice([k for k in range(nodes) if k != node]))))
    branches: list[Branch] = []
    extra = nodes
    for k, (i, j) in enumerate(pairs):
        kind = str(rng.choice(["R", "C", "I", "Se", "Sf"], p=[0.35, 0.25, 0.25, 0.08, 0.07]))
        value = float(np.exp(rng.uniform(-1, 1)))
        if kind == "Se":
            branches += [(f"u{k}", "Se", i, extra, 1.0), (f"ru{k}", "R", extra, j, value)]
            extra += 1
        elif kind == "Sf":
            branches += [(f"i{k}", "Sf", i, j, 1.0), (f"ri{k}", "R", i, j, value)]
        else:
            branches.append((f"{kind.lower()}{k}", kind, i, j, value))
    if not any(b[1] in ("Se", "Sf") for b in branches):
        branches += [("i_in", "Sf", 1, 0, 1.0), ("r_in", "R", 1, 0, 1.0)]
    return branches


def bond_graph(branches: list[Branch]) -> Network:
    """A 0-junction for each node but the ground, a 1-junction for each branch; positive current from the first node."""
    net = Network("circuit")
    nodes = sorted({n for b in branches for n in b[2:4]} - {GROUND})
    net.add(*(Zero(f"node{n}") for n in nodes))
    make = {"R": R, "C": C, "I": I, "Se": lambda name, _: Se(name), "Sf": lambda name, _: Sf(name)}
    for name, kind, i, j, value in branches:
        net.add(One(f"j_{name}"), make[kind](name, value))
        if i != GROUND:
            net.connect(f"node{i}", f"j_{name}")
        if kind in ("Se", "Sf"):
            net.connect(name, f"j_{name}")
        else:
            net.connect(f"j_{name}", name)
        if j != GROUND:
            net.connect(f"j_{name}", f"node{j}")
    return net


def incidence(branches: list[Branch]) -> np.ndarray:
    nodes = sorted({n for b in branches for n in b[2:4]} - {GROUND})
    A = np.zeros((len(nodes), len(branches)))
    for k, (_, _, i, j, _) in enumerate(branches):
        if i != GROUND:
            A[nodes.index(i), k] += 1
        if j != GROUND:
            A[nodes.index(j), k] -= 1
    return A


def tableau(branches: list[Branch], s: complex | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(T, X, U) of T [node voltages; branch currents] = X x + U u. With s, storages are impedances and X is empty.

    A source of effort adds its voltage along the branch: v_i − v_j = −u; a source of flow drives the current u.
    """
    A = incidence(branches)
    n, b = A.shape
    storages = [k for k, br in enumerate(branches) if br[1] in "CI"]
    inputs = [k for k, br in enumerate(branches) if br[1] in ("Se", "Sf")]
    T = np.zeros((n + b, n + b), complex if s is not None else float)
    X, U = np.zeros((n + b, len(storages))), np.zeros((n + b, len(inputs)))
    T[:n, n:] = A
    for k, (_, kind, _, _, value) in enumerate(branches):
        row = n + k
        voltage, current = T[row, :n], T[row : row + 1, n + k]
        match kind:
            case "R":
                voltage[:] = A[:, k]
                current[:] = -value
            case "Se":
                voltage[:] = A[:, k]
                U[row, inputs.index(k)] = -1.0
            case "Sf":
                current[:] = 1.0
                U[row, inputs.index(k)] = 1.0
            case "C" if s is None:
                voltage[:] = A[:, k]
                X[row, storages.index(k)] = 1 / value
            case "I" if s is None:
                current[:] = 1.0
                X[row, storages.index(k)] = 1 / value
            case "C":
                voltage[:] = s * value * A[:, k]
                current[:] = -1.0
            case "I":
                voltage[:] = A[:, k]
                current[:] = -s * value  # type: ignore[operator]
    return T, X, U


def nodal_state_matrices(branches: list[Branch]) -> tuple[np.ndarray, np.ndarray]:
    """A and B with charges and fluxes as states, all storages independent."""
    T, X, U = tableau(branches, None)
    A = incidence(branches)
    n = len(A)
    W = np.linalg.solve(T, np.hstack([X, U]))
    rows = []
    for k, br in enumerate(branches):
        if br[1] == "C":
            rows.append(W[n + k])
        elif br[1] == "I":
            rows.append(A[:, k] @ W[:n])
    M = np.array(rows).reshape(-1, W.shape[1])
    return M[:, : X.shape[1]], M[:, X.shape[1] :]


@pytest.mark.parametrize("number", [60, 300])
def test_many_circuits(number: int) -> None:
    rng = np.random.default_rng(2024)
    compared, dependent, loops = 0, 0, 0
    while compared < number:
        branches = random_circuit(rng)
        net = bond_graph(branches)
        storages = [b[0] for b in branches if b[1] in "CI"]
        causality = net.causality
        outputs = [f"{b[0]}.effort" for b in branches if b[1] in "RC"] + [f"{b[0]}.flow" for b in branches if b[1] in "RI"]
        model = net.linearise(outputs=outputs)
        loops += bool(causality.loops)
        if not causality.derivative:
            A, B = nodal_state_matrices(branches)
            order = [storages.index(name.split(".")[0]) for name in model.states]
            into = [b[0] for b in branches if b[1] in ("Se", "Sf")]
            columns = [into.index(name) for name in model.inputs]
            scale = max(1.0, np.abs(A).max(initial=0.0), np.abs(B).max(initial=0.0))
            assert np.abs(model.A - A[np.ix_(order, order)]).max(initial=0.0) < 1e-10 * scale
            assert np.abs(model.B - B[np.ix_(order, columns)]).max(initial=0.0) < 1e-10 * scale
        else:
            dependent += 1
        check_impedances(branches, model, outputs)
        compared += 1
    assert dependent > 0.1 * number  # storages that depend on others were among them
    assert loops > 0.1 * number  # and algebraic loops


def check_impedances(branches: list[Branch], model: object, outputs: list[str]) -> None:
    names = [b[0] for b in branches]
    inputs = [b[0] for b in branches if b[1] in ("Se", "Sf")]
    A = incidence(branches)
    n = len(A)
    for s in (0.7 + 0.4j, 0.2 - 1.9j):
        T, _, U = tableau(branches, s)
        W = np.linalg.solve(T, U)
        for output in outputs:
            name, quantity = output.split(".")
            k = names.index(name)
            row = A[:, k] @ W[:n] if quantity == "effort" else W[n + k]
            expected = np.array([row[inputs.index(i)] for i in model.inputs])  # type: ignore[attr-defined]
            M = model  # type: ignore[assignment]
            G = M.C[outputs.index(output)] @ np.linalg.solve(s * np.eye(len(M.A)) - M.A, M.B) + M.D[outputs.index(output)]  # type: ignore[attr-defined]
            assert np.abs(G - expected).max() < 1e-10 * max(1.0, np.abs(expected).max())


@pytest.mark.parametrize("seed", range(20))
def test_ill_posed_circuits_are_refused_with_the_right_reason(seed: int) -> None:
    """Two sources of voltage in parallel, or two of current in series, somewhere in a random circuit."""
    rng = np.random.default_rng(seed)
    branches = random_circuit(rng)
    new = max(n for b in branches for n in b[2:4]) + 1
    if seed % 2:
        branches += [("first", "Se", 1, 0, 1.0), ("second", "Se", 1, 0, 1.0)]
    else:
        branches += [("first", "Sf", 1, new, 1.0), ("second", "Sf", new, 0, 1.0)]
    net = bond_graph(branches)
    with pytest.raises(CausalConflict, match="causal conflict") as caught:
        net.causality  # noqa: B018
    assert "first" in str(caught.value)
    assert "second" in str(caught.value)
    assert isinstance(caught.value, DescriptionError)
