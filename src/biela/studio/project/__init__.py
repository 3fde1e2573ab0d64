"""`biela studio`: a folder of machine files, data and results, worked on in a browser.

Knows files, shared texts, work in other processes, and how a browser asks for them. Must not know options or terminals.
"""
