"""Small changes of a text, of the kinds that people's mistakes are made of: one of them undoes such a mistake.

Each is a sentence on the place, the edits [(node, field, new value)] that make it, and what is the same for all places
where the same mistake may have been made once more; None where there is no such thing.
"""

import ast

from .steps import LEAVES, arguments, local_names, shown

OTHER: dict = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq, ast.Is, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.IsNot, ast.Lt, ast.Gt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add, ast.Pow),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mod),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
TURNED = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.MatMult, ast.Pow)  # whose two sides may not change places
ASKS = {"isinstance", "issubclass", "hasattr", "callable", "any", "all", "bool", "startswith", "endswith"}
AROUND = {
    "abs",
    "round",
    "int",
    "float",
    "bool",
    "str",
    "list",
    "tuple",
    "set",
    "sorted",
    "reversed",
    "len",
    "max",
    "min",
}


def changes(tree, doubted=lambda statement, function: True):
    """All of them, those that say most first; within statements in those alone that are doubted."""
    sites = list(places(tree))
    within_one = [site for site in sites if doubted(*site[1:])]
    for kind in (told_apart, of_calls):
        for site in within_one:
            yield from kind(*site)
    for site in sites:  # of a loop it is its body that is in doubt
        yield from of_loops(*site)
    for node, _, function in sites:
        yield from needless(node, lambda one, function=function: doubted(one, function))
    for kind in (needless_parts, of_words):
        for site in within_one:
            yield from kind(*site)
    for node, _, _ in sites:
        yield from of_statements(node)


def places(tree):
    """(node, the statement that it stands in, its function) of all that stands in functions."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            yield from within(function, function, function)


def within(node, statement, function):
    yield node, statement, function
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.arguments):
            yield from within(child, child if isinstance(child, ast.stmt) else statement, function)


def at(node, statement):
    """Where an expression stands, in words; nothing for one that is the statement."""
    return "" if shown(node) == shown(statement) else f" in `{shown(statement)}`"


def slots(node):
    """(the expression, and a function that gives the edit which puts another one in its place) of those in a node."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.expr):
            yield value, lambda new, field=field: (node, field, new)
        elif isinstance(value, list):
            for i, one in enumerate(value):
                if isinstance(one, ast.expr):
                    yield (
                        one,
                        lambda new, field=field, value=value, i=i: (node, field, [*value[:i], new, *value[i + 1 :]]),
                    )


def call(name, *args):
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


# --- what is told apart ---


def told_apart(node, statement, function):
    """None and what is false, the same and what is equal, in place and not, an error made and one raised."""
    tests = [(node, "test")] if isinstance(node, ast.If | ast.IfExp | ast.While) else []
    for owner, field in tests:
        yield from truth(getattr(owner, field), lambda new: (owner, field, new), statement)  # noqa: B023
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from truth(node.operand, lambda new: (node, "operand", new), statement)
    if isinstance(node, ast.BoolOp | ast.comprehension):
        for one, put in slots(node):
            yield from truth(one, put, statement)
    for one, put in slots(node):
        if is_default(one) and not isinstance(node, ast.If | ast.While | ast.IfExp | ast.BoolOp | ast.UnaryOp):
            first, second = one.values
            kept = ast.IfExp(ast.Compare(first, [ast.IsNot()], [ast.Constant(None)]), first, second)
            yield of_truth(first, one, statement), [put(kept)], f"truth of {shown(first)}"
        member = isinstance(one, ast.Compare) and len(one.ops) == 1 and isinstance(one.ops[0], ast.In | ast.NotIn)
        if member and "id(" not in shown(one):
            every = ast.comprehension(ast.Name("_one", ast.Store()), one.comparators[0], [], 0)
            same = ast.Compare(one.left, [ast.Is()], [ast.Name("_one", ast.Load())])
            found = call("any", ast.GeneratorExp(same, [every]))
            found = found if isinstance(one.ops[0], ast.In) else ast.UnaryOp(ast.Not(), found)
            said = f"`in` takes for one what is equal: look at `{shown(one)}`{at(one, statement)}. Is the very same object meant?"
            yield said, [put(found)], "in"
        asked = one.left if isinstance(one, ast.Compare) else None
        if isinstance(asked, ast.Call) and getattr(asked.func, "id", "") == "type" and len(asked.args) == 1:
            why = "asks for the very class, and leaves out what is derived from it. Is isinstance meant?"
            given = call("isinstance", asked.args[0], one.comparators[0])
            given = ast.UnaryOp(ast.Not(), given) if isinstance(one.ops[0], ast.IsNot | ast.NotEq) else given
            yield f"`{shown(one)}`{at(one, statement)} {why}", [put(given)], "type"
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute):
            name = one.func.attr
            if name.endswith("_") and not name.endswith("__") and name not in ("requires_grad_", "_"):
                plain = ast.Call(ast.Attribute(one.func.value, name[:-1], ast.Load()), one.args, one.keywords)
                yield (
                    f"`{shown(one)}`{at(one, statement)} works in place: it changes what it is called on.",
                    [put(plain)],
                    "in place",
                )
    for field in ("body", "orelse"):
        for i, one in enumerate(statements(node, field)):
            if isinstance(one, ast.Expr | ast.Return) and isinstance(one.value, ast.Call):
                raised = ast.Raise(one.value, None)
                said = f"`{shown(one)}` makes an error and does not raise it."
                if "rror" in shown(one.value.func):
                    yield said, [put_at(node, field, i, [raised])], "raise"


def is_default(one):
    """Is it `a or b`, where b is meant to stand in for a?"""
    return isinstance(one, ast.BoolOp) and isinstance(one.op, ast.Or) and len(one.values) == 2


def truth(one, put, statement):
    """An expression that is asked for its truth, asked whether it is None."""
    name = getattr(getattr(one, "func", None), "id", getattr(getattr(one, "func", None), "attr", ""))
    if name in ASKS or name.startswith("is_"):
        return
    if isinstance(one, ast.Name | ast.Call):
        yield (
            of_truth(one, one, statement),
            [put(ast.Compare(one, [ast.IsNot()], [ast.Constant(None)]))],
            f"test of {shown(one)}",
        )


def of_truth(one, whole, statement):
    return (
        f"`{shown(one)}`{at(whole, statement)} is asked for its truth, and 0 and what is empty are false, too. "
        "Is None meant?"
    )


# --- calls and loops ---


def of_calls(node, statement, function):
    """Arguments turned round, or one that is not handed on."""
    if not isinstance(node, ast.Call):
        return
    here = f"`{shown(node)}`{at(node, statement)}"
    for i in range(len(node.args) - 1):
        turned = [*node.args[:i], node.args[i + 1], node.args[i], *node.args[i + 2 :]]
        yield f"Look at the order of the arguments in {here}.", [(node, "args", turned)], None
    used = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    for i, one in enumerate(node.args):
        if isinstance(one, ast.Name) and i == len(node.args) - 1:
            named = [*node.keywords, ast.keyword(one.id, one)]
            said = f"`{one.id}` stands in another argument's place in {here}: call it by its name."
            yield said, [(node, "args", node.args[:i]), (node, "keywords", named)], f"place of {one.id}"
    for name in arguments(function)[1:]:
        if name not in used and name not in {word.arg for word in node.keywords}:
            handed = [*node.keywords, ast.keyword(name, ast.Name(name, ast.Load()))]
            yield f"{here} is called without `{name}`.", [(node, "keywords", handed)], f"without {name}"


def removes_something(node):
    """Whether it is `del`, or the call of a method that removes: what changes the places still to come."""
    called = isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("pop", "remove", "insert", "move_to_end")
    return called or isinstance(node, ast.Delete)


def of_loops(node, statement, function):
    """What ends a loop in its first round; what is given as a whole and not one by one."""
    if isinstance(node, ast.For | ast.While) and isinstance(node.body[-1], ast.Return | ast.Raise):
        owner, field, i = home(function, node)
        said = f"`{shown(node.body[-1])}` stands inside `{shown(node)}`, and ends it in the first round."
        after = [node, node.body[-1]]
        yield said, [(node, "body", node.body[:-1] or [ast.Pass()]), put_at(owner, field, i, after)], "first round"
        if isinstance(node.body[-1], ast.Return) and node.body[-1].value:
            given = ast.Expr(ast.Yield(node.body[-1].value))
            yield said, [(node, "body", [*node.body[:-1], given])], "yield"
    if isinstance(node, ast.For) and isinstance(node.body[-1], ast.If) and node.body[-1].orelse:
        last = node.body[-1]
        if isinstance(last.orelse[-1], ast.Return | ast.Raise | ast.Break):
            said = f"`{shown(last.orelse[-1])}` ends `{shown(node)}` before the others have been asked."
            owner, field, i = home(function, node)
            yield said, [(last, "orelse", last.orelse[:-1]), put_at(owner, field, i, [node, last.orelse[-1]])], None
    if isinstance(node, ast.For) and any(map(removes_something, ast.walk(ast.Module(node.body, [])))):
        backwards = call("reversed", call("list", node.iter))
        said = f"`{shown(node)}` removes items, which moves those that come after. Should it start from the end?"
        yield said, [(node, "iter", backwards)], None
    for one, put in slots(node):
        if isinstance(one, ast.Yield | ast.YieldFrom) and one.value is not None:
            other = ast.YieldFrom if isinstance(one, ast.Yield) else ast.Yield
            said = "`yield` gives one thing, and `yield from` gives, one by one, what is in it"
            yield f"{said}: look at `{shown(one)}`.", [put(other(one.value))], "yield from"


# --- operators, names and numbers ---


def of_words(node, statement, function):
    for one, put in slots(node):
        here = f"`{shown(one)}`{at(one, statement)}"
        if isinstance(one, ast.Compare) and len(one.ops) == 1:
            for other in OTHER.get(type(one.ops[0]), ()):
                kind = f"{type(one.ops[0]).__name__} {other.__name__}"
                yield f"Look at the comparison {here}.", [put(ast.Compare(one.left, [other()], one.comparators))], kind
        elif isinstance(one, ast.BoolOp):
            other = OTHER[type(one.op)][0]
            yield f"Is it `and` or `or` in `{shown(one)}`?", [put(ast.BoolOp(other(), one.values))], other.__name__
        elif isinstance(one, ast.BinOp):
            for other in OTHER.get(type(one.op), ()):
                kind = f"{type(one.op).__name__} {other.__name__}"
                yield f"Look at the operator of {here}.", [put(ast.BinOp(one.left, other(), one.right))], kind
            if isinstance(one.op, TURNED):
                yield f"Look at the two sides of {here}.", [put(ast.BinOp(one.right, one.op, one.left))], "sides"
        elif isinstance(one, ast.Tuple | ast.List) and isinstance(one.ctx, ast.Load) and len(one.elts) < 5:
            for i in range(len(one.elts) - 1):
                turned = [*one.elts[:i], one.elts[i + 1], one.elts[i], *one.elts[i + 2 :]]
                yield f"Look at the order of {here}.", [(one, "elts", turned)], None
        elif isinstance(one, ast.Constant):
            single = isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq)
            for other in () if single else near(one.value):  # `if n == 0`: another number switches the case off
                yield (
                    f"Is `{shown(one)}` right{at(one, statement)}?",
                    [put(ast.Constant(other))],
                    f"{one.value!r} {other!r}",
                )
        elif isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
            for name in sorted(local_names(function) - {one.id}):
                yield (
                    f"Is `{shown(one)}` right{at(one, statement)}?",
                    [put(ast.Name(name, ast.Load()))],
                    f"{one.id} {name}",
                )
    if isinstance(node, ast.AugAssign):
        for new in OTHER.get(type(node.op), ()):
            yield f"Look at the operator of `{shown(node)}`.", [(node, "op", new())], None
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        other = node.test.operand if is_not(node.test) else ast.UnaryOp(ast.Not(), node.test)
        yield f"Is `{shown(node.test)}` the right way round?", [(node, "test", other)], "turned"


def is_not(test):
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def near(value):
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return (value + 1, value - 1, -value) if value else (1, -1)
    return ()


# --- statements ---


def statements(node, field):
    found = getattr(node, field, None)
    return found if isinstance(found, list) and found and isinstance(found[0], ast.stmt) else []


def put_at(owner, field, i, new):
    """The edit that puts statements in the place of the one at `i`."""
    here = getattr(owner, field)
    return owner, field, [*here[:i], *new, *here[i + 1 :]]


def home(function, statement):
    """(node, field, place) of a statement."""
    for node in ast.walk(function):
        for field in ("body", "orelse", "finalbody"):
            for i, one in enumerate(statements(node, field)):
                if one is statement:
                    return node, field, i
    raise ValueError("it stands nowhere in the function")


def of_statements(node):
    """Statements in another order, or indented too far or not far enough."""
    for field in ("body", "orelse"):
        here = statements(node, field)
        for i, one in enumerate(here):
            yield from moved(node, field, here, i)
            if isinstance(one, ast.With | ast.For | ast.If | ast.While):
                yield from indented(node, field, here, i, one)


def moved(node, field, here, i):
    one = here[i]
    if isinstance(one, LEAVES) or is_doc(one):
        return
    for j in range(len(here)):
        rest = [*here[:i], *here[i + 1 :]]
        if j not in (i, i - 1) and not (j < len(rest) and is_doc(rest[j])):  # to i - 1: the one before it is moved
            when = "early" if j > i else "late"
            yield f"`{shown(one)}` comes too {when}.", [(node, field, [*rest[:j], one, *rest[j:]])], None


def is_doc(statement):
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def indented(node, field, here, i, one):
    """The last statements of a block put behind it, and the next one put into it."""
    for k in range(len(one.body) - 1, 0, -1):
        out = one.body[k:]
        said = f"Should `{shown(out[0])}` stand inside `{shown(one)}`? Look at how far it is indented."
        yield said, [(one, "body", one.body[:k]), (node, field, [*here[: i + 1], *out, *here[i + 1 :]])], None
    if i + 1 < len(here):
        after = here[i + 1]
        said = f"Should `{shown(after)}` stand inside `{shown(one)}`? Look at how far it is indented."
        yield said, [(one, "body", [*one.body, after]), (node, field, [*here[: i + 1], *here[i + 2 :]])], None
        if isinstance(one, ast.If) and isinstance(after, ast.If) and not one.orelse:
            only = f"Should `{shown(after)}` run only where `{shown(one)}` does not hold? Then it is an `elif`."
            yield only, [(one, "orelse", [after]), (node, field, [*here[: i + 1], *here[i + 2 :]])], None


# --- what is too much ---


def needless_parts(node, statement, function):
    """A condition, a side of an operator, a call around something that does without."""
    for one, put in slots(node):
        if isinstance(one, ast.BoolOp):
            for i, part in enumerate(one.values):
                rest = [*one.values[:i], *one.values[i + 1 :]]
                less = rest[0] if len(rest) == 1 else ast.BoolOp(one.op, rest)
                yield f"Is `{shown(part)}` needed in `{shown(statement)}`?", [put(less)], shown(part)
        elif isinstance(one, ast.BinOp):
            for kept, gone in ((one.left, one.right), (one.right, one.left)):
                yield f"Is `{shown(gone)}` needed{at(one, statement) or f' in `{shown(one)}`'}?", [put(kept)], None
        elif isinstance(one, ast.IfExp):
            for kept in (one.body, one.orelse):
                yield f"Is a choice needed in `{shown(statement)}`?", [put(kept)], None
        elif isinstance(one, ast.Call):
            around = getattr(one.func, "id", "") in AROUND and len(one.args) == 1
            method = isinstance(one.func, ast.Attribute) and not one.args and not isinstance(node, ast.Expr)
            if not one.keywords and (around or method):
                inner = one.args[0] if around else one.func.value
                said = f"`{shown(one)}`{at(one, statement)} does more than it should to `{shown(inner)}`."
                yield said, [put(inner)], None


def needless(node, doubted):
    """A statement, a case, or what stands around others."""
    for field in ("body", "orelse"):
        here = statements(node, field)
        for i, one in enumerate(here):
            if is_doc(one) or isinstance(one, ast.Pass) or not doubted(one):
                continue
            gone = (one.orelse if isinstance(one, ast.If) else []) or ([] if len(here) > 1 else [ast.Pass()])
            what = "the case " if isinstance(one, ast.If) else ""
            yield f"Is {what}`{shown(one)}` needed?", [put_at(node, field, i, gone)], shown(one)
            if isinstance(one, ast.If | ast.With):
                yield f"Is `{shown(one)}` needed around what stands in it?", [put_at(node, field, i, one.body)], None
