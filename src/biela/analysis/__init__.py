"""What a machine is like: mobility, redundancy, linearisation, modes."""
