"""`python -m biela.cli`."""

from biela.cli import main

main()
