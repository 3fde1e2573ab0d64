"""MJCF, the format of MuJoCo → machine."""
