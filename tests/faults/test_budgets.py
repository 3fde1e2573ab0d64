"""Small files that would ask for much work: the time to read grows with the file, or the file is refused by name."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import biela
from biela.base.errors import nearest
from biela.files.results.repeat import from_result

HEAD = "biela: 1\nname: m\n"
ARM = "bodies: {b: {mass: 1 kg, inertia: [1, 1, 1]}}\njoints: {A: {type: revolute, parent: ground, child: b}}\n"


def chain(links: int, first: str = "{value: 1, free: true}") -> str:
    """Parameters each of which contains the one before twice; written out in full the last one has 2^links terms."""
    rows = "".join(f"  p{k}: (p{k - 1} + p{k - 1})/2\n" for k in range(1, links + 1))
    body = f"bodies: {{b: {{mass: p{links}, com: [p{links}, 0, 0], inertia: [1, 1, p{links // 2}]}}}}\n"
    joint = "joints: {A: {type: revolute, parent: ground, child: b}}\n"
    law = f"loads: {{law: {{type: user_effort, joint: A, effort: -p{links}*A.angle}}}}\n"
    return f"{HEAD}gravity: [0, -9.81, 0]\nparameters:\n  p0: {first}\n{rows}{body}{joint}{law}simulation: {{duration: 0.1 s}}\n"


def test_a_chain_of_parameters_is_read_and_run_in_linear_time() -> None:
    began = time.process_time()
    case = biela.loads(chain(60))
    long, short = case.simulate(parameters={"p0": 2.0}), biela.loads(chain(1)).simulate(parameters={"p0": 2.0})
    assert time.process_time() - began < 20.0  # 2⁶⁰ terms would take longer than the universe is old
    assert abs(long["A.angle"] - short["A.angle"]).max() < 1e-12
    assert "operations on p0" in repr(case.mechanism.bodies["b"].mass)


def test_the_time_for_a_chain_grows_with_its_length() -> None:
    def seconds(links: int) -> float:
        text = chain(links)
        began = time.process_time()
        biela.loads(text).mechanism.check()
        return time.process_time() - began

    seconds(10)
    assert seconds(2000) < 20 * max(seconds(200), 0.02)  # ten times as many links


def test_a_machine_with_a_chain_is_written_with_named_terms_and_comes_back() -> None:
    m = biela.Mechanism("chained", gravity=(0, -9.81, 0))
    p = q = m.parameter("p", 0.5, "m")
    m.parameter("other", 1.0)
    for _ in range(40):
        p = (p + p) / 2
    m.revolute("A", m.ground, m.body("term_1", mass=p, com=(p, 0, 0), inertia=biela.rod(mass=p, length=2 * q)))
    text = biela.files.dumps(m)
    assert len(text) < 5000 and "term_1_: " in text and "term_2: " in text
    case = biela.loads(text)
    assert biela.files.dumps(case.mechanism) == text
    for given in (None, {"p": 0.7}):
        one, two = (x.simulate({"A": 0.3}, 0.1, parameters=given) for x in (m, case.mechanism))
        assert abs(one["A.angle"] - two["A.angle"]).max() < 1e-13


def test_the_result_of_a_chain_runs_again(tmp_path: Path) -> None:
    text = chain(40).replace("loads:", "# loads:")
    run = biela.loads(text).simulate(parameters={"p0": 1.5})
    again = from_result(run.save(tmp_path / "r.nc")).simulate()
    assert again.p.tolist() == [1.5] and (again.x == run.x).all()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{HEAD}{ARM}networks: {{n: {{components: {{x: {{type: hydraulic.pipe, length: 1 m, bore: 9 mm, segments: 1000000}}}}}}}}",
         "give a whole number, 1000 at most"),
        (f"{HEAD}{ARM}networks: {{n: {{components: {{x: {{type: Integrator, size: 1000000000, rate: 1}}}}}}}}",
         "give a whole number, 1000 at most"),
        (HEAD + "parameters: {a: '" + "**".join(["2"] * 3000) + "'}", "nested more than 60 deep"),
        (HEAD + "parameters:\n" + "".join(f"  p{k}: p{(k + 1) % 5000}\n" for k in range(5000)), "p5 → … → p4996"),
        (HEAD + "bodies:\n" + "".join(f"  body_{k}: {{mass: 1}}\n" for k in range(3000)) + "joints:\n"
         + "".join(f"  j{k}: {{type: revolute, parent: ground, child: bodu_{k}}}\n" for k in range(3000)),
         "reading stopped after 500 problems"),
        (HEAD + "parameters:\n" + "".join(f"  par_{k}: pra_{k}*2\n" for k in range(4000)),
         "no parameter 'pra_7'. Did you mean 'par_7'?"),
    ],
    ids=["segments", "size", "powers", "circle", "bodies", "parameters"],
)  # fmt: skip
def test_what_would_take_long_is_refused_soon(text: str, said: str) -> None:
    began = time.process_time()
    with pytest.raises(biela.BielaError) as caught:
        biela.loads(text)
    assert said in str(caught.value)
    assert time.process_time() - began < 20.0


def test_one_letter_is_found_among_many_names() -> None:
    names = [f"joint_{k}" for k in range(20_000)]
    for wrong in ("jiont_777", "joint_77x7", "oint_7777", "joint-7777"):
        assert "Did you mean 'joint_777" in nearest(wrong, names)
    assert nearest("elbow", names) == ""
