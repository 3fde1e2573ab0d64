"""Logs: measurements from files, in SI units over one time.

Knows how files of measurements are written: text with any separator, Parquet, netCDF, MAT and MDF; units, clocks, doubled stamps.
Must not know what a column measures: machines, identification and filters.
"""
