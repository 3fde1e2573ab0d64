"""The command `biela`: options in, text out. Must not know how anything is computed: what a verb does is in `biela.app`.

A verb is one file here, found by its name, and one in `biela.app`. Only the file of the verb that is called is imported, and
what takes long to import is imported inside the verbs. Other packages add verbs with an entry point of the group
`biela.verbs`, a script with the decorator `biela.cli.verb`.

Exit codes: 0 done, 1 our error (a message, no traceback), 2 wrong usage, 3 problems in a machine file, 4 disk or network of
this machine (a folder that cannot be written, a port that is taken), 130 interrupted.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from biela.cli.registry import find, names, said_by, verb

__all__ = ["main", "verb"]


def main(words: Sequence[str] | None = None) -> None:
    """Run a command, by default that of the command line. Ends with `SystemExit` unless all went well."""
    words = [*(sys.argv[1:] if words is None else words)]  # `list` is a verb here
    # the matrices of a machine are small: several threads of the linear algebra wait for each other, and take three times the time
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # a command lives for a moment and makes many small objects without cycles: looking for cycles takes a tenth of a derivation
    gc.set_threshold(20_000, 20, 50)
    try:
        if words and not words[0].startswith("-"):
            _run(words[0], words[1:])
        elif words[:1] == ["--complete"]:
            from biela.cli.completion import candidates

            print("\n".join(candidates(words[1:])))
        elif words[:1] == ["--install-completion"]:
            from biela.cli.completion import install
            from biela.cli.terminal import messages_for_errors

            with messages_for_errors():
                install(words[1:])
        elif "--version" in words:
            from biela import __version__

            print(f"biela {__version__}")
        else:
            from biela.cli.panels import print_verbs
            from biela.cli.terminal import refuse

            print_verbs({name: said_by(name) for name in names()})
            if unknown := [word for word in words if word not in ("-h", "--help")]:
                refuse("biela", f"there is no option {unknown[0]}.")
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
    except KeyboardInterrupt:  # before the verb began, or after its end
        print("interrupted", file=sys.stderr)
        raise SystemExit(130) from None


def _run(name: str, words: Sequence[str]) -> None:
    from biela.cli.terminal import messages_for_errors, refuse

    function = find(name)
    if function is None:
        from biela.base.errors import nearest

        refuse("biela", f"there is no command {name!r}.{nearest(name, names())}")
    from biela.cli.options import arguments_of, parse

    if {"-h", "--help"} & set(words):
        from biela.cli.panels import print_verb

        print_verb(name, function, arguments_of(function))
        return
    from biela.base.interrupt import remembered

    flags = {p.name: p.flag for p in arguments_of(function) if p.flag}
    with messages_for_errors(flags), remembered():
        function(**parse(name, function, words))
