"""The equations of a machine, each written once over CasADi symbols. Everything numeric is derived from them."""
