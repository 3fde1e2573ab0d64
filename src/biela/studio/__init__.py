"""The web application: for now `biela show`, a machine in 3-D with its joints on sliders."""
