"""The verbs with which a machine is described, by subject; `Mechanism` has them all."""
