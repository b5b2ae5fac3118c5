"""Facts that say what they are about, so that a mistake can be told by the fact that fails; and variants of a solution."""

import textwrap
import traceback

from ..define import Case, Mistake


def told(about, text, gives, **options):
    """A Case whose value is a pair: what it is about, and the value of the text's last line.

    >>> told("a square", "x = 3\\nx * x", 9).text
    "x = 3\\n'a square', (x * x)"
    """
    text = textwrap.dedent(text).strip()
    *lines, last = text.splitlines()
    return Case("\n".join([*lines, f"{about!r}, ({last})"]), (about, gives), shown=text, **options)


def tells(**says):
    """Mistakes that say, of the first fact that fails, what is said under its name (with _ for blanks and hyphens).

    An error in the answer's own code is left to the general words, if there are any for it.
    """
    nothing = Mistake(
        lambda expected, got, error: error is None and len(got) == 2 and got[1] is None is not expected[1],
        "It gives None here. Is a `return` missing, or something that was to be set?",
    )
    listed = Mistake(
        lambda expected, got, error: error is None and _is_list_for_tuple(expected, got),
        "There is a list where a tuple is expected: `tuple(...)` around it makes it one.",
    )
    return [nothing, listed] + [
        Mistake(
            lambda expected, got, error, about=about: (
                expected[0].replace("-", " ") == about and (error is None or _is_for_the_fact(error))
            ),
            sentence,
        )
        for about, sentence in ((name.replace("_", " "), sentence) for name, sentence in says.items())
    ]


def _is_list_for_tuple(expected, got):
    """Whether a list stands at some place where a tuple is expected, with what the tuple should hold."""
    if type(expected) is tuple and type(got) is list:
        return len(expected) == len(got)
    both = type(expected) is tuple and type(got) is tuple and len(expected) == len(got)
    return both and any([_is_list_for_tuple(a, b) for a, b in zip(expected, got, strict=True)])


def _is_for_the_fact(error):
    """Whether what the fact is about says more than the error: it comes from the fact's own line, or no rule knows it."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    if last and last[0].filename == "<check>":
        return True
    if isinstance(error, (NameError, RecursionError, SystemExit, NotImplementedError)):
        return False
    return not any(words in str(error) for words in ("'NoneType'", "positional argument", "keyword argument"))


def variant(solution, *changes):
    """The solution with pieces of its text exchanged: (unwanted, wanted), ...

    >>> variant("return x + y", ("+", "-"))
    'return x - y'
    """
    for unwanted, wanted in changes:
        if unwanted not in solution:
            raise ValueError(f"{unwanted!r} is not in the solution")
        solution = solution.replace(unwanted, wanted)
    return solution
