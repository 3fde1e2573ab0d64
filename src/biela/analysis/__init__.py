"""What can be said about a machine as a whole: mobility, loops, redundancy, conflicts, singular positions.

Knows states and runs, and puts what `state` computes into words and measures. Nothing below needs it: a simulation that fails
finds its culprit without it. Knows nothing of how findings are shown.
"""
