"""Drawing: plots, pictures, 3-D scenes and the report page.

Knows machines, states and results, and how they look. Must not know use cases: which files a run writes, or where.
"""
