"""Hydraulic excavator of 36 tonnes: undercarriage, cab, boom, arm, bucket with its four-bar linkage; three cylinder circuits,
hydrostatic swing drive, position control.

    ground ══ undercarriage ──A (swing, z)── cab ──B── boom ──C── arm ──D── bucket
                                                                   │          │F closes the loop
                                                                   └─E─ rocker ─G─ link

x points forward and z up; B to G are pins along y, and a positive angle tilts the x axis of the child down. Mobility 4: swing, boom,
arm, bucket. Body frames are at the mass centres.

Source: a Spanish engineering thesis on the simulation of a backhoe in MATLAB (three-dimensional multibody mechanism, lumped
hydraulics, PD control), machine patterned on the Caterpillar 336D L; misprints corrected and missing values found as
docs/machines/excavator.md says.
"""

from __future__ import annotations

from biela.library.excavator.structure import extension, line, mechanism, pose

__all__ = ["extension", "line", "mechanism", "pose"]
