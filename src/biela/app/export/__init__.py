"""Machines and results in other formats: the ending of the target selects the format, which is one file of this folder each.

Knows which format writes what. Must not know options of the command line: what was asked for comes as an `Asked`.
"""

from biela.app.export.target import Asked, Written, export, formats, target

__all__ = ["Asked", "Written", "export", "formats", "target"]
