"""Results of runs in files: netCDF, Parquet, CSV; read back, and run again from themselves.

Knows the formats and what a result holds. Must not know how results are drawn.
"""
