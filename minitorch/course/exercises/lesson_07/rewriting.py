"""Wrong answers to an exercise of several formulas: its solution with one of them written otherwise."""

import ast

from ...define import Wrong


def otherwise(solution, name, body):
    """The solution with the function `name` given another body.

    >>> otherwise("def f(x):\\n    return x\\n", "f", "return -x")
    'def f(x):\\n    return -x\\n'
    """
    tree = ast.parse(solution)
    node = next(node for node in tree.body if node.name == name)
    node.body = ast.parse(body).body
    return ast.unparse(tree) + "\n"


def wrong_formulas(solution, table):
    """A Wrong for each (name, other body, what to say of it)."""
    return [Wrong(otherwise(solution, name, body), says) for name, body, says in table]
