"""Readers of all kinds: axe-core looks for what some of them cannot use."""

from __future__ import annotations

from pathlib import Path

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = (
    "axe.run(document, { resultTypes: ['violations'] }).then(r => r.violations"
    ".filter(v => ['serious', 'critical'].includes(v.impact))"
    ".map(v => [v.id, v.nodes.slice(0, 3).map(n => n.html.slice(0, 120))]))"
)
"""An expression: rules that the page breaks, each with some places."""
