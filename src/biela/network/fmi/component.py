"""FMUs of other tools as components: a motor or a pump with ports that carry power, or a controller with signals alone.

    drive = Network("drive")
    drive.add(fmi.unit("motor", "motor.fmu", ports={"shaft": FmuPort("tau", "w", "rotation")}, inputs={"voltage": 24.0}))

A run exchanges values with the FMU; see `biela.simulation.exchange`. Between two exchanges each output is a parabola over time,
whose coefficients are states of the network: value, slope and bend.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.role import Role, choice, data, names, records, settings, signals, text
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.network import Integrator, Mode, Network, One, Se, Sf, Zero
from biela.network.context import NetworkSignals
from biela.network.domain import DOMAINS, Domain
from biela.network.domain import domain as domain_of
from biela.network.fmi.description import Description, read_description
from biela.network.fmi.standard import CO_SIMULATION, MODEL_EXCHANGE, NOT_EXCHANGED, Variable, base_unit
from biela.network.fmi.unit import PATIENCE
from biela.network.registry import CheckedRecord, assuming, component
from biela.network.value import Value, add_outputs, value_of

CONTINUOUS, SAMPLED = "continuous", "sampled"
DEFAULT_STEP = 1e-3
"""Communication step where neither the user nor the FMU says one [s]."""


@dataclass(frozen=True)
class FmuPort(CheckedRecord):
    """Two variables of an FMU whose product is a power: one is an output of it, the other an input.

    What the FMU gives acts as a source: its effort drives the flow of the port, and power counts out of the FMU. A minus in front
    of a name turns its sign.
    """

    effort: str = data(text(), about="variable of the FMU: torque, force, pressure, voltage")
    flow: str = data(text(), about="variable of the FMU: rate, speed, volume flow, current")
    domain: str = data(choice(*DOMAINS), about="of the port: rotation, translation, hydraulic, electric, thermal")


class Connected(NamedTuple):
    """Variable of the FMU and the element that holds its value, in SI units; the sign between them."""

    variable: Variable
    element: str


class Border(NamedTuple):
    """Port with power: its name, the output and the input of the FMU by their places, and the sign of the power out of the FMU."""

    name: str
    output: int
    input: int
    sign: float


@dataclass(frozen=True)
class FmuCoupling:
    """Part that an FMU takes in a run.

    kind : co-simulation or model-exchange
    inputs, outputs : what is exchanged
    borders : ports with power
    exchange : continuous (outputs are interpolated) or sampled (outputs are held)
    step : between two exchanges, at most [s]
    parts : in which the FMU takes a step, each with inputs of its own
    tolerance : of the exchange, relative to the size of each output
    """

    description: Description
    kind: str
    inputs: tuple[Connected, ...]
    outputs: tuple[Connected, ...]
    borders: tuple[Border, ...]
    parameters: Mapping[str, Any]
    exchange: str
    step: float
    parts: int
    tolerance: float
    patience: float


class FmuNetwork(Network):
    """Network whose outputs an FMU determines; `biela.mechanism.foreign` finds it by its coupling."""

    coupling: FmuCoupling


# long: half of it is the signature and the documentation of its data
@component(
    "fmi.unit", "FMU", "file", file=Role("file", about="the .fmu, from the folder of the machine file"), inputs=signals(),
    outputs=names(), ports=records(FmuPort), parameters=settings(), step="s > 0", exchange=choice("", CONTINUOUS, SAMPLED),
    kind=choice("", CO_SIMULATION, MODEL_EXCHANGE), tolerance=assuming("1 > 0", False), patience=assuming("s > 0", False),
)  # fmt: skip
def unit(
    name: str, file: str, *, inputs: Mapping[str, Value] | None = None, outputs: Sequence[str] | None = None,
    ports: Mapping[str, Any] | None = None, parameters: Mapping[str, Any] | None = None, step: float | None = None,
    exchange: str = "", kind: str = "", tolerance: float = 1e-6, parts: int = 4, patience: float = PATIENCE,
) -> FmuNetwork:  # fmt: skip
    """An FMU of another tool, for co-simulation or model exchange. Signals: `name.variable` of all that is exchanged.

    Parameters
    ----------
    file : the .fmu
    inputs : input of the FMU → a number, a function of time, a law, or a signal's name; others keep their start values
    outputs : outputs of the FMU that are wanted; all, or those of the ports if there are any
    ports : name → FmuPort(effort, flow, domain); also the signals `name.port_energy`, what has flowed out of the FMU [J], and
        `name.port_created`, what the exchange has added to it [J]
    parameters : parameter of the FMU → value, in SI units
    step : time between two exchanges, at most [s]; what the FMU suggests, or 1 ms
    exchange : "continuous" (the default with ports): outputs are interpolated over a step, which is repeated until both sides agree
        and halved where they do not, if the FMU can go back; "sampled" (the default without): outputs are held over a step, as
        those of a digital controller
    kind : "co-simulation" (the default where the FMU has it) or "model-exchange"
    tolerance : of the exchange, relative to the largest value of each output; also that of the FMU's integration
    parts : in which the FMU takes a step, 2 at least, each with inputs of its own
    patience : time after which an FMU that does not answer is ended [s]
    """
    what = f"FMU {name!r}"
    about = read_description(file)
    if kind and kind not in about.kinds:
        raise DescriptionError(f"{what}: {file!r} has {' and '.join(about.kinds)} only: leave out kind.")
    if parts < 2:
        raise DescriptionError(f"{what}: parts is {parts}; give 2 or more.")
    net = FmuNetwork(name)
    inputs, parameters = inputs or {}, parameters or {}
    given = {port: _port(about, port, p, what) for port, p in (ports or {}).items()}
    fed, wanted = _wanted(about, inputs, outputs, given, what)
    elements = _elements([*fed, *wanted])
    for own, x in parameters.items():
        declared = about.variable(own, ("parameter", "structuralParameter"), what)
        if isinstance(x, str) != (declared.type == "String"):
            raise DescriptionError(f"{what}: parameter {own!r} is a {declared.type}, not {x!r}.")
    for variable in wanted:
        _add_output(net, about.variables[variable], elements[variable])
    for variable, own_law in inputs.items():
        law = (lambda s, law=own_law: value_of(law, s)), about.variables[variable].si_unit
        add_outputs(net, **{elements[variable]: law})
    for name_of_port, port in given.items():
        _add_port(net, name_of_port, port, elements)
    net.coupling = FmuCoupling(
        about, kind or about.kinds[0], tuple(Connected(about.variables[v], elements[v]) for v in fed),
        tuple(Connected(about.variables[v], elements[v]) for v in wanted),
        tuple(Border(p, wanted.index(g.given), fed.index(g.taken), g.sign_given * g.sign_taken) for p, g in given.items()),
        dict(parameters), exchange or (CONTINUOUS if given else SAMPLED), float(step or about.step or DEFAULT_STEP), parts,
        float(tolerance), float(patience),
    )  # fmt: skip
    return net


class _Port(NamedTuple):
    """Port, checked: the variable that the FMU gives and the one that it takes, True if it gives the effort, and signs."""

    given: str
    taken: str
    gives_effort: bool
    sign_given: float
    sign_taken: float
    domain: Domain


def _port(about: Description, port: str, given: Any, what: str) -> _Port:
    """Return a port, checked: one of its variables is an output, the other an input, both in units of the domain."""
    here = f"{what}, port {port!r}"
    if isinstance(given, Mapping):
        try:
            given = FmuPort(**given)
        except TypeError:
            raise DescriptionError(f"{here}: give effort, flow and domain.") from None
    if not isinstance(given, FmuPort):
        raise DescriptionError(f"{here}: give FmuPort(effort, flow, domain), not {given!r}.")
    field = domain_of(given.domain)
    assert field is not None
    found = []
    for word, unit in ((given.effort, field.effort), (given.flow, field.flow)):
        sign = -1.0 if word.startswith("-") and word not in about.variables else 1.0
        variable = about.variable(word.removeprefix("-") if sign < 0 else word, ("output", "input"), here)
        known, expected = variable.dimension, base_unit(unit)
        if known is not None and any(known) and expected is not None and known[:-1] != expected[0][:-1]:  # angles are numbers
            wrong = f"{variable.name!r} is in {variable.unit}, not in a unit of {unit}"
            raise DescriptionError(f"{here}: {wrong}: choose another variable or domain.")
        found.append((variable, sign))
    (effort, e), (flow, f) = found
    if {effort.causality, flow.causality} != {"input", "output"}:
        both = f"{effort.name!r} and {flow.name!r} are {effort.causality}s of the FMU"
        raise DescriptionError(f"{here}: {both}: one must be an output, the other an input.")
    if effort.causality == "output":
        return _Port(effort.name, flow.name, True, e, f, field)
    return _Port(flow.name, effort.name, False, f, e, field)


def _wanted(
    about: Description, inputs: Mapping[str, Value], outputs: Sequence[str] | None, ports: Mapping[str, _Port], what: str
) -> tuple[list[str], list[str]]:
    """Return the inputs and outputs that are exchanged."""
    fed = [about.variable(v, ("input",), what).name for v in inputs]
    for port in ports.values():
        if port.taken in fed:
            raise DescriptionError(f"{what}: {port.taken!r} is given twice, as an input and by a port: remove one.")
        fed.append(port.taken)
    if outputs is None:
        outputs = [] if ports else [v for v in about.named("output") if about.variables[v].type != "String"]
    wanted = [about.variable(v, ("output", "local"), what).name for v in outputs]
    wanted += [p.given for p in ports.values() if p.given not in wanted]
    for v in (*fed, *wanted):
        if about.variables[v].type in NOT_EXCHANGED:
            raise DescriptionError(f"{what}: {v!r} is a {about.variables[v].type.lower()}, which cannot be exchanged.")
    if len({*fed, *wanted}) < len(fed) + len(wanted):
        raise DescriptionError(f"{what}: a variable is named twice: remove one.")
    if not wanted:
        raise DescriptionError(f"{what}: {about.file!r} has no outputs, so that nothing in the machine depends on it.")
    return fed, wanted


def _elements(variables: Sequence[str]) -> dict[str, str]:
    """Return variable → name of its element: letters, digits and underscores."""
    found: dict[str, str] = {}
    for v in variables:
        own = re.sub(r"\W", "_", v).lstrip("0123456789") or "_"
        while own in found.values():
            own += "_"
        found[v] = own
    return found


def _add_output(net: Network, variable: Variable, element: str) -> None:
    """Add an output: value, slope and bend, of which a run sets the values at each exchange."""

    def rate(s: NetworkSignals) -> Operand:
        return xp.stack(s[f"{element}.value_2"], s[f"{element}.value_3"], 0)

    net.add(Integrator(element, rate, initial=[variable.to_si(variable.start), 0.0, 0.0], unit=variable.si_unit, size=3))
    net.publish(element, f"{element}.value_1")


def _add_port(net: Network, port: str, own: _Port, elements: Mapping[str, str]) -> None:
    """Add a junction with the source that the FMU is, what the FMU gets from it, and the account of energy."""
    given, kind = elements[own.given], (One, Se) if own.gives_effort else (Zero, Sf)
    net.add(kind[0](port, domain=own.domain))
    net.add(kind[1](f"{port}_source", lambda s: own.sign_given * s[f"{given}.value_1"], domain=own.domain))
    net.connect(f"{port}_source", port)
    net.expose(port, port)
    taken = elements[own.taken]
    seen = f"{port}.flow" if own.gives_effort else f"{port}.effort"
    add_outputs(net, **{taken: (lambda s: own.sign_taken * s[seen], own.domain.flow if own.gives_effort else own.domain.effort)})

    def power(s: NetworkSignals) -> Operand:
        return own.sign_given * s[f"{given}.value_1"] * s[seen]

    net.add(Integrator(f"{port}_energy", power, unit="J"), Mode(f"{port}_created", unit="J"))
    net.publish(**{f"{port}_{what}": f"{port}_{what}.value" for what in ("energy", "created")})


guard(__name__)
