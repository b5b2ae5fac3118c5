"""What to say about an error in an attempt: what its words mean, the names it speaks of, and where they would come from."""

import ast
import difflib
import inspect
import re
import traceback
import types

import numpy as np

import minitorch

from ..values import describe, kind_of, without_addresses
from .origin import comes_from_a_case, raised_by_the_answer

CALL = "positional argument|unexpected keyword|required keyword"
ELSEWHERE = {"F": "mt.nn.functional", "torch": "mt"}  # what programs on PyTorch call by these names

# words in an error's text -> what they mean; {0} stands for the type that the error names
MEANINGS = {
    r"'(function|method|\S*method)' object is not subscriptable": "Brackets stand behind a function. Parentheses call it.",
    r"'(\S+)' object is not callable": "You call something of type {0}. Only a function can be called.",
    r"'(\S+)' object is not iterable|cannot unpack non-iterable (\S+) object": (
        "Something of type {0} is gone through or unpacked, and holds no items."
    ),
    r"can't multiply sequence by non-int": "A list or tuple stands where one number or tensor is meant.",
    r"(?:append|add)\(\) takes exactly one argument": "A pair that is added needs parentheses of its own: `((a, b))`.",
    r"Boolean value of Tensor with more than one value": (
        "`if`, `not`, `and`, `or` or `in` asks whether a tensor of several elements is true. Ask `is None`, or `is`."
    ),
    r"modified by an inplace operation": (
        "A tensor that an operation saved for its formula is changed in place (`x[...] = `, `x -= `, `x.add_`). Change a "
        "clone(), or make a new one."
    ),
    r"(changed size|mutated) during iteration": (
        "The loop changes what it goes through. Go through a copy: `list(...)`."
    ),
    r"(?:Incompatible shape|Cannot set).* in-place modification": (
        "Assigning to `.shape` or `.strides` changes the array that was handed in. Make another one."
    ),
    r"does not require grad and does not have a grad_fn": (
        "This tensor has no history. It was computed without the graph (detach(), .data, no_grad(), NumPy), or from tensors that "
        "require no gradient."
    ),
    r"leaf Variable that requires grad is being used in an in-place": (
        "A leaf that requires a gradient is changed in place (`x += `, `x[...] = `, a method that ends in _). Compute a new tensor, "
        "or change it under no_grad() where that is meant."
    ),
}


def meaning(error):
    """What the words of an error mean, or an empty string."""
    for words, said in MEANINGS.items():
        found = re.search(words, str(error))
        if found and isinstance(error, (TypeError, ValueError, RuntimeError, AttributeError)):
            return said.format(*[one for one in found.groups() if one])
    return ""


def from_error(exercise, piece, error):
    """One or two sentences on an error that came where none was expected; or an empty string."""
    if isinstance(error, RecursionError):
        return "It calls itself again and again. Where does it stop, and does each call come nearer to it?"
    if isinstance(error, SystemExit):
        return "It asks Python to stop (`exit` or `quit`). Use `return` to hand back an answer."
    if isinstance(error, NotImplementedError) and raised_by_the_answer(error):
        return "A `raise NotImplementedError` is still standing in your code."
    if isinstance(error, UnboundLocalError):
        return f"{error}: on this path nothing has been assigned to it yet.".replace(".:", ":")
    if isinstance(error, NameError):
        return _from_name(exercise, error)
    if "'NoneType'" in str(error) and isinstance(error, (TypeError, AttributeError)):
        if comes_from_a_case(error):
            return f"Your code returns None here ({error}). Is a `return` missing?"
        return (
            f"Something is None where your code uses it ({error}). Was None passed in, or does a call return nothing?"
        )
    if isinstance(error, TypeError):
        return _from_call(exercise, piece, error) or meaning(error)
    if isinstance(error, AttributeError):
        return meaning(error) or _from_attribute(error)
    if isinstance(error, ZeroDivisionError):
        return "It divides by 0 in this case. Is the division needed, or does this case go another way?"
    if isinstance(error, IndexError):
        return f"An index lies past the end ({error}). The indices of n items are 0 to n - 1."
    if isinstance(error, KeyError) and error.args and not raised_by_the_answer(error):
        return (
            f"The dictionary has no key {describe(error.args[0], 60)}. Is it the right dictionary, and the right key?"
        )
    if isinstance(error, StopIteration):
        return "`next(...)` finds nothing: the condition is true for no item."
    return meaning(error)


def _from_name(exercise, error):
    name = error.name
    said = f"name '{name}' is not defined. Is it spelled as you defined it, and defined before this cell?"
    own = [node.arg for node in ast.walk(ast.parse(exercise.stub)) if isinstance(node, ast.arg)]
    close = difflib.get_close_matches(name, own, n=1, cutoff=0.75)
    if close:
        return f"{said} The stub has a parameter `{close[0]}`."
    homes = {"mt": minitorch, "np": np}
    homes |= {f"mt.{part}": getattr(minitorch, part) for part in ("nn", "autograd") if hasattr(minitorch, part)}
    there = next((f"{short}.{name}" for short, home in homes.items() if name in dir(home)), ELSEWHERE.get(name))
    return f"{said} Here it is `{there}`." if there else said


def _from_call(exercise, piece, error):
    node = next(node for node in reversed(ast.parse(exercise.stub).body) if hasattr(node, "name"))
    if isinstance(piece, types.FunctionType) and isinstance(node, ast.FunctionDef):
        wanted = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
        if wanted != set(inspect.signature(piece).parameters):
            return f"It is called as in the stub's first line, `def {node.name}({ast.unparse(node.args)})`: keep those parameters."
    if re.search(CALL, str(error)):
        return f"The arguments of a call do not fit: {error}. Compare them, and their order, with the definition."
    return ""


def _from_attribute(error):
    name, value = getattr(error, "name", None), getattr(error, "obj", None)
    if name is None:
        return ""
    if isinstance(value, np.ndarray) and hasattr(minitorch.Tensor, name):
        return f"It is a NumPy array here, and only a tensor has `{name}`."
    if isinstance(value, types.FunctionType | types.MethodType):
        return f"`.{name}` is asked of a function, `{value.__name__}`. Are its parentheses missing?"
    try:
        known = dir(value)
    except Exception:  # a module whose __init__ did not call super().__init__()
        known = dir(type(value))
    if name in known:  # a slot, or a property that asks for a field that is not there
        return f"`{name}` has not been set: nothing was put there. Does a path through your code leave it out?"
    close = difflib.get_close_matches(name, [one for one in known if not one.startswith("__")], n=1, cutoff=0.75)
    if close:
        return f"There is no `{name}`; there is `{close[0]}`. Is it spelled as where it was made?"
    kind = value.__name__ if isinstance(value, type | types.ModuleType) else kind_of(value)
    return f"`.{name}` is asked of {kind}, which has no such attribute. Is it the object that you mean?"


def error_text(error):
    """An error in one line, as Python prints it, without its notes."""
    lines = traceback.format_exception_only(error)[-1 if isinstance(error, SyntaxError) else 0].strip().splitlines()
    return without_addresses(lines[0] if lines else type(error).__name__)[:300]
