"""Starts that are closed together are those of single machines, and depend on nothing but their own numbers."""

import numpy as np
import pytest

from biela import library
from biela.base.errors import BielaError
from biela.equations.layout import layout_of
from biela.state.assemble import assemble
from biela.state.assemble_many import assemble_many
from biela.state.functions import functions_of
from biela.study.definition import study_of
from biela.study.samples import draw

COUNT = 21
HELD = {
    "four-bar": ["A"], "slider-crank": ["main_bearing"], "spatial-four-bar": ["A"], "five-bar": ["left_shoulder", "right_shoulder"],
    "three-rrr": ["shoulder_1", "shoulder_2", "shoulder_3"], "andrews-squeezer": ["O"], "double-pendulum": ["A"], "bennett": ["A"],
    "stewart-gough": [f"cylinder_{k}" for k in range(1, 7)],
}  # fmt: skip
"""Machine → joints that determine its position."""


def start_of(name):
    near = library.get(name).start()
    q = functions_of(near.mechanism).evaluate("coordinates", *near.arguments())[0]
    return near, lambda joint: float(q[layout_of(near.mechanism).coordinates[joint].start])


def one_by_one(near, P, held, rates):
    """States of single machines, NaN where they cannot be assembled, and reasons."""
    X, reasons = np.full((len(P), near.x.size), np.nan), {}
    for k in range(len(P)):
        try:
            X[k] = assemble(
                near.mechanism, {n: x[k] for n, x in held.items()}, rates={n: x[k] for n, x in rates.items()}, guess=near,
                parameters=dict(zip(near.mechanism.parameters, P[k], strict=True)),
            ).x  # fmt: skip
        except BielaError as error:
            reasons[k] = str(error)
    return X, reasons


@pytest.mark.parametrize("name", HELD)
def test_closed_together_or_alone_is_the_same(name):
    near, coordinate = start_of(name)
    joints = [j for j in HELD[name] if j in near.mechanism.joints] or list(near.mechanism.joints)[:1]
    rng = np.random.default_rng(3)
    far = np.where(rng.random(COUNT) < 0.2, 10.0, 1.0)  # some are led there by themselves
    size = 0.002 if name == "stewart-gough" else 0.03
    held = {joint: coordinate(joint) + far * rng.normal(0, size, COUNT) for joint in joints}
    rates = {joint: rng.normal(size=COUNT) for joint in joints}
    P = np.repeat(near.arguments()[3][None], COUNT, 0)
    X, reasons = assemble_many(near, P, held, rates)
    Y, expected = one_by_one(near, P, held, rates)
    assert reasons == expected
    np.testing.assert_allclose(X, Y, rtol=0, atol=1e-12 * (1 + np.nanmax(np.abs(Y))))
    order = rng.permutation(COUNT)
    parts = [
        assemble_many(near, P[part], *({n: x[part] for n, x in given.items()} for given in (held, rates)))[0]
        for part in (order[:1], order[1:10], order[10:])
    ]
    assert np.array_equal(np.concatenate(parts), X[order], equal_nan=True)


def test_what_is_left_free_moves_least():
    """Of a five-bar with one shoulder held the rest moves as little as it can: not by the rounding of a singular matrix."""
    near, coordinate = start_of("five-bar")
    P = np.repeat(near.arguments()[3][None], 5, 0)
    held = {"left_shoulder": coordinate("left_shoulder") + np.linspace(-0.1, 0.1, 5)}
    X, _ = assemble_many(near, P, held, {"left_shoulder": np.ones(5)})
    Y, _ = one_by_one(near, P, held, {"left_shoulder": np.ones(5)})
    np.testing.assert_allclose(X, Y, rtol=0, atol=1e-11)


def test_links_that_cannot_meet_are_refused_with_a_reason():
    """Cranks from 0.05 m to 3 m: long ones cannot be assembled, and the words are those of a single machine."""
    samples = draw({"crank_length": "0.05..3:6"}, None, seed=1)
    template = study_of(library.get("four-bar"), samples, ["max(A.rate)"], duration=0.1).first
    P = template.parameters(samples.columns, len(samples))
    held = {"A": np.full(len(P), template.near["A.angle"])}
    X, reasons = assemble_many(template.near, P, held, {})
    Y, expected = one_by_one(template.near, P, held, {})
    assert 0 < len(reasons) < len(P)
    assert reasons == expected
    np.testing.assert_allclose(X, Y, rtol=0, atol=1e-12)
