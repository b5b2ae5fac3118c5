"""Where an answer parts from the solution: named when the two are alike but for a place or two, else nothing is said.

Both are read as lists of steps, which are laid beside each other; two that belong together are compared down to the
smallest expression that differs, and by what they stand in. Names of local variables do not count, nor do docstrings and
annotations.
"""

import ast
import inspect
import textwrap
from difflib import SequenceMatcher

from .steps import (
    LEAVES,
    Tidy,
    ancestors,
    arguments,
    guards,
    is_not_of,
    keywords,
    laid_beside,
    local_names,
    normal,
    shown,
    steps,
    without_guards,
    words_in,
)

MOST = 2  # differences of which one can still be sure that they are mistakes and not another way
NOT_CALLED = "`{}`{} is not called: its parentheses are missing, and a function by itself is always true."
MIRRORED = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq}


def place(exercise, text, scope):
    """A sentence on the place where the learner's definitions differ from the solution's; "" for another way to do it.

    scope  the names of the notebook: a cell may hold further definitions that belong to the exercise
    """
    return " ".join(differences(exercise, text, scope))


def uncalled(text, scope, solution):
    """A sentence on a function of the notebook, or a method that the solution calls, in a condition and without its parentheses."""
    try:
        tree = ast.parse(textwrap.dedent(text))
    except SyntaxError:
        return ""
    inner = {name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for name in local_names(node)}
    methods = set() if "dtype" in text else only_called(solution)  # a dtype has is_floating_point without parentheses
    chosen = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]  # (one or other)(x) calls either
    for node in [one for one in ast.walk(tree) if one not in chosen]:
        asked = getattr(node, "values", []) if isinstance(node, ast.BoolOp) else [getattr(node, "test", None)]
        asked = [node.operand] if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) else asked
        for one in [*asked, *getattr(node, "ifs", [])]:
            if isinstance(one, ast.Attribute) and one.attr in methods:
                return NOT_CALLED.format(shown(one), "")
            function = scope.get(one.id) if isinstance(one, ast.Name) and one.id not in inner else None
            if inspect.isfunction(function):
                return NOT_CALLED.format(shown(one), "")
    return ""


def only_called(solution):
    """The names behind a dot that a text calls, wherever it has them."""
    nodes = list(ast.walk(ast.parse(solution)))
    called = [node.func for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    alone = {node.attr for node in nodes if isinstance(node, ast.Attribute) and node not in called}
    return {node.attr for node in called} - alone


def differences(exercise, text, scope):
    try:
        mine, right = definitions(text), definitions(exercise.solution)
        for name in right.keys() - mine.keys():
            if inspect.isfunction(scope.get(name)):
                mine |= definitions(inspect.getsource(scope[name]))
    except (SyntaxError, OSError, TypeError):
        return []
    found = []
    for name, solution in right.items():
        if name in mine and not calls_another(mine[name], solution, mine):
            apart = Pair(mine[name], solution).differences()
            if apart and guards(mine[name]) != guards(solution):  # the same with a case turned round, perhaps
                turned = Pair(without_guards(mine[name]), without_guards(solution)).differences()
                apart = turned if len(turned) <= len(apart) else apart
            found += apart
            if len(found) > MOST:
                return []
    return list(dict.fromkeys(found))


def raised(statement):
    """What a `raise` raises, without its words."""
    return ast.dump(getattr(statement.exc, "func", statement.exc)) if statement.exc is not None else ""


def calls_another(mine, solution, all_mine):
    """Whether the learner's function uses another one of theirs where the solution does not: that is another way."""
    theirs = words_in(solution)
    called = {node.func.id for node in ast.walk(mine) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    return any(name in all_mine and name != mine.name and name not in theirs for name in called)


def definitions(text):
    """{name: function} of a text; the methods of a class under "Class.method"."""
    found = {}
    for node in Tidy().visit(ast.parse(textwrap.dedent(text))).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        found |= {prefix + one.name: one for one in inner if isinstance(one, ast.FunctionDef)}
    return found


class Pair:
    """The learner's function and the solution's."""

    def __init__(self, mine, right):
        self.mine, self.right = steps(mine.body), steps(right.body)
        self.own, self.their = local_names(mine), local_names(right)
        self.named = {}  # the learner's local name -> the solution's
        for a, b in zip(arguments(mine), arguments(right), strict=False):
            self.named[a] = b
        self.words = words_in(mine)

    def differences(self):
        """A sentence for each difference; more than MOST of them when the two go different ways."""
        pairs, more, missing = self.partners()
        found, alike = [], 0
        for i, j in pairs:
            mine, right = self.mine[i].node, self.right[j].node
            parts = self.apart(mine, right)
            alike += not parts or not self.is_other(*parts[0], mine)
            found += [self.sentence(one, other, mine) for one, other in parts]
        twice = self.on_both_sides(pairs, more)
        more = [i for i in more if i not in twice]
        moved = self.moved(more, missing)
        if moved and not more and not missing and not found:  # where something else differs, the order may well be free
            return moved
        if more and missing or len(more) > MOST + 1 or len(missing) > MOST + 1:
            return [""] * (MOST + 1)
        if more and found:
            return [""] * (MOST + 1)
        if more or missing:  # of an `if` turned round, with what follows exchanged, the question is no mistake
            found = [said for said in found if not said.endswith("the right way round?")]
        found += [self.superfluous(more[0], pairs)] if more else []
        found += [self.missing(missing)] if missing else []
        pairs = [(i, j) for i, j in pairs if not any(self.same_step(i, other) for other in twice)]
        found += self.elsewhere(pairs) if len(found) < MOST and not missing else []
        return found if alike >= len(found) or not found else [""] * (MOST + 1)  # hardly anything alike: another way

    def is_other(self, one, other, statement):
        """Whether two statements have nothing in common: they differ as wholes, or in the whole of their values."""
        if one is statement or one is not getattr(statement, "value", None):
            return one is statement
        if isinstance(one, ast.BinOp) and isinstance(other, ast.BinOp):
            return not (self.same(one.left, other.left) or self.same(one.right, other.right))
        return type(one) is not type(other) or isinstance(one, ast.Constant | ast.Name)

    def partners(self):
        """[(place, place)] of the steps that belong together, and the places of those that have no partner."""
        a = [normal(one.node, self.own) for one in self.mine]
        b = [normal(one.node, self.their) for one in self.right]
        pairs, more, missing = [], [], []
        for kind, i, i_end, j, j_end in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
            if kind == "equal" or (kind == "replace" and i_end - i == j_end - j):
                pairs += zip(range(i, i_end), range(j, j_end), strict=True)
                continue
            for one, other in laid_beside(a[i:i_end], b[j:j_end]):
                if one is None:
                    missing.append(j + other)
                elif other is None:
                    more.append(i + one)
                else:
                    pairs.append((i + one, j + other))
        return pairs, more, missing

    def same_step(self, i, other):
        return ast.dump(self.mine[i].node) == ast.dump(self.mine[other].node)

    def on_both_sides(self, pairs, more):
        """Those of `more` that only repeat a step on the other side of an `if`, which the solution has once behind it."""
        sides = {i: (self.mine[i].parent, self.mine[i].part) for i in [*more, *(i for i, _ in pairs)]}
        return [
            i
            for i in more
            for other, _ in pairs
            if sides[i] != sides[other] and sides[i][0] is sides[other][0] is not None and self.same_step(i, other)
        ]

    def superfluous(self, i, pairs):
        text = shown(self.mine[i].node)
        if any(self.same_step(i, other) for other, _ in pairs):
            return f"`{text}` stands there twice; the solution has it once."
        return f"The solution does without `{text}`."

    def moved(self, more, missing):
        """A sentence on a step that both have, at different places; it and what stands in it leave the two lists."""
        said = []
        for i in list(more):
            text = normal(self.mine[i].node, self.own)
            j = next((j for j in missing if normal(self.right[j].node, self.their) == text), None)
            if j is None or isinstance(
                self.mine[i].node, LEAVES
            ):  # a `return` comes elsewhere when the cases are taken otherwise
                continue
            more.remove(i)
            missing.remove(j)
            if isinstance(self.mine[i].node, ast.With | ast.For) and any(
                isinstance(one.node, ast.With) for one in self.mine
            ):
                continue  # a `with` may stand around a loop, or inside it
            if self.mine[i].parent is None or self.mine[i].parent not in said:
                when = "early" if self.stands_before(i, j) else "late"
                said.append(f"`{shown(self.mine[i].node)}` comes too {when}.")
        return said[:1]

    def stands_before(self, i, j):
        """Whether the learner's step i comes before one that the solution has before its step j."""
        before = {normal(one.node, self.their) for one in self.right[:j]}
        return any(normal(one.node, self.own) in before for one in self.mine[i + 1 :])

    def elsewhere(self, pairs):
        """A sentence on the first step that stands inside another one than in the solution."""
        places = {self.mine[i]: self.right[j] for i, j in pairs}
        back = {right: mine for mine, right in places.items()}
        for mine, right in places.items():
            if (places.get(mine.parent), mine.part) == (right.parent, right.part):
                continue
            if right.parent and any(one and self.same_text(one.node, right.parent.node) for one in ancestors(mine)):
                continue  # it does stand inside, though not right inside
            text = shown(mine.node)
            if right.parent is None or right.parent in ancestors(places.get(mine.parent)):
                inside = shown(mine.parent.node)
                if mine.part == "orelse":
                    return [
                        f"Should `{text}` run only where `{inside}` does not hold? It stands behind its `else`, or is an `elif`."
                    ]
                return [f"Should `{text}` stand inside `{inside}`? Look at how far it is indented."]
            if right.part == "orelse" and right.parent in back:
                other = shown(back[right.parent].node)
                return [
                    f"Should `{text}` run only where `{other}` does not hold? Then it is an `elif`, or behind an `else`."
                ]
            if right.parent in back:
                return [
                    f"Should `{text}` stand inside `{shown(back[right.parent].node)}`? Look at how far it is indented."
                ]
        return []

    # --- two statements ---

    def apart(self, mine, right):
        """[(the learner's expression, the solution's)]: the smallest in which two statements differ."""
        before = dict(self.named)
        if self.same(mine, right):
            return []
        self.named = before
        if type(mine) is not type(right):
            return [(mine, right)]
        if isinstance(mine, ast.Raise) and isinstance(mine.exc, ast.Call) and isinstance(right.exc, ast.Call):
            return self.apart(mine.exc.func, right.exc.func)  # its message is told where it matters
        if isinstance(mine, ast.BoolOp) and len(mine.values) == len(right.values) and type(mine.op) is type(right.op):
            apart = [pair for pair in zip(mine.values, right.values, strict=True) if not self.same(*pair)]
            return self.apart(*apart[0]) if len(apart) == 1 else [(mine, right)]
        if isinstance(mine, ast.Compare | ast.BoolOp | ast.Constant | ast.Name):
            return [(mine, right)]
        if isinstance(mine, ast.Call) and (
            len(mine.args) != len(right.args) or keywords(mine) != keywords(right) or self.turned_round(mine, right)
        ):
            return [(mine, right)]
        found = []
        for (_, one), (_, other) in zip(ast.iter_fields(mine), ast.iter_fields(right), strict=True):
            if isinstance(one, list):
                if len(one) != len(other):
                    return [(mine, right)]
                for a, b in zip(one, other, strict=True):
                    found += self.apart(a, b) if isinstance(a, ast.AST) else []
            elif isinstance(one, ast.AST) and isinstance(other, ast.AST):
                if isinstance(one, ast.expr | ast.stmt | ast.comprehension | ast.keyword | ast.withitem):
                    found += self.apart(one, other)
                elif type(one) is not type(other) and not isinstance(one, ast.expr_context):
                    return [(mine, right)]
            elif one != other:
                return [(mine, right)]
        return found if len(found) <= MOST else [(mine, right)]

    def turned_round(self, mine, right):
        """Whether two calls differ in the order of their arguments only."""
        a, b = ([ast.dump(one) for one in call.args] for call in (mine, right))
        return a != b and sorted(a) == sorted(b)

    def same(self, mine, right):
        """Whether two expressions are one, local names and the order of conditions and comparisons aside."""
        if isinstance(mine, ast.Name) and isinstance(right, ast.Name):
            if mine.id not in self.own or right.id not in self.their:
                return mine.id == right.id
            if mine.id not in self.named and right.id not in self.named.values():
                self.named[mine.id] = right.id
            return self.named.get(mine.id) == right.id
        if type(mine) is not type(right):
            return False
        if isinstance(
            mine, ast.Raise
        ):  # the words are the learner's own; the check asks for those that have to be there
            return raised(mine) == raised(right)
        if isinstance(mine, ast.BoolOp):
            return type(mine.op) is type(right.op) and self.same_in_some_order(mine.values, right.values)
        if isinstance(mine, ast.Compare) and len(mine.ops) == len(right.ops) == 1:
            if MIRRORED.get(type(mine.ops[0])) is type(right.ops[0]):
                before = dict(self.named)
                if self.same(mine.left, right.comparators[0]) and self.same(mine.comparators[0], right.left):
                    return True
                self.named = before
        for (_, one), (_, other) in zip(ast.iter_fields(mine), ast.iter_fields(right), strict=True):
            one, other = (x if isinstance(x, list) else [x] for x in (one, other))
            if len(one) != len(other):
                return False
            for a, b in zip(one, other, strict=True):
                if isinstance(a, ast.expr_context):
                    continue
                if not (self.same(a, b) if isinstance(a, ast.AST) and isinstance(b, ast.AST) else a == b):
                    return False
        return True

    def same_in_some_order(self, mine, right):
        """Whether two lists of conditions hold the same ones. (Where their order matters, an error says so.)"""
        left = list(right)
        for one in mine:
            for place, other in enumerate(left):
                before = dict(self.named)
                if self.same(one, other):
                    del left[place]
                    break
                self.named = before
            else:
                return False
        return not left

    # --- in words ---

    def sentence(self, mine, right, line):
        """What to look at, in the learner's own text."""
        at = "" if shown(mine) == shown(line) else f" in `{shown(line)}`"
        if isinstance(right, ast.Call) and ast.dump(right.func) == ast.dump(mine):
            return NOT_CALLED.format(shown(mine), at)
        if isinstance(right, ast.Not) or is_not_of(mine, right) or is_not_of(right, mine):
            return f"Is `{shown(mine)}`{at} the right way round?"
        if isinstance(mine, ast.Compare) and isinstance(right, ast.Compare):
            return f"Look at the comparison `{shown(mine)}`{at}."
        if isinstance(mine, ast.BoolOp) and isinstance(right, ast.BoolOp):
            return f"Look at the condition `{shown(mine)}`{at}{self.unused(right)}."
        if isinstance(mine, ast.Call) and isinstance(right, ast.Call):
            return self.about_call(mine, right, at)
        if isinstance(mine, ast.BinOp) and isinstance(right, ast.BinOp) and type(mine.op) is not type(right.op):
            return f"Look at the operator of `{shown(mine)}`{at}."
        if isinstance(mine, ast.Constant | ast.Name):
            return f"Is `{shown(mine)}` right{at}?" if at else f"Look at `{shown(mine)}`."
        return f"Look at `{shown(mine)}`{at}{self.unused(right)}."

    def other_of(self, args, keywords):
        """Of arguments that the solution gives by name and in this order: the one that differs. None if there is no such order."""
        same = [ast.dump(arg) == ast.dump(one.value) for arg, one in zip(args, keywords, strict=False)]
        return args[same.index(False)] if any(same) and not all(same) else None

    def about_call(self, mine, right, at):
        missing = [name or "**" for name in keywords(right) if name not in keywords(mine)]
        if missing and len(mine.args) > len(right.args) and words_in(mine.func)[:1] == words_in(right.func)[:1]:
            other = self.other_of(mine.args[len(right.args) :], right.keywords)
            if other is not None:
                return f"Look at `{shown(other)}`{at or f' in `{shown(mine)}`'}."
            return f"Look at the call `{shown(mine)}`{at}: the solution gives `{missing[0]}` by its name."
        if missing and ast.dump(mine.func) == ast.dump(right.func):
            return f"`{shown(mine)}`{at} is called without `{missing[0]}`."
        if self.turned_round(mine, right):
            return f"Look at the order of the arguments in `{shown(mine)}`{at}."
        if any(self.same(mine, one) for one in ast.walk(right)):
            return f"Something is still to be done with `{shown(mine)}`{at}{self.unused(right)}."
        if len(mine.args) != len(right.args) and ast.dump(mine.func) == ast.dump(right.func):
            many = "more" if len(mine.args) < len(right.args) else "fewer"
            return f"`{shown(mine)}`{at} should be given {many} arguments{self.unused(right)}."
        return f"Look at the call `{shown(mine)}`{at}{self.unused(right)}."

    def missing(self, places):
        """Steps of the solution, one after the other, that the learner has not."""
        step, at = self.right[places[0]].node, places[0]
        before = self.right[at - 1].node if at else None
        theirs = next((one.node for one in self.mine if before is not None and self.same_text(one.node, before)), None)
        where = f"after `{shown(theirs)}`" if theirs else "at the beginning" if at == 0 else ""
        what = "case" if isinstance(step, ast.If) else "`return`" if isinstance(step, ast.Return) else "step"
        unused = self.unused(ast.Module([self.right[place].node for place in places], []))
        return f"A {what} is missing {where}".rstrip() + f"{unused}."

    def same_text(self, mine, right):
        return normal(mine, self.own) == normal(right, self.their)

    def unused(self, right):
        """The names that the solution uses here and the learner nowhere."""
        words = [word for word in words_in(right) if word not in self.words and word not in self.their]
        return f": the solution uses `{'` and `'.join(words[:2])}`" if words else ""
