"""Kalman filters on the independent coordinates of a machine: extended, error-state, unscented. One file a filter."""
