"""What to say about an error in an attempt: the names it speaks of, and where they would come from."""

import ast
import difflib
import inspect
import traceback

import numpy as np

import minitorch

from ..values import without_addresses
from .origin import comes_from_a_case

HOMES = {
    "F": "`import minitorch.nn.functional as F`, or write `mt.nn.functional`",
    "nn": "the package: `mt.nn`",
    "torch": "nowhere here: the package is called `mt`",
    "Function": "`mt.autograd.Function`",
    "Parameter": "`mt.nn.Parameter`",
    "Module": "`mt.nn.Module`",
}


def from_error(exercise, piece, error):
    """One or two sentences on an error that came where none was expected; or an empty string."""
    if isinstance(error, RecursionError):
        return "It calls itself again and again. Where does it stop, and does each call come nearer to it?"
    if isinstance(error, SystemExit):
        return "It asks Python to stop (`exit` or `quit`). Use `return` to hand back an answer."
    if isinstance(error, NotImplementedError) and "is missing the required" not in str(error):
        return "A `raise NotImplementedError` is still standing in your code."
    if isinstance(error, UnboundLocalError):
        return f"{error}: on this path nothing has been assigned to it yet.".replace(".:", ":")
    if isinstance(error, NameError):
        return _from_name(exercise, error)
    if "'NoneType'" in str(error) and isinstance(error, (TypeError, AttributeError)):
        if comes_from_a_case(error):
            return f"What comes back from your code is None here ({error}). Is a `return` missing?"
        return (
            f"Something is None where your code uses it ({error}). Is there a None among what it was given, to be let "
            "through first, or a call that returns nothing?"
        )
    if isinstance(error, TypeError):
        return _from_call(exercise, piece, error)
    if isinstance(error, AttributeError):
        return _from_attribute(error)
    if isinstance(error, ZeroDivisionError):
        return "It divides by 0 in this case. Is the division needed, or does this case go another way?"
    if isinstance(error, IndexError):
        return f"An index lies past the end ({error}). The places of n items are 0 to n - 1."
    return ""


def _from_name(exercise, error):
    name = getattr(error, "name", None) or str(error).split("'")[1:2][0:1] and str(error).split("'")[1]
    said = f"name '{name}' is not defined. Is it spelled as you defined it, and defined before this cell?"
    own = [node.arg for node in ast.walk(ast.parse(exercise.stub)) if isinstance(node, ast.arg)]
    close = difflib.get_close_matches(name, own, n=1, cutoff=0.75)
    if close:
        return f"{said} The stub has a parameter `{close[0]}`."
    if name in HOMES:
        return f"{said} It would come from {HOMES[name]}."
    for short, module in (("mt", minitorch), ("np", np)):
        if name in dir(module):
            return (
                f"{said} The package has it as `{short}.{name}`." if short == "mt" else f"{said} NumPy has `np.{name}`."
            )
    return said


def _from_call(exercise, piece, error):
    wanted = first_line(exercise.stub)
    if callable(piece) and not isinstance(piece, type):
        try:
            mine = list(inspect.signature(piece).parameters)
        except (TypeError, ValueError):
            mine = None
        node = next(node for node in reversed(ast.parse(exercise.stub).body) if hasattr(node, "name"))
        if mine is not None and hasattr(node, "args") and mine != parameters(node.args):
            return f"It is called as in the stub's first line, `{wanted}`: keep those parameters."
    words = str(error)
    if "positional argument" in words or "unexpected keyword" in words or "required keyword" in words:
        return (
            f"A call does not fit what is called: {words}. Compare its arguments, and their order, with the definition."
        )
    return ""


def _from_attribute(error):
    name, value = getattr(error, "name", None), getattr(error, "obj", None)
    if name is None:
        return ""
    if isinstance(value, np.ndarray) and hasattr(minitorch.Tensor, name):
        return f"It is a NumPy array here, which has no `{name}`: that is a tensor's word."
    try:
        known = dir(value)
    except Exception:  # a module whose __init__ did not call super().__init__()
        known = dir(type(value))
    if name in known:  # a slot, or a property that asks for a field that is not there
        return f"`{name}` has not been set: nothing was put there. Does a path through your code leave it out?"
    close = difflib.get_close_matches(name, [one for one in known if not one.startswith("__")], n=1, cutoff=0.75)
    if close:
        return f"There is no `{name}`; there is `{close[0]}`. Is it spelled as where it was made?"
    return ""


def parameters(arguments):
    """The names of a definition's parameters, as inspect.signature lists them."""
    single = [[one] if one else [] for one in (arguments.vararg, arguments.kwarg)]
    found = arguments.posonlyargs + arguments.args + single[0] + arguments.kwonlyargs + single[1]
    return [one.arg for one in found]


def first_line(stub):
    return next((line.rstrip(":") for line in stub.splitlines() if line.startswith(("def ", "class "))), "")


def error_text(error):
    """An error in one line, as Python prints it, without its notes."""
    lines = traceback.format_exception_only(error)[-1 if isinstance(error, SyntaxError) else 0].strip().splitlines()
    return without_addresses(lines[0] if lines else type(error).__name__)[:300]
