"""What a text shows by itself, whatever its values are: a result that is thrown away, a loop of one round."""

import ast
import builtins
import textwrap

import minitorch

from .steps import shown

CHANGING = {"heappop", "next", "pop", "popitem", "setdefault"}  # called for what they change, whatever they return
CHANGE = {"set_grad_enabled", "append", "extend", "load_state_dict", "manual_seed", "write"}  # they change something


def slip(exercise, text):
    """A sentence on something in the text that hardly anybody means, and that the solution has not; or an empty string."""
    try:
        mine, right = ast.parse(textwrap.dedent(text)), ast.parse(exercise.solution)
    except SyntaxError:
        return ""
    return a_yield(mine, right) or thrown_away(mine, right) or one_round(mine, right)


def a_yield(mine, right):
    """A function that gives its results one by one where the solution returns them."""
    wanted = {node.name: node for node in right.body if isinstance(node, ast.FunctionDef)}
    for node in mine.body:
        if getattr(node, "name", "") in wanted and yields(node) and not yields(wanted[node.name], ast.GeneratorExp):
            return (
                f"`yield` makes `{node.name}` a generator, which runs only when something iterates over it. Collect the items "
                "in a list and return that."
            )
    return ""


def yields(function, more=ast.Yield):
    return any(isinstance(getattr(one, "value", one), ast.Yield | ast.YieldFrom | more) for one in own_nodes(function))


def thrown_away(mine, right):
    """A statement that computes something and keeps it nowhere."""
    needed, lines = taken(right), [(one, one is body[-1]) for body in bodies(mine) for one in body]
    needed = {name for name in needed if not name.endswith("_")} - CHANGE
    for one, last in sorted(lines, key=lambda line: line[0].lineno):
        value = one.value if isinstance(one, ast.Expr) else None
        name = name_of(value)
        if is_error(name):
            return f"`{shown(value)}` creates an error and does not raise it."
        if name in needed and not gives_itself(value, mine) and ast.unparse(mine).count(ast.unparse(value)) == 1:
            said = f"What `{shown(value)}` returns is thrown away here"
            is_handle = name.startswith("register_") and name.endswith("_hook")
            return said + (": it is the handle. Without it the hook cannot be removed." if is_handle else ".")
        if name not in made(right) and in_place_of(value, mine):
            said = f"What `{shown(value)}` returns is thrown away here."
            return f"{said} `{name}_` changes a tensor in place; `{name}` returns a new one."
        if isinstance(value, ast.Compare) and isinstance(value.ops[0], ast.Eq):
            return f"`{shown(value)}` compares, and changes nothing: a single `=` assigns."
        if isinstance(value, ast.Attribute | ast.BinOp) and not last:  # at the end it may be that a `return` is missing
            return f"The value of `{shown(value)}` is thrown away here."
    return ""


def gives_itself(call, tree):
    """Whether it is a method of self, or of a module, that is returned later: it may well be one that gives itself back."""
    owner = getattr(getattr(call.func, "value", None), "id", "")
    returned = [one.value for one in ast.walk(tree) if isinstance(one, ast.Return)]
    return owner in ("self", "module") and any(getattr(one, "id", "") == owner for one in returned)


def is_error(name):
    kind = getattr(builtins, name, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)


def in_place_of(value, tree):
    """Whether it calls a method of tensors that makes a new one, and has a sister that changes in place; `add` may be a set's."""
    name = value.func.attr if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else ""
    named = [getattr(one, "id", getattr(one, "attr", "")).rpartition("_")[2] for one in ast.walk(tree)]
    sets = "set" in named or any(isinstance(one, ast.Set | ast.SetComp) for one in ast.walk(tree))
    tensor = getattr(minitorch, "Tensor", object)  # the package of lesson 00 has none
    known = hasattr(tensor, name) and hasattr(tensor, f"{name}_") and "out" not in [one.arg for one in value.keywords]
    return known and not hasattr(list, name) and not hasattr(dict, name) and not (sets and hasattr(set, name))


def taken(tree):
    """The names of what a text calls for its value alone."""
    used = {name_of(node) for node in ast.walk(tree)} - made(tree) - CHANGING - {""}
    return {name for name in used if not name.startswith("check")}  # called for its error


def made(tree):
    """The names of what a text calls in a statement of its own, for what it does."""
    return {name_of(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def one_round(mine, right):
    """A loop that is left in its first round, whatever it finds."""
    loops = [one for one in ast.walk(mine) if ends_at_once(one)]
    if not loops or any(map(ends_at_once, ast.walk(right))):
        return ""
    last = loops[0].body[-1]
    if isinstance(last, ast.If):
        return f"The loop `{shown(loops[0])}` always ends in its first round. Look at what leaves it."
    return f"`{shown(last)}` stands inside `{shown(loops[0])}`, and ends it in the first round."


def ends_at_once(loop):
    if not isinstance(loop, ast.For | ast.While):
        return False
    inside = [one for statement in loop.body for one in own_nodes(statement)]
    return leaves(loop.body) and not any(isinstance(one, ast.Continue) for one in inside)


def leaves(body):
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and leaves(last.body) and leaves(last.orelse)
    return isinstance(last, ast.Return | ast.Break)


def name_of(node):
    """The name of what a call calls, without what stands before its dot; "" of anything else."""
    called = node.func if isinstance(node, ast.Call) else None
    return getattr(called, "id", getattr(called, "attr", ""))


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
