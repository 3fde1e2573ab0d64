"""MJCF models that differ from a plain one of two bodies in one feature each: those that are read, and those that are listed."""

# ruff: noqa: E501 (texts of files)

from __future__ import annotations

import numpy as np

MODEL = """<mujoco>{top}<worldbody>{world}
<body name="b1" pos="0 0 1" {b1}><joint name="j1" type="hinge" axis="0 1 0" {j1}/>{in1}<site name="s1" pos=".1 0 .1"/>
<body name="b2" pos="0.3 0 0" {b2}><joint name="j2" type="{t2}" axis="0 1 0.2" {j2}/>
<inertial pos="0.1 0 0.02" mass="0.7" diaginertia="0.01 0.02 0.015"/><site name="s2" pos="0.2 0 0"/>{in2}</body></body>
</worldbody>{end}</mujoco>"""
PLAIN = {
    "top": "", "world": '<site name="w" pos="0 0 1.5"/>', "b1": "", "j1": "", "b2": "", "j2": "", "t2": "hinge", "in2": "", "end": "",
    "in1": '<inertial pos="0.1 0 0" mass="1" diaginertia="0.02 0.03 0.025"/>',
}  # fmt: skip
Feature = dict[str, str]


def text(feature: Feature) -> str:
    """The model with a feature."""
    return MODEL.format(**{**PLAIN, **feature})


def _default(inside: str) -> str:
    return f"<default>{inside}</default>"


def _class(inside: str) -> str:
    return _default(f'<default class="k">{inside}</default>')


def _option(flags: str) -> str:
    return f"<option><flag {flags}/></option>"


def _actuator(inside: str, before: str = "") -> Feature:
    return {"end": f"{before}<actuator>{inside}</actuator>"}


def _tendon(attributes: str, path: str = '<site site="w"/><site site="s2"/>') -> Feature:
    return {"end": f'<tendon><spatial name="t" {attributes}>{path}</spatial></tendon>'}


def _fixed(attributes: str = "") -> str:
    inside = '<joint joint="j1" coef="0.5"/><joint joint="j2" coef="-1.5"/>'
    return f'<tendon><fixed name="t" {attributes}>{inside}</fixed></tendon>'


def _solid(geom: str) -> Feature:
    return {"in1": f"<geom {geom}/>"}


def _angle() -> str:
    """A thick L of triangles, which is not convex."""
    floor = np.array([[0, 0, 0], [0.2, 0, 0], [0.2, 0.1, 0], [0.1, 0.1, 0], [0.1, 0.3, 0], [0, 0.3, 0]])
    corners = np.vstack([floor, floor + [0, 0, 0.05]])
    flat = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]
    faces = [(a, c, b) for a, b, c in flat] + [(a + 6, b + 6, c + 6) for a, b, c in flat]
    for i in range(6):
        j = (i + 1) % 6
        faces += [(i, j, j + 6), (i, j + 6, i + 6)]
    words = " ".join(f"{x:g}" for x in corners.ravel()), " ".join(str(i) for face in faces for i in face)
    return f'vertex="{words[0]}" face="{words[1]}"'


def _mesh(attributes: str, geom: str = 'pos=".1 0 0" euler="10 20 30" density="700"') -> Feature:
    return {"top": f'<asset><mesh name="m" {attributes} {_angle()}/></asset>', "in1": f'<geom type="mesh" mesh="m" {geom}/>'}


THREE = '<site site="w"/><site site="s1"/><site site="s2"/>'
COUPLED = '<equality><joint joint1="j1" joint2="j2" polycoef="0 1 0 0 0"{0}/></equality>'
BALL = '<site name="w" pos="0 0 1.5"/><body name="b3"><joint name="j3" type="ball" {0}/><inertial pos=".1 .2 0" mass="1" diaginertia=".1 .1 .1"/></body>'

READ: dict[str, Feature] = {
    "plain": {},
    # the whole model
    "option gravity": {"top": '<option gravity="1 0 -5"/>'},
    "option density viscosity": {"top": '<option density="1000" viscosity="1"/>'},
    "option wind": {"top": '<option density="1.2" wind="10 0 0"/>'},
    "compiler boundmass": {"top": '<compiler boundmass="2"/>'},
    "compiler boundinertia": {"top": '<compiler boundinertia="1"/>'},
    "compiler settotalmass": {"top": '<compiler settotalmass="10"/>', "j1": 'stiffness="5" springref="20"'},
    "compiler balanceinertia": {"top": '<compiler balanceinertia="true"/>', "in1": '<inertial pos="0.1 0 0" mass="1" diaginertia="0.02 0.03 0.2"/>'},
    "compiler inertiafromgeom": {"top": '<compiler inertiafromgeom="true"/>', "in1": PLAIN["in1"] + '<geom type="box" size=".1 .1 .1"/>', "in2": '<geom type="box" size=".1 .05 .1"/>'},
    "compiler inertiagrouprange": {"top": '<compiler inertiagrouprange="0 1"/>', "in1": '<geom type="box" size=".1 .1 .1"/><geom type="box" size=".1 .1 .1" pos=".3 0 0" group="3"/>'},
    "compiler angle radian": {"top": '<compiler angle="radian"/>', "j1": 'ref="0.3"'},
    "compiler eulerseq": {"top": '<compiler eulerseq="zyx"/>', "b2": 'euler="20 30 40"'},
    "flag gravity": {"top": _option('gravity="disable"')},
    "flag spring": {"top": _option('spring="disable"'), "j1": 'stiffness="5" springref="20"'},
    "flag damper": {"top": _option('damper="disable"'), "j1": 'damping="2"'},
    "flag spring and damper": {"top": _option('damper="disable" spring="disable"'), "b1": 'gravcomp="1"', "j1": 'damping="2"'},
    "flag equality": {"top": _option('equality="disable"'), "end": COUPLED.format("")},
    "flag actuation": {"top": _option('actuation="disable"'), **_actuator('<position joint="j1" kp="10"/>')},
    "equality inactive": {"end": COUPLED.format(' active="false"')},
    # orientations
    "body euler": {"b2": 'euler="20 30 40"'},
    "body axisangle": {"b2": 'axisangle="1 1 0 40"'},
    "body xyaxes": {"b2": 'xyaxes="1 1 0 -1 1 0"'},
    "body zaxis": {"b2": 'zaxis="1 1 1"'},
    "body zaxis opposite": {"b2": 'zaxis="0 0 -1"'},
    "frame": {"world": '<site name="w" pos="0 0 1.5"/><frame pos="1 0 0" euler="0 0 90"><body name="b3"><joint type="hinge" axis="1 0 0" name="j3"/><inertial pos="0 .1 0" mass="1" diaginertia=".1 .1 .1"/></body></frame>'},
    "mocap": {"world": '<site name="w" pos="0 0 1.5"/><body name="b3" mocap="true" pos="0 0 2"/>'},
    # masses
    "body gravcomp": {"b1": 'gravcomp="0.5"'},
    "actuatorgravcomp": {"b1": 'gravcomp="1"', "j1": 'actuatorgravcomp="true"', **_actuator('<motor joint="j1"/>')},
    "inertial fullinertia": {"in1": '<inertial pos="0.1 0 0" mass="1" fullinertia="0.02 0.03 0.025 0.002 -0.003 0.004"/>'},
    "inertial quat": {"in1": '<inertial pos="0.1 0 0" quat="0.8 0.2 0.3 0.1" mass="1" diaginertia="0.02 0.03 0.025"/>'},
    "inertial euler": {"in1": '<inertial pos="0.1 0 0" euler="20 30 10" mass="1" diaginertia="0.02 0.03 0.025"/>'},
    "geom mass": _solid('type="capsule" fromto="0 0 0 .3 0 0" size=".04" mass="1"'),
    "geom density": _solid('type="ellipsoid" size=".1 .05 .03" density="500" pos=".1 0 0" euler="10 20 30"'),
    "geom default density": {"top": _default('<geom density="300"/>'), **_solid('type="cylinder" size=".05 .1" pos=".1 0 0"')},
    "geom class": {"top": _class('<geom density="300" type="box"/>'), **_solid('class="k" size=".05 .1 .02" pos=".1 0 0"')},
    **{f"shell {kind}": _solid(f'type="{kind}" size="{size}" shellinertia="true" density="30" pos=".1 0 .05" euler="10 20 30"')
       for kind, size in (("sphere", ".1"), ("box", ".1 .2 .3"), ("cylinder", ".1 .2"), ("capsule", ".1 .2"))},
    **{f"mesh {how}": _mesh(f'inertia="{how}"') for how in ("legacy", "exact", "convex", "shell")},
    "mesh mass": _mesh("", 'mass="2"'),
    "mesh scale and reference": _mesh('inertia="exact" scale="1 -2 .5" refpos=".1 .2 .3" refquat="1 .2 .3 .4"'),
    # joints
    "joint pos": {"j2": 'pos="0.05 0.1 -0.02"'},
    "joint stiffness springref": {"j1": 'stiffness="5" springref="20"'},
    "joint stiffness polynomial": {"j1": 'stiffness="5 2 3" springref="20"'},
    "joint stiffness default": {"top": _default('<joint stiffness="5" damping="0.4"/>')},
    "joint stiffness class": {"top": _class('<joint stiffness="5"/>'), "j1": 'class="k"'},
    "joint stiffness childclass": {"top": _class('<joint stiffness="5"/>'), "b1": 'childclass="k"'},
    "joint damping": {"j1": 'damping="0.5"'},
    "joint damping polynomial": {"j1": 'damping="0.5 0.2 0.3"'},
    "joint slide": {"t2": "slide", "j2": 'stiffness="30" springref="0.1" damping="2"'},
    "joint armature": {"j1": 'armature="0.1"'},
    "joint armature default": {"top": _default('<joint armature="0.1"/>')},
    "joint springdamper": {"j1": 'springdamper="0.1 1" stiffness="0"'},
    "joint springdamper armature": {"j1": 'springdamper="0.2 0.7"', "j2": 'armature="0.05"'},
    "joint range": {"j1": 'range="-40 40" limited="true"'},
    "ball damping armature": {"world": BALL.format('damping=".3" armature=".02"')},
    # tendons
    "tendon spring": _tendon('stiffness="50" springlength="0.1"'),
    "tendon spring class": {"top": _class('<tendon stiffness="50" springlength=".1"/>'), **_tendon('class="k"')},
    "tendon spring default": {"top": _default('<tendon stiffness="50" springlength=".1"/>'), **_tendon("")},
    "tendon springlength two values": _tendon('stiffness="50" springlength="0.1 0.2"'),
    "tendon springlength none": _tendon('stiffness="50"'),
    "tendon springlength from springref": {"j1": 'springref="30"', **_tendon('stiffness="50"')},
    "tendon stiffness polynomial": _tendon('stiffness="50 30 20" springlength=".1"'),
    "tendon of three sites": _tendon('stiffness="50" damping="3" springlength=".3"', THREE),
    "tendon of three sites, dead band": _tendon('stiffness="50" springlength=".1 .2"', THREE),
    "tendon pulley": _tendon('stiffness="50" damping="3" springlength=".3"', '<site site="w"/><site site="s1"/><pulley divisor="2"/><site site="w"/><site site="s2"/>'),
    "tendon fixed spring": {"end": _fixed('stiffness="20" damping="1" springlength="0.2"')},
    "tendon fixed spring ref": {"top": '<compiler angle="radian"/>', "j1": 'ref=".3" springref=".1"', "end": _fixed('stiffness="20" damping="1"')},
    # actuators
    "motor": _actuator('<motor joint="j1"/>'),
    "motor gear ctrlrange": _actuator('<motor joint="j1" gear="3" ctrlrange="-.1 .1"/>'),
    "position": _actuator('<position joint="j1" kp="10"/>'),
    "position kp kv gear": _actuator('<position joint="j1" kp="10" kv="2" gear="3"/>'),
    "position forcerange": _actuator('<position joint="j1" kp="100" kv="2" forcerange="-1 2"/>'),
    "position dampratio": {"j1": 'armature=".1"', **_actuator('<position joint="j1" kp="10" dampratio="1.2" gear="3"/>')},
    "position default and class": {"top": _default('<position kp="7" kv="1"/><default class="k"><position kp="9"/></default>'), **_actuator('<position joint="j1"/><position class="k" joint="j2"/>')},
    "position ref": {"top": '<compiler angle="radian"/>', "j1": 'ref="0.3"', **_actuator('<position joint="j1" kp="10"/>')},
    "position inheritrange": {"j1": 'range="-40 40"', **_actuator('<position joint="j1" kp="10" inheritrange="0.5"/>')},
    "velocity kv gear": _actuator('<velocity joint="j2" kv="3" gear="2"/>'),
    "general": _actuator('<general joint="j1" gainprm="4" biastype="affine" biasprm="1 -20 -3" gear="2"/>'),
    "general default": {"top": _default('<general gainprm="7" biastype="affine" biasprm="0 -7 -2"/>'), **_actuator('<general joint="j1"/><motor joint="j2"/>')},
    "general of a fixed tendon": _actuator('<general tendon="t" gainprm="4" biastype="affine" biasprm="1 -20 -3" gear="2" forcerange="-3 3"/>', _fixed()),
    "position of a spatial tendon": _actuator('<position tendon="t" kp="30" kv="2" gear="1.5"/>', _tendon("")["end"]),
    "actuator armature damping": _actuator('<motor joint="j1" gear="3" armature="0.05" damping="0.2"/>'),
    "joint actuatorfrcrange": {"j1": 'actuatorfrcrange="-0.5 0.5"', **_actuator('<position joint="j1" kp="100" gear="2"/>')},
}  # fmt: skip
"""Features that biela reads: accelerations are those of MuJoCo."""

NOTED: dict[str, tuple[Feature, str]] = {
    "geom fluidshape": ({"top": '<option density="1000"/>', "in2": '<geom type="ellipsoid" size=".1 .05 .03" fluidshape="ellipsoid" mass="0"/>'}, "not imported: fluidshape of geom of body 'b2'."),
    "geom fluidcoef": ({"in2": '<geom type="sphere" size=".1" fluidcoef="1 1 1 1 1" mass="0"/>'}, "not imported: fluidcoef of geom of body 'b2'."),
    "geom contact": ({"in2": '<geom type="sphere" size=".1" condim="4" friction="1 .1 .1" mass="0"/>'}, "not imported (contacts between bodies): condim of geom, friction of geom."),
    "shell ellipsoid": (_solid('type="ellipsoid" size=".1 .2 .3" shellinertia="true"'), "shells of ellipsoids are summed over their surface; MuJoCo approximates them."),
    "mesh in another format": ({"top": '<asset><mesh name="m" file="m.msh"/></asset>', "in1": '<geom type="mesh" mesh="m"/>'}, "not imported: mass of a mesh of body 'b1'. mesh 'm' is a file of kind '.msh'"),
    "geom fitted to a mesh": ({"top": '<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>', "in1": '<geom type="box" size="1 1 1" mesh="m"/>'}, "not imported: mass of a box of body 'b1' that is fitted to a mesh."),
    "joint margin": ({"j1": 'margin="0.1"'}, "not imported: margin of joint 'j1'."),
    "joint springyield": ({"j1": 'springyield="0.1"'}, "not imported: springyield of joint 'j1'."),
    "ball stiffness": ({"world": BALL.format('stiffness="3"')}, "not imported: stiffness of the ball joint 'j3'."),
    "ball range": ({"world": BALL.format('range="0 30"')}, "not imported: range of joint 'j3'."),
    "free armature": ({"world": '<site name="w"/><body name="b3"><joint name="j3" type="free" armature=".1"/><inertial pos="0 0 0" mass="1" diaginertia=".1 .1 .1"/></body>'}, "not imported: armature of the free joint 'j3'."),
    "tendon armature": (_tendon('armature="5"'), "not imported: armature of spatial 't'."),
    "tendon frictionloss": (_tendon('frictionloss="5"'), "not imported: frictionloss of spatial 't'."),
    "tendon range default": ({"top": _default('<tendon range="0 1"/>'), **_tendon("")}, "not imported: range of spatial 't'."),
    "tendon around a geom": ({"in2": '<geom name="g" type="sphere" size=".05" mass="0"/>', **_tendon('stiffness="50"', '<site site="w"/><geom geom="g"/><site site="s1"/>')}, "not imported: stiffness and damping of tendon 't', which wraps around a geom."),
    "position timeconst": (_actuator('<position name="p" joint="j1" kp="10" timeconst="0.1"/>'), "not imported: dynamics of the input of actuator 'p' (filterexact): it acts at once."),
    "damper": (_actuator('<damper name="p" joint="j1" kv="2" ctrlrange="0 1"/>'), "not imported: actuator 'p' (damper), whose gain depends on length and speed."),
    "muscle": (_actuator('<muscle name="p" joint="j1" lengthrange="0 1"/>'), "not imported: actuator 'p' (muscle), whose force has no counterpart here."),
    "site actuator": (_actuator('<motor name="p" site="s1" gear="1 0 0 0 0 0"/>'), "not imported: actuator 'p' (motor), which acts through a site that biela does not have."),
    "actuator delay": (_actuator('<motor name="p" joint="j1" delay="0.1" nsample="3"/>'), "not imported: delay of motor 'p'."),
    "sensor touch": ({"end": '<sensor><touch name="q" site="s1"/></sensor>'}, "not imported: <touch> of 'q'."),
    "sensor cutoff": ({"end": '<sensor><jointpos name="q" joint="j1" cutoff="3"/></sensor>'}, "not imported: cutoff of jointpos 'q'."),
    "option magnetic": ({"top": '<option magnetic="1 0 0"/>'}, "not imported: magnetic of option."),
    "option timestep": ({"top": '<option timestep="0.01" integrator="RK4"/>'}, "not imported (softness and numerical settings of MuJoCo): timestep of option, integrator of option."),
    "equality solref": ({"end": COUPLED.format(' solref="0.01 1"')}, "not imported (softness and numerical settings of MuJoCo): solref of joint."),
    "custom": ({"end": '<custom><numeric name="n" data="1"/></custom>'}, "not imported: <custom>."),
    "visual": ({"top": "<visual><global fovy='30'/></visual>"}, "not imported (pictures only): <visual>."),
    "unknown attribute": ({"j1": 'viscoelasticity="3"'}, "not imported: viscoelasticity of joint 'j1'."),
    "unknown element": ({"in1": PLAIN["in1"] + '<thruster power="9"/>'}, "not imported: <thruster> of body 'b1'."),
}  # fmt: skip
"""Features that biela does not read → what it says of them."""
