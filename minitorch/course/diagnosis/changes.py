"""Small changes of a text, of the kinds that people's mistakes are made of: one of them undoes such a mistake.

Each is a sentence on the place, and the edits [(node, field, new value)] that make it.
"""

import ast

from .steps import LEAVES, arguments, is_nothing, local_names, shown

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
ASKS = set("isinstance issubclass hasattr callable any all bool startswith endswith".split())
AROUND = set("abs round int float bool str list tuple set sorted reversed len max min".split())


def changes(tree, doubted=lambda statement, function: True):
    """All of them, those that say most first; within statements in those alone that are doubted."""
    sites = list(places(tree))
    within_one = [site for site in sites if doubted(*site[1:])]
    for kind in (of_truth, of_calls):
        for site in within_one:
            yield from kind(*site)
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
            yield value, lambda new, field=field: [(node, field, new)]
        elif isinstance(value, list):
            for i, one in enumerate(value):
                if isinstance(one, ast.expr):
                    yield one, lambda new, field=field, i=i: [put_at(node, field, i, [new])]


def put_at(owner, field, i, new):
    """The edit that puts something in the place of what a list of a node has at `i`."""
    here = getattr(owner, field)
    return owner, field, [*here[:i], *new, *here[i + 1 :]]


def swapped(items):
    """The list with two neighbors exchanged, once for each two."""
    for i in range(len(items) - 1):
        yield [*items[:i], items[i + 1], items[i], *items[i + 2 :]]


# --- None and what is false, the very class and a class derived from it ---


def of_truth(node, statement, function):
    for one, put in slots(node):
        is_test = isinstance(node, ast.If | ast.IfExp | ast.While) and one is node.test
        is_test = is_test or isinstance(node, ast.BoolOp | ast.comprehension) or is_not(node)
        if is_test and isinstance(one, ast.Name | ast.Call) and not asks(one) and not is_switch(one, function):
            yield asked_for_truth(one, one, statement), put(ast.Compare(one, [ast.IsNot()], [ast.Constant(None)]))
        if not is_test and isinstance(one, ast.BoolOp) and isinstance(one.op, ast.Or) and len(one.values) == 2:
            first, second = one.values  # the second stands in for the first
            kept = ast.IfExp(ast.Compare(first, [ast.IsNot()], [ast.Constant(None)]), first, second)
            yield asked_for_truth(first, one, statement), put(kept)
        asked = one.left if isinstance(one, ast.Compare) else None
        if isinstance(asked, ast.Call) and getattr(asked.func, "id", "") == "type" and len(asked.args) == 1:
            given = ast.Call(ast.Name("isinstance", ast.Load()), [asked.args[0], one.comparators[0]], [])
            given = ast.UnaryOp(ast.Not(), given) if isinstance(one.ops[0], ast.IsNot | ast.NotEq) else given
            why = "is true for this class only, not for a subclass. Is isinstance meant?"
            yield f"`{shown(one)}`{at(one, statement)} {why}", put(given)


def asks(call):
    """Whether a call gives True or False."""
    name = getattr(getattr(call, "func", None), "id", getattr(getattr(call, "func", None), "attr", ""))
    return name in ASKS or name.startswith("is_")


def is_switch(one, function):
    """Whether it is an argument whose default is True or False; keepdim is one without a default, too."""
    last = zip(reversed(function.args.args), reversed(function.args.defaults))
    names = [a.arg for a, default in last if isinstance(getattr(default, "value", 0), bool)]
    return getattr(one, "id", "") in ["keepdim", *names]


def asked_for_truth(one, whole, statement):
    return f"`{shown(one)}`{at(whole, statement)} is false for 0 and for what is empty, too. Is None meant?"


def is_not(test):
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


# --- calls ---


def of_calls(node, statement, function):
    """Arguments in another order, or one that is not handed on."""
    if not isinstance(node, ast.Call):
        return
    here = f"`{shown(node)}`{at(node, statement)}"
    for turned in swapped(node.args):
        yield f"Look at the order of the arguments in {here}.", [(node, "args", turned)]
    used = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} | {word.arg for word in node.keywords}
    for name in arguments(function)[1:]:
        if name not in used:
            handed = [*node.keywords, ast.keyword(name, ast.Name(name, ast.Load()))]
            yield f"{here} is called without `{name}`.", [(node, "keywords", handed)]


# --- operators, names and numbers ---


def of_words(node, statement, function):
    for one, put in slots(node):
        here = f"`{shown(one)}`{at(one, statement)}"
        if isinstance(one, ast.Compare) and len(one.ops) == 1:
            for other in OTHER.get(type(one.ops[0]), ()):
                yield f"Look at the comparison {here}.", put(ast.Compare(one.left, [other()], one.comparators))
        elif isinstance(one, ast.BoolOp):
            yield f"Is it `and` or `or` in `{shown(one)}`?", put(ast.BoolOp(OTHER[type(one.op)][0](), one.values))
        elif isinstance(one, ast.BinOp):
            for other in OTHER.get(type(one.op), ()):
                yield f"Look at the operator of {here}.", put(ast.BinOp(one.left, other(), one.right))
            if isinstance(one.op, TURNED):
                yield f"Look at the two sides of {here}.", put(ast.BinOp(one.right, one.op, one.left))
        elif isinstance(one, ast.Tuple | ast.List) and isinstance(one.ctx, ast.Load) and len(one.elts) < 5:
            for turned in swapped(one.elts):
                yield f"Look at the order of {here}.", [(one, "elts", turned)]
        else:
            for other in others(one, node, function):
                yield f"Is `{shown(one)}` right{at(one, statement)}?", put(other)
    if isinstance(node, ast.AugAssign):
        for new in OTHER.get(type(node.op), ()):
            yield f"Look at the operator of `{shown(node)}`.", [(node, "op", new())]
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        other = node.test.operand if is_not(node.test) else ast.UnaryOp(ast.Not(), node.test)
        yield f"Is `{shown(node.test)}` the right way round?", [(node, "test", other)]


def others(one, node, function):
    """The numbers and names that may be meant in the place of one."""
    if isinstance(one, ast.Constant):
        single = isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq)
        return [] if single else map(ast.Constant, near(one.value))  # `if n == 0`: another number switches the case off
    if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
        return [ast.Name(name, ast.Load()) for name in sorted(local_names(function) - {one.id})]
    return []


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


def of_statements(node):
    """Statements in another order, or indented too far or not far enough."""
    for field in ("body", "orelse"):
        here = statements(node, field)
        for i, one in enumerate(here):
            yield from moved(node, field, here, i)
            if isinstance(one, ast.With | ast.For | ast.If | ast.While):
                yield from indented(node, field, here, i)


def moved(node, field, here, i):
    one, rest = here[i], [*here[:i], *here[i + 1 :]]
    if isinstance(one, LEAVES) or is_nothing(one):
        return
    for j in range(len(here)):
        if j not in (i, i - 1):  # to i - 1: the one before it is moved
            when = "early" if j > i else "late"
            yield f"`{shown(one)}` comes too {when}.", [(node, field, [*rest[:j], one, *rest[j:]])]


def indented(node, field, here, i):
    """The last statements of a block put behind it, and the next one put into it."""
    one = here[i]
    for k in range(len(one.body) - 1, 0, -1):
        out = one.body[k:]
        said = f"Should `{shown(out[0])}` stand inside `{shown(one)}`? Look at how far it is indented."
        yield said, [(one, "body", one.body[:k]), put_at(node, field, i, [one, *out])]
    for after in here[i + 1 : i + 2]:
        without = node, field, [*here[: i + 1], *here[i + 2 :]]
        said = f"Should `{shown(after)}` stand inside `{shown(one)}`? Look at how far it is indented."
        yield said, [(one, "body", [*one.body, after]), without]
        if isinstance(one, ast.If) and isinstance(after, ast.If) and not one.orelse:
            only = f"Should `{shown(after)}` run only where `{shown(one)}` does not hold? Then it is an `elif`."
            yield only, [(one, "orelse", [after]), without]


# --- what is too much ---


def needless_parts(node, statement, function):
    """A condition, a side of an operator, a call around something that does without."""
    for one, put in slots(node):
        if isinstance(one, ast.BoolOp):
            for i, part in enumerate(one.values):
                rest = [*one.values[:i], *one.values[i + 1 :]]
                less = rest[0] if len(rest) == 1 else ast.BoolOp(one.op, rest)
                yield f"Is `{shown(part)}` needed in `{shown(statement)}`?", put(less)
        elif isinstance(one, ast.BinOp):
            for kept, gone in ((one.left, one.right), (one.right, one.left)):
                yield f"Is `{shown(gone)}` needed{at(one, statement) or f' in `{shown(one)}`'}?", put(kept)
        elif isinstance(one, ast.IfExp):
            for kept in (one.body, one.orelse):
                yield f"Is a choice needed in `{shown(statement)}`?", put(kept)
        elif isinstance(one, ast.Call) and not one.keywords:
            around = getattr(one.func, "id", "") in AROUND and len(one.args) == 1
            method = isinstance(one.func, ast.Attribute) and not one.args and not isinstance(node, ast.Expr)
            if around or method:
                inner = one.args[0] if around else one.func.value
                yield f"Is `{shown(one)}` right{at(one, statement)}, or `{shown(inner)}`?", put(inner)


def needless(node, doubted):
    """A statement, a case, or what stands around others."""
    for field in ("body", "orelse"):
        here = statements(node, field)
        for i, one in enumerate(here):
            if is_nothing(one) or not doubted(one):
                continue
            gone = (one.orelse if isinstance(one, ast.If) else []) or ([] if len(here) > 1 else [ast.Pass()])
            what = "the case " if isinstance(one, ast.If) else ""
            yield f"Is {what}`{shown(one)}` needed?", [put_at(node, field, i, gone)]
            if isinstance(one, ast.If | ast.With):
                yield f"Is `{shown(one)}` needed around what stands in it?", [put_at(node, field, i, one.body)]
