"""Kalman filters on the independent coordinates of a machine: extended, error-state, unscented, Gauss-Hermite; each in one file."""
