"""edits: a wrong answer as the solution with a few words changed, so that what is wrong in it stands out."""


def edited(solution, *changes):
    """The text of a solution in which the first part of each change is replaced by the second.

    >>> edited("return x + y", ("+", "-"))
    'return x - y'
    """
    for old, new in changes:
        if old not in solution:
            raise ValueError(f"the solution has no {old!r}")
        solution = solution.replace(old, new)
    return solution
