"""Where an answer parts from the solution: named when the two are alike but for a place or two, else nothing is said.

Both are read as lists of statements, which are laid beside each other; two that belong together are compared down to the
smallest expression that differs. Names of local variables do not count, nor do docstrings and annotations.
"""

import ast
import copy
import inspect
import textwrap
from difflib import SequenceMatcher

MOST = 2  # differences of which one can still be sure that they are mistakes and not another way
MIRRORED = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq}


def place(exercise, text, scope):
    """A sentence on the place where the learner's definitions differ from the solution's; "" for another way to do it.

    scope  the names of the notebook: a cell may hold further definitions that belong to the exercise
    """
    try:
        mine, right = definitions(text), definitions(exercise.solution)
        for name in right.keys() - mine.keys():
            if inspect.isfunction(scope.get(name)):
                mine |= definitions(inspect.getsource(scope[name]))
    except (SyntaxError, OSError, TypeError):
        return ""
    found = []
    for name, solution in right.items():
        if name in mine:
            found += Pair(mine[name], solution).differences()
            if len(found) > MOST:
                return ""
    return " ".join(dict.fromkeys(found))


def definitions(text):
    """{name: function} of a text; the methods of a class under "Class.method"."""
    found = {}
    for node in ast.parse(textwrap.dedent(text)).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        found |= {prefix + one.name: one for one in inner if isinstance(one, ast.FunctionDef)}
    return found


class Pair:
    """The learner's function and the solution's."""

    def __init__(self, mine, right):
        self.mine, self.right = statements(mine.body), statements(right.body)
        self.own, self.their = local_names(mine), local_names(right)
        self.named = {}  # the learner's local name -> the solution's
        for a, b in zip(arguments(mine), arguments(right), strict=False):
            self.named[a] = b
        self.words = words_in(mine)

    def differences(self):
        """A sentence for each difference; more than MOST of them when the two go different ways."""
        a = [normal(one, self.own) for one in self.mine]
        b = [normal(one, self.their) for one in self.right]
        matcher = SequenceMatcher(None, a, b, autojunk=False)
        found, alike = [], 0
        for kind, i, i_end, j, j_end in matcher.get_opcodes():
            if kind == "equal" or (kind == "replace" and i_end - i == j_end - j):
                for mine, right in zip(self.mine[i:i_end], self.right[j:j_end], strict=True):
                    parts = self.apart(mine, right)
                    alike += not parts or parts[0][0] is not mine
                    found += [self.sentence(one, right, mine) for one, right in parts]
            else:
                found += [self.missing(self.right[j:j_end], i)] if j < j_end else []
                found += [f"A right answer has nothing like `{shown(self.mine[i])}`."] if i < i_end else []
        return found if alike >= len(found) or not found else found + [""] * MOST  # hardly anything alike: another way

    # --- two statements ---

    def apart(self, mine, right):
        """[(the learner's expression, the solution's)]: the smallest in which two statements differ."""
        before = dict(self.named)
        if self.same(mine, right):
            return []
        self.named = before
        if type(mine) is not type(right):
            return [(mine, right)]
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
        """Whether two expressions are one, local names and the order of a comparison aside."""
        if isinstance(mine, ast.Name) and isinstance(right, ast.Name):
            if mine.id not in self.own or right.id not in self.their:
                return mine.id == right.id
            if mine.id not in self.named and right.id not in self.named.values():
                self.named[mine.id] = right.id
            return self.named.get(mine.id) == right.id
        if type(mine) is not type(right):
            return False
        if isinstance(mine, ast.Compare) and len(mine.ops) == len(right.ops) == 1:
            if MIRRORED.get(type(mine.ops[0])) is type(right.ops[0]) and type(mine.ops[0]) is not type(right.ops[0]):
                return self.same(mine.left, right.comparators[0]) and self.same(mine.comparators[0], right.left)
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

    # --- in words ---

    def sentence(self, mine, right, line):
        """What to look at, in the learner's own text."""
        at = "" if mine is line else f" in `{shown(line)}`"
        if isinstance(right, ast.Not) or _is_not(mine, right) or _is_not(right, mine):
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

    def about_call(self, mine, right, at):
        missing = [name for name in keywords(right) if name not in keywords(mine)]
        if missing:
            return f"`{shown(mine)}`{at} is called without `{missing[0]}`."
        if self.turned_round(mine, right):
            return f"Look at the order of the arguments in `{shown(mine)}`{at}."
        if len(mine.args) != len(right.args):
            many = "more" if len(mine.args) < len(right.args) else "fewer"
            return f"`{shown(mine)}`{at} should be given {many} arguments{self.unused(right)}."
        return f"Look at the call `{shown(mine)}`{at}{self.unused(right)}."

    def missing(self, some, at):
        """Statements of the solution, one after the other, that the learner has not."""
        statement = some[0]
        before = f"after `{shown(self.mine[at - 1])}`" if at else "at the beginning"
        unused = self.unused(ast.Module(some, []))
        if isinstance(statement, ast.If):
            return f"A case is missing {before}{unused}."
        if isinstance(statement, ast.Return):
            return f"A `return` is missing {before}{unused}."
        return f"A step is missing {before}{unused}."

    def unused(self, right):
        """The names that a right answer uses here and the learner nowhere."""
        words = [word for word in words_in(right) if word not in self.words and word not in self.their]
        return f": a right answer uses `{'` and `'.join(words[:2])}`" if words else ""


def statements(body):
    """The statements of a body in order, those within others too; of an `if` or a loop only its head."""
    found = []
    for one in body:
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant):
            continue  # a docstring, or ...
        inner = [getattr(one, field, []) for field in ("body", "handlers", "orelse", "finalbody")]
        if isinstance(getattr(one, "body", None), list):
            head = copy.copy(one)
            head.body = [ast.Pass()]
            for field in ("orelse", "finalbody", "handlers"):
                if hasattr(head, field):
                    setattr(head, field, [])
            found.append(head)
        else:
            found.append(one)
        for part in inner:
            if isinstance(part, list):
                found += statements(part)
    return found


def normal(statement, names):
    """A statement as text in which all local names are one."""
    statement = copy.deepcopy(statement)
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and node.id in names:
            node.id = "_"
    return ast.dump(statement)


def shown(node):
    """The text of an expression, or the first line of a statement."""
    if isinstance(node, ast.Try):
        return "try:"
    text = ast.unparse(node).split("\n", 1)[0]
    return text if len(text) <= 70 else text[:67] + "..."


def local_names(function):
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | set(arguments(function))


def arguments(function):
    given = function.args
    return [one.arg for one in (*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg) if one]


def keywords(call):
    return {word.arg: None for word in call.keywords}


def words_in(node):
    """The names and attributes that are used, each once, in their order."""
    found = [getattr(one, "id", getattr(one, "attr", None)) for one in ast.walk(node)]
    return [word for word in dict.fromkeys(found) if isinstance(word, str)]


def _is_not(one, other):
    """Whether `one` is `not other`."""
    return isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.Not) and ast.dump(one.operand) == ast.dump(other)
