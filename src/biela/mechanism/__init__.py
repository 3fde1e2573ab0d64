"""Description of a machine: what it is made of, not how it is computed."""
