"""Road vehicles: tyres, roads, suspensions, drivelines, drivers and manoeuvres, built from mechanisms and networks.

A car is an ordinary machine: nothing outside this folder knows of vehicles. Axes of a vehicle: x forward, y left, z up.
"""
