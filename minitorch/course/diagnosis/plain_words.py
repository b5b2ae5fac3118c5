"""What Python's own errors mean, and how two lists differ: said of an attempt that nobody foresaw, when nothing tells more."""

import ast
import re
import types
from collections import Counter

from ..values import compare, describe, kind_of


def one(name):
    """A type's name with its article: "a tuple", "an OrderedDict".

    >>> one("int"), one("collections.OrderedDict"), one("NoneType")
    ('an int', 'an OrderedDict', 'None')
    """
    name = name.rpartition(".")[2]
    if name == "NoneType":
        return "None"
    return ("an " if name[0].lower() in "aeiou" else "a ") + name


# words in an error's text -> what they mean; {0} and {1} stand for the types that the error names
MEANINGS = [
    (
        r"cannot unpack non-iterable (\S+) object",
        "{0} is taken apart into several names. Is a pair meant, or is it one thing alone?",
    ),
    (r"too many values to unpack \(expected (\d+)\)", "What is taken apart into #0 names has more parts."),
    (
        r"not enough values to unpack \(expected (\d+), got (\d+)\)",
        "What is taken apart into #0 names has only #1 of them.",
    ),
    (r"argument after \*+ must be an iterable, not (\S+)", "A star takes something apart, and here that is {0}."),
    (r"argument of type '(\S+)' is not iterable", "`in` asks {0}, in which nothing can be. Is it the thing you mean?"),
    (r"'(\S+)' object is not iterable", "{0} cannot be looped over or taken apart. Is a `yield` missing?"),
    (
        r"'(function|method|\S*method)' object is not subscriptable",
        "Brackets stand behind a function. Parentheses call it.",
    ),
    (r"'(\S+)' object is not subscriptable", "Brackets stand behind {0}, which has no places."),
    (r"'(\S+)' object is not callable", "Parentheses stand behind {0}, and only a function can be called."),
    (
        r"'(\S+)' object does not support item assignment",
        "{0} cannot be changed at a place. Is another thing meant, or a list of it?",
    ),
    (
        r"indices must be integers or slices, not (\S+)",
        "{0} stands where a place in a list is meant. Places are integers.",
    ),
    (r"unhashable type: '(\S+)'", "{0} cannot be in a set, nor be a key: it may change. Is another thing meant?"),
    (
        r"requires string as left operand, not (\S+)",
        "`in` asks a text whether {0} is in it. Have two things changed places?",
    ),
    (
        r"can only concatenate (\S+) \(not \"(\S+)\"\)",
        "`+` puts two of a kind together, and here they are {0} and {1}.",
    ),
    (
        r"can't multiply sequence by non-int of type '(\S+)'",
        "A list or tuple stands where one number or tensor is meant.",
    ),
    (
        r"unsupported operand type\(s\) for (\S+) '(\S+)' and '(\S+)'",
        "#0 stands between {1} and {2}, which it cannot put together.",
    ),
    (r"object of type '(\S+)' has no len\(\)", "{0} has no length."),
    (
        r"(?:append|add)\(\) takes exactly one argument \((\d+) given\)",
        "One thing is to be handed over. A pair has parentheses of its own: `((a, b))`.",
    ),
    (
        r"zip\(\) argument \d is (longer|shorter)",
        "Two things that are gone through together have different lengths: one is #0.",
    ),
    (r"cannot create weak reference to '(\S+)' object", "{0} cannot be referred to weakly. Is what holds it meant?"),
    (
        r"need more than 1 value to unpack|sequence element #0 has length",
        "Pairs are expected here, a key and a value each.",
    ),
    (
        r"Boolean value of Tensor with more than one value",
        "A tensor of several elements is asked for its truth, by `if`, `not`, `and`, `or` or `in`. Ask `is None`, or `is`.",
    ),
    (
        r"Tensor.__contains__ only supports",
        "`in` looks into a tensor here. Is the dictionary or list meant that holds it?",
    ),
    (
        r"modified by an inplace operation",
        "A tensor that a step has saved for its formula is changed in place (`x[...] = `, `x -= `, `x.add_`). Change a "
        "clone(), or make a new one.",
    ),
    (
        r"(dictionary|Set|deque) (changed size|mutated) during iteration",
        "What the loop goes through is changed inside it. Go through a copy, `list(...)`, or take out what is done with in a `while`.",
    ),
    (
        r"(?:Incompatible shape|Cannot set).* in-place modification",
        "Assigning to `.shape` or `.strides` changes the array that was handed in. Make another one.",
    ),
    (
        r"does not require grad and does not have a grad_fn",
        "The backward pass finds no history. What it starts from was computed beside the graph (detach(), .data, no_grad(), "
        "NumPy), or from nothing that wants a gradient.",
    ),
    (
        r"leaf Variable that requires grad is being used in an in-place",
        "A tensor that wants a gradient is changed in place (`x += `, `x[...] = `, a method that ends in _). Compute a new one, "
        "or change it under no_grad() where that is meant.",
    ),
    (r"first argument must be callable", "What is handed over is to be called later, and is no function."),
]


def of_error(error):
    """A sentence on an error by its words, or an empty string."""
    if isinstance(error, AttributeError) and getattr(error, "name", None):
        return _of_attribute(error)
    if isinstance(error, KeyError) and error.args:
        return f"No key {describe(error.args[0], 60)} is in the dictionary that is asked. Do you ask the right one, and by its key?"
    if isinstance(error, StopIteration):
        return "`next(...)` finds nothing: for none of the things is the condition true."
    for words, meaning in MEANINGS:
        found = re.search(words, str(error))
        if found and isinstance(error, (TypeError, ValueError, RuntimeError, AttributeError)):
            for place, part in enumerate(found.groups()):
                meaning = meaning.replace(f"#{place}", part.rstrip(":")).replace(f"{{{place}}}", one(part))
            return meaning[0].upper() + meaning[1:]
    return ""


def _of_attribute(error):
    value = error.obj
    if isinstance(value, (types.FunctionType, types.MethodType)):
        return (
            f"`.{error.name}` is asked of the function `{value.__qualname__.rpartition('<locals>.')[2]}`. Are its parentheses "
            "missing, so that it is not called, or is another thing meant?"
        )
    name = value.__name__ if isinstance(value, (type, types.ModuleType)) else kind_of(value)
    if isinstance(value, dict):
        name = one(type(value).__name__)
    return f"What stands before `.{error.name}` is {name}, which has none. Is it the thing you take it for?"


def of_contents(expected, got):
    """A sentence on how two lists or tuples differ in what is in them, or an empty string."""
    if type(expected) is not type(got) or not isinstance(expected, (list, tuple)):
        return ""
    if expected and not got:
        return "It is empty, and should not be: nothing has come into it."
    truths = all(isinstance(item, bool) for item in expected)  # two answers to two questions
    if len(expected) == 2 == len(got) and same(expected[::-1], got) and not same(expected, got) and not truths:
        return "The two have changed places: what comes first should come second."
    mine, theirs = (Counter(describe(item) for item in items) for items in (got, expected))
    if all(isinstance(item, (list, tuple)) and len(item) == 2 for item in expected) and expected:
        turned = [item[::-1] if isinstance(item, (list, tuple)) else item for item in got]
        if same(turned, list(expected)):
            return "In each pair the two have changed places: what comes first should come second."
    if isinstance(expected, list) and not truths:
        missing, more = list((theirs - mine).elements()), list((mine - theirs).elements())
        if not missing and not more:
            return "The right things come in another order."
        if not more:
            return f"Missing in it: {_few(missing)}."
        if not missing:
            again = [item for item in more if item in theirs]
            return f"Too often in it: {_few(again)}." if len(again) == len(more) else f"Too much in it: {_few(more)}."
    for theirs_inside, mine_inside in zip(expected, got, strict=False):
        if not same(theirs_inside, mine_inside):
            return of_contents(theirs_inside, mine_inside)
    return ""


def of_item(outcome):
    """A sentence on the first that differs of the things that a case looks at side by side, in the words of the case."""
    written = getattr(getattr(outcome.fact, "last", None), "elts", None)  # of a case that ends in a tuple or a list
    expected, got = outcome.expected, outcome.got
    if not written or type(got) is not type(expected) or not len(got) == len(expected) == len(written) > 1:
        return ""
    for node, theirs, mine in zip(written, expected, got, strict=True):
        if compare(theirs, mine) is None:
            continue
        plain = all(value is None or isinstance(value, bool | int | str) for value in (theirs, mine))
        text = ast.unparse(node)
        if not plain or isinstance(node, ast.Starred | ast.Name) or len(text) > 60:
            return ""
        return f"`{text}` is {describe(mine, 60)} after your code has run, and should be {describe(theirs, 60)}."
    return ""


def same(first, second):
    return (
        [describe(item) for item in first] == [describe(item) for item in second]
        if _both(first, second)
        else (describe(first) == describe(second))
    )


def _both(first, second):
    return isinstance(first, (list, tuple)) and isinstance(second, (list, tuple))


def _few(items):
    return ", ".join(items[:3]) + (f" and {len(items) - 3} more" if len(items) > 3 else "")
