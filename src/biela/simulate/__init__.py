"""Computing with a machine: assembly, equilibrium, time integration, results."""
