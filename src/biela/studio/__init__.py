"""The web application behind `biela show`: a machine in 3-D, with its joints on sliders or its inputs on levers.

Knows use cases and pictures. Must not know options or terminals.
"""
