"""Facts that say what they are about, so that a mistake can be told by the fact that fails; and variants of a solution."""

from ..define import Case, Mistake


def told(about, text, gives, **options):
    """A Case whose value is a pair: what it is about, and the value of the text's last line.

    >>> told("a square", "x = 3\\nx * x", 9).text
    "x = 3\\n'a square', (x * x)"
    """
    *lines, last = text.strip().splitlines()
    return Case("\n".join([*lines, f"{about!r}, ({last})"]), (about, gives), **options)


def tells(**says):
    """Mistakes that say, of the first fact that fails, what is said under its name (with _ for blanks and hyphens)."""
    return [
        Mistake(
            lambda expected, got, error, about=about: error is None and expected[0].replace("-", " ") == about, sentence
        )
        for about, sentence in ((name.replace("_", " "), sentence) for name, sentence in says.items())
    ]


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
