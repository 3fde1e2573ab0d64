"""Tab completion: what may stand at the end of a command line, and the small scripts that ask for it in each shell."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from biela.cli.options import VerbParameter, arguments_of
from biela.cli.registry import find, names
from biela.cli.terminal import refuse

ASK = "--complete"
"""The option with which a shell asks: the words after it are those of the command line, the last one half typed."""
SCRIPTS = {
    "bash": f"""_biela() {{
    local IFS=$'\\n'
    COMPREPLY=($(biela {ASK} "${{COMP_WORDS[@]:1:COMP_CWORD}}" 2>/dev/null))
}}
complete -o default -o bashdefault -F _biela biela
""",
    "zsh": f"""#compdef biela
_biela() {{
    local -a found
    found=("${{(@f)$(biela {ASK} "${{(@)words[2,CURRENT]}}" 2>/dev/null)}}")
    if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}}
if [[ "$funcstack[1]" = _biela ]]; then _biela "$@"; else compdef _biela biela; fi
""",
    "fish": f"""complete -c biela -a '(biela {ASK} (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
""",
}
PLACES = {
    "bash": (".local/share/bash-completion/completions/biela", "It works in new terminals."),
    "zsh": (".zfunc/_biela", "If ~/.zshrc does not have it yet, add: fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
    "fish": (".config/fish/completions/biela.fish", "It works in new terminals."),
}
"""Shell → file in the home folder, and what else there is to do."""


def install(words: Sequence[str]) -> None:
    """Write the script of a shell, by default of the one in use: `biela --install-completion [SHELL]`."""
    shell = words[0] if words else Path(os.environ.get("SHELL", "")).name
    if shell not in SCRIPTS or len(words) > 1:
        refuse("biela", f"--install-completion knows {', '.join(SCRIPTS)}, not {shell or 'this shell'}: name one of them.")
    from biela.base.atomic import write_whole

    place, more = PLACES[shell]
    path = Path.home() / place
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, SCRIPTS[shell].encode())
    print(f"wrote {path}. {more}")


def candidates(words: Sequence[str]) -> list[str]:
    """Return the words that the last one, half typed, may become; none where a file is meant."""
    *before, last = words or [""]
    if not before:
        return [name for name in (*names(), "--version", "--help", "--install-completion") if name.startswith(last)]
    function = find(before[0])
    if function is None:
        return []
    parameters = arguments_of(function)
    valued = {p.flag: p for p in parameters if p.flag and p.kind is not bool}
    flag, sign, part = last.partition("=")
    if sign and flag in valued:  # --method=ro
        return [f"{flag}={value}" for value in _values(valued[flag]) if value.startswith(part)]
    if before[-1] in valued:
        return [value for value in _values(valued[before[-1]]) if value.startswith(last)]
    if last.startswith("-"):
        return [f for f in (*(p.flag for p in parameters if p.flag), "--help") if f.startswith(last)]
    taken = [w for k, w in enumerate(before[1:], 1) if not w.startswith("-") and before[k - 1] not in valued]
    places = [p for p in parameters if not p.flag]
    here = places[min(len(taken), len(places) - 1)] if places and (len(taken) < len(places) or places[-1].several) else None
    return [] if here is None else [value for value in _values(here) if value.startswith(last)]


def _values(parameter: VerbParameter) -> list[str]:
    """Return the words that an option or an argument may be, where they are known."""
    return list(parameter.said.choices()) if parameter.said.choices is not None else []
