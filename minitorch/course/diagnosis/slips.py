"""What a text shows by itself, whatever its values are: a result that is thrown away, a loop of one round, a generator."""

import ast
import builtins
import textwrap

import minitorch

from .steps import is_guard, shown

CHANGING = {"heappop", "next", "pop", "popitem", "setdefault"}  # called for what they change, whatever they return
ONCE = {"map", "filter", "zip", "reversed", "enumerate"}  # what they make can be visited once
LOOPS = ast.For | ast.While


def slip(exercise, text):
    """A sentence on something in the text that hardly anybody means, and that the solution has not; or an empty string."""
    try:
        mine, right = ast.parse(textwrap.dedent(text)), ast.parse(exercise.solution)
    except SyntaxError:
        return ""
    for rule in (a_yield, thrown_away, one_round, out_of_the_loop, generator):
        said = rule(mine, right)
        if said:
            return said
    return ""


def a_yield(mine, right):
    found = [sum(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(tree)) for tree in (mine, right)]
    if not found[0] or found[1]:
        return ""
    functions = [node for node in mine.body if isinstance(node, ast.FunctionDef)]
    wanted = {node.name for node in right.body if isinstance(node, ast.FunctionDef)}
    for node in functions:  # a helper may be a generator
        if node.name in wanted and any(isinstance(one, ast.Yield | ast.YieldFrom) for one in own_nodes(node)):
            return (
                f"With `yield` in it, `{node.name}` gives a generator, and runs only when somebody goes through that. "
                "Collect what it gives, and `return` it."
            )
    return ""


CHANGE = {"set_grad_enabled", "append", "extend"}  # they change something, and return nothing to keep


def thrown_away(mine, right):
    """A statement that computes something and keeps it nowhere."""
    needed, lines = taken(right), [(one, one is body[-1]) for body in bodies(mine) for one in body]
    needed = {name for name in needed if not name.endswith("_")} - CHANGE
    for one, last in sorted(lines, key=lambda line: line[0].lineno):
        value = one.value if isinstance(one, ast.Expr) else None
        if isinstance(value, ast.Call) and is_error(name_of(value)):
            return f"`{shown(value)}` is made, and not raised."
        if isinstance(value, ast.Call) and name_of(value) in needed and not gives_itself(value, mine):
            said = f"What `{shown(value)}` returns is thrown away here"
            is_handle = name_of(value).startswith("register_") and name_of(value).endswith("_hook")
            return said + (": it is the handle. Without it the hook cannot be removed." if is_handle else ".")
        if isinstance(value, ast.Call) and name_of(value) not in made(right) and in_place_of(value, mine):
            name = value.func.attr
            return f"What `{shown(value)}` returns is thrown away here. `{name}_` changes a tensor in place, `{name}` makes another."
        if isinstance(value, ast.Compare) and isinstance(value.ops[0], ast.Eq):
            return f"`{shown(value)}` compares, and changes nothing: a single `=` assigns."
        if isinstance(value, ast.Attribute | ast.BinOp) and not last:  # at the end it may be that a `return` is missing
            return f"The value of `{shown(value)}` is thrown away here."
    return ""


def gives_itself(call, tree):
    """Whether it is a method of self where self is returned: it may well be one that gives self back."""
    of_self = isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == "self"
    returned = [one.value for one in ast.walk(tree) if isinstance(one, ast.Return)]
    return of_self and any(getattr(one, "id", "") == "self" for one in returned)


def is_error(name):
    kind = getattr(builtins, name, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)


def in_place_of(call, tree):
    """Whether it is a method of tensors that makes a new one, and has a sister that changes in place; `add` may be a set's."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    sets = any(isinstance(one, ast.Set | ast.SetComp) or getattr(one, "id", "") == "set" for one in ast.walk(tree))
    tensor = getattr(minitorch, "Tensor", object)  # the package of lesson 00 has none
    known = hasattr(tensor, name) and hasattr(tensor, f"{name}_")
    return known and not hasattr(list, name) and not hasattr(dict, name) and not (sets and hasattr(set, name))


def taken(tree):
    """The names of what a text calls for its value alone."""
    used = {name_of(node) for node in ast.walk(tree) if isinstance(node, ast.Call)} - made(tree) - CHANGING
    return {name for name in used if not name.startswith("check")}  # called for its error


def made(tree):
    """The names of what a text calls in a statement of its own, for what it does."""
    alone = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    return {name_of(call) for call in alone if isinstance(call, ast.Call)}


def one_round(mine, right):
    """A loop that is left in its first round, whatever it finds."""
    loops = [[one for one in ast.walk(tree) if isinstance(one, LOOPS) and ends_at_once(one)] for tree in (mine, right)]
    if not loops[0] or loops[1]:
        return ""
    loop = loops[0][0]
    if isinstance(loop.body[-1], ast.If):
        return f"The loop `{shown(loop)}` ends in its first round, whatever it finds there. Look at what leaves it."
    return f"`{shown(loop.body[-1])}` stands inside `{shown(loop)}`, and ends it in the first round."


def ends_at_once(loop):
    inside = [one for statement in loop.body for one in own_nodes(statement)]
    return leaves(loop.body) and not any(isinstance(one, ast.Continue) for one in inside)


def leaves(body):
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and leaves(last.body) and leaves(last.orelse)
    return isinstance(last, ast.Return | ast.Break)


def out_of_the_loop(mine, right):
    """A `return` of nothing where the next round is meant."""
    found = [
        [loop for loop in ast.walk(tree) if isinstance(loop, LOOPS) and returns_nothing(loop)] for tree in (mine, right)
    ]
    if not found[0] or found[1]:
        return ""
    return f"A `return` leaves the loop `{shown(found[0][0])}` for good, and the function with it. `continue` goes on to the next."


def returns_nothing(loop):
    """Whether some case in a loop does nothing but `return`."""
    inside = [one for statement in loop.body for one in own_nodes(statement)]
    return any(is_guard(one, ast.Return) for one in inside)


def generator(mine, right):
    """A generator that is asked for its truth, or visited a second time."""
    for node in [one for one in ast.walk(mine) if isinstance(one, ast.FunctionDef)]:
        once = {
            one.targets[0].id: one.value
            for one in own_nodes(node)
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and is_once(one.value)
        }
        asked = [part for one in ast.walk(node) for part in questions(one)]
        for name in [one.id for one in asked if isinstance(one, ast.Name) and one.id in once]:
            return f"`{name}` is a generator, and a generator is always true: ask `any(...)` of it, or make a list."
        loaded = [one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)]
        stepped = {part.id for one in ast.walk(node) for part in stepped_through(one)}
        for name in once:
            if loaded.count(name) > 1 and name not in stepped:
                return f"`{name}` can be gone through only once, and is empty afterwards: make a list of it."
    return ""


def stepped_through(node):
    """The names of which a call of next() takes one thing at a time."""
    if isinstance(node, ast.Call) and name_of(node) == "next":
        return [one for one in node.args[:1] if isinstance(one, ast.Name)]
    return []


def is_once(value):
    called = name_of(value) if isinstance(value, ast.Call) else ""
    return isinstance(value, ast.GeneratorExp) or called in ONCE


def questions(node):
    """What a node asks for its truth."""
    if isinstance(node, ast.BoolOp):
        return node.values
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [node.operand]
    return [node.test] if isinstance(node, ast.If | ast.While | ast.IfExp) else []


def name_of(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def bodies(tree):
    """The lists of statements within the definitions of a text."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    parts = [getattr(one, part, None) for node in functions for one in own_nodes(node) for part in ("body", "orelse")]
    return [part for part in parts if isinstance(part, list) and part]


def own_nodes(node):
    """The node and what is in it, without the functions that are defined inside."""
    yield node
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from own_nodes(inner)
