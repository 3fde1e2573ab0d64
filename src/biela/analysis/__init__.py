"""What a machine is like: its check, mobility and redundancy in words, singular positions.

Knows states and runs. Must not know files, reports or use cases.
"""
