"""Motion along a prescribed trajectory: inverse kinematics and dynamics, sample by sample in a compiled loop.

Knows tasks (joints and frames with their motions), the loop over samples, and ways to the efforts. Integrates nothing in time.
"""
