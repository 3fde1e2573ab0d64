"""Arguments of public calls, checked against their annotations before anything is computed.

    @checked(positive=("duration",))
    def simulate(mechanism: Mechanism, duration: float = 10.0, …

What does not fit is refused by its name. Values that the annotation leaves open (`Any`) are left to the function. `guard(__name__)`
at the end of a module explains failures of all its public calls in the same words, at no cost for those that succeed.

Knows how annotations are written, and errors. Must not know any other room.

| file | subject |
|---|---|
| kind | what an annotation asks for; objects that hold values by name |
| call | functions, methods and fields that are checked; values that fit, but that a call may fail with |
"""

from biela.base.checked.call import checked, fitting, guard, guarded, misfit, place, real_array, reporter
from biela.base.checked.kind import MAX_MAGNITUDE, MIN_MAGNITUDE, Kind, Named, hints_of, is_array, is_real, is_text, kind_of, shown

__all__ = [
    "Kind", "MAX_MAGNITUDE", "MIN_MAGNITUDE", "Named", "checked", "fitting", "guard", "guarded", "hints_of", "is_array", "is_real",
    "is_text", "kind_of", "misfit", "place", "real_array", "reporter", "shown",
]  # fmt: skip
