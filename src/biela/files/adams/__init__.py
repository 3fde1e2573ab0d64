"""Adams/Solver datasets (.adm) → machines: statements, functions, parts, constraints, forces, requests. Start at `reader`."""
