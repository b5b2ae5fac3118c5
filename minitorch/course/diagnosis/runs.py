"""Where the run of an answer parts from the solution's: what each calls, in which order and with what.

Both get the same input. Noted are the calls that their own lines make: of the package's functions and of those that the
input brings along. What is between two calls (sums, slices, loops) is not seen. An answer may be right and call other things;
so this is asked only of one that is wrong.
"""

import ast
import dis
import linecache
import re
from collections import Counter
from difflib import SequenceMatcher
from types import FunctionType

from ..facts import piece_from, run_facts
from ..values import describe, freeze
from .origin import PACKAGE, files_of

MOST = 2_000  # calls that are noted
SHORT = 60  # characters of a value that is shown
# of Python's own, those which change something and are mostly written one way
PYTHONS = {
    "heappush",
    "heappop",
    "clear",
    "popitem",
    "remove",
    "discard",
    "copy",
    "sort",
    "reverse",
    "astype",
    "tolist",
    "item",
}
NOT_CALLS = ("LOAD_", "FOR_", "GET_", "SEND", "YIELD", "RESUME", "BEFORE_WITH", "WITH_")
SILENT = {
    "__enter__",
    "__exit__",
    "__del__",
    "__get__",
    "__iter__",
    "__next__",
    "__bool__",
    "__len__",
    "__hash__",
    "__repr__",
    "__instancecheck__",
    "__subclasscheck__",
    "__setattr__",
    "__getattr__",
    "__delattr__",
    "__int__",
    "__float__",
    "dim",
    "numel",
    "size",
}
SYMBOLS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.USub: "-",
    ast.Mod: "%",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
}
IN_PLACE = {ast.Add: "add_", ast.Sub: "sub_", ast.Mult: "mul_", ast.Div: "div_", ast.Pow: "pow_"}  # `x += y` is add_
OPS = ("fast/calls.py", "ops/op.py", "ops/call.py")


class Call:
    """One call.

    name   of the function, or of the class of which it makes an object
    given  {parameter: its value's text}; None for a function of Python's own
    """

    def __init__(self, name, given=None):
        self.name, self.given = name, given

    def other_than(self, call):
        """The names of the arguments that another call of the same function has otherwise."""
        return [name for name, text in (self.given or {}).items() if (call.given or {}).get(name) != text]


class Calls:
    """What `sys.setprofile` is given: notes the calls that the lines of a piece make."""

    def __init__(self, piece):
        self.files, self.found = files_of(piece), []

    def __call__(self, frame, event, function):
        if len(self.found) >= MOST:
            return
        if (
            event == "call"
            and frame.f_back is not None
            and self.is_own(frame.f_back)
            and not self.is_own(frame)
            and is_ours(frame)
        ):
            step = step_of(frame.f_back)
            if not step.startswith(NOT_CALLS) and frame.f_code.co_name not in SILENT and not is_of_size(frame):
                self.found.append(Call(name_of(frame), given_to(frame, self.files)))
        elif event == "c_call" and self.is_own(frame) and getattr(function, "__name__", "") in PYTHONS:
            self.found.append(Call(function.__name__))

    def is_own(self, frame):
        return frame.f_code.co_filename in self.files


def step_of(frame):
    """The name of the instruction that a frame is at; where it keeps notes behind it, the one before these."""
    code, place = frame.f_code.co_code, frame.f_lasti
    while place > 0 and dis.opname[code[place]] == "CACHE":
        place -= 2
    return dis.opname[code[place]]


def is_ours(frame):
    """Whether a function is the package's, or one that the input brings along; not NumPy's or Python's own."""
    file = frame.f_code.co_filename
    return file.startswith((PACKAGE, "<"))


def is_of_size(frame):
    """Whether it is a method of Size, which is a tuple for whoever reads a shape."""
    code = frame.f_code
    return bool(code.co_argcount) and type(frame.f_locals.get(code.co_varnames[0])).__name__ == "Size"


def name_of(frame):
    code, values = frame.f_code, frame.f_locals
    own = values.get(code.co_varnames[0]) if code.co_argcount else None
    op = own if code.co_name == "__call__" else values.get("op")
    if code.co_filename.endswith(OPS) and isinstance(getattr(op, "name", None), str):
        return op.name
    if "<locals>" in code.co_qualname and code.co_filename.startswith(PACKAGE):
        return called_as(frame.f_back) or code.co_name
    if code.co_name == "<lambda>":
        return f"lambda {', '.join(code.co_varnames[: code.co_argcount])}".strip()
    if code.co_name in ("__init__", "__new__"):
        return (own if code.co_name == "__new__" else type(own)).__name__
    return f"{type(own).__name__}.{code.co_name}" if code.co_name.startswith("__") and own is not None else code.co_name


def called_as(frame):
    """The name by which a line calls what it calls now; "" for an operator, and where the line is not to be had."""
    code = frame.f_code
    line, end, start, stop = list(code.co_positions())[frame.f_lasti // 2]
    text = linecache.getline(code.co_filename, line or 0)
    if line != end or not text:
        return ""
    try:
        (step,) = ast.parse(text.encode()[start:stop].decode().strip()).body
    except (SyntaxError, ValueError):
        return ""
    if isinstance(step, ast.AugAssign):
        return IN_PLACE.get(type(step.op), "")
    call = getattr(step, "value", None)
    if isinstance(call, ast.BinOp | ast.UnaryOp):
        return SYMBOLS.get(type(call.op), "")
    if isinstance(call, ast.Compare):
        return SYMBOLS.get(type(call.ops[0]), "")
    function = getattr(call, "func", None)
    return getattr(function, "attr", getattr(function, "id", ""))


def given_to(frame, files=()):
    """{parameter: the text of its value} of a call that begins; of a function that stands in these files, not its name."""
    code, found = frame.f_code, {}
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    names = [name for name in code.co_varnames[:count] if name in frame.f_locals]
    for name in names[1:] if code.co_name in ("__init__", "__new__") else names:
        value = frame.f_locals[name]
        try:
            own = isinstance(value, FunctionType) and value.__code__.co_filename in files
            found[name] = "a function" if own else describe(freeze(value))
        except Exception:  # a half-made object, or one of the learner's that cannot be shown
            found[name] = type(value).__name__
    return found


def calls(exercise, piece, fact, in_place, seconds):
    """The calls that a piece makes while a fact is tried."""
    noted = Calls(piece)
    run_facts(exercise, piece, seconds, in_place, facts=[fact], watcher=noted)
    return noted.found


def parting(exercise, piece, outcome, seconds, in_place=None):
    """A sentence on the first call in which the run of a piece parts from the solution's; "" if there is none."""
    share, solution = seconds / 3, piece_from(exercise, exercise.solution, "solution")
    right, again = (calls(exercise, solution, outcome.fact, in_place, share) for _ in "12")
    mine = calls(exercise, piece, outcome.fact, in_place, share)
    if [call.name for call in right] != [call.name for call in again]:
        return ""
    masked = {(one.name, name) for one, other in zip(right, again, strict=True) for name in one.other_than(other)}
    for call in (*mine, *right):  # numbers of handles and addresses are others in each run
        call.given = call.given and {name: text for name, text in call.given.items() if (call.name, name) not in masked}
    stopped = outcome.error is not None
    functions = [[call for call in found if call.given is not None] for found in (mine, right)]
    return first_difference(*functions, stopped) or first_difference(mine, right, stopped)


def first_difference(mine, right, stopped):
    """In words, what the first difference of two lists of calls is; nothing of what comes after a run that stopped."""
    parts = SequenceMatcher(None, *map(keys, (mine, right)), autojunk=False).get_opcodes()
    if stopped and parts and parts[-1][1] == len(mine):
        right = right[: parts.pop()[3]]
    parts = [part[1:] for part in parts if part[0] != "equal"]
    names = [[call.name for call in found] for found in (mine, right)]
    for i, i_end, j, j_end in parts:
        if i < i_end and j < j_end and mine[i].name == right[j].name and names[0][i:i_end] == names[1][j:j_end]:
            said = other_arguments(mine[i], right[j])
        else:
            said = other_calls(names, i, i_end, j, j_end)
        if said:
            return said
    return next((said for part in parts if (said := another_order(names, *part))), "")


def keys(found):
    return [(call.name, *map(plain, (call.given or {}).values())) for call in found]


def other_calls(names, i, i_end, j, j_end):
    """A sentence on calls that only one of the two makes: names[0][i:i_end] and, in the solution, names[1][j:j_end]."""
    mine, right = Counter(names[0]), Counter(names[1])
    more, missing = names[0][i:i_end], names[1][j:j_end]
    less = next((name for name in missing if 0 < mine[name] < right[name]), None)
    if less:
        return f"Here the solution calls `{less}` {times(right[less])}, and yours {times(mine[less])}."
    often = next((name for name in more if mine[name] > right[name] > 0), None)
    if often:
        return f"Here yours calls `{often}` {times(mine[often])}, and the solution {times(right[often])}."
    more = [name for name in more if not right[name]]
    missing = [name for name in missing if not mine[name]]
    if more and missing:
        return f"Here yours calls `{more[0]}` where the solution calls `{missing[0]}`."
    if missing:
        return (
            f"Here the solution calls `{missing[0]}`{after(names[1], names[1].index(missing[0]))}, and yours does not."
        )
    return (
        f"Here yours calls `{more[0]}`{after(names[0], names[0].index(more[0]))}, and the solution does not."
        if more
        else ""
    )


def another_order(names, i, i_end, j, j_end):
    """A sentence on a call that both make equally often, and at different places."""
    moved = next(iter([*names[1][j:j_end], *names[0][i:i_end]]), None)
    if moved is None or names[0] == names[1]:
        return ""
    when = "earlier" if names[0].index(moved) < names[1].index(moved) else "later"
    return f"Here yours calls `{moved}` {when} than the solution."


def times(count):
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"


def after(names, place):
    return f" after `{names[place - 1]}`" if place and names[place - 1] not in names[place : place + 1] else ""


def other_arguments(mine, right):
    """A sentence on the first argument that two calls of a function do not share."""
    for name, wanted in (right.given or {}).items():
        got = (mine.given or {}).get(name)
        if got is None or plain(got) == plain(wanted):
            continue
        if shortened(got) == shortened(wanted):
            return f"Here `{mine.name}` is given another `{name}` than in the solution."
        return f"Here `{mine.name}` is given {shortened(got)} as `{name}`, and in the solution {shortened(wanted)}."
    return ""


def plain(text):
    """A value's text, in which a list is like a tuple."""
    return re.sub(r",?\s*[\])]", ")", text.replace("[", "("))


def shortened(text):
    text = " ".join(text.split())
    return f"`{text}`" if len(text) <= SHORT else f"`{text[: SHORT - 3]}...`"
