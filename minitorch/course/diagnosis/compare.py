"""The one place where an answer parts from the solution; nothing is said of two, nor of an answer that goes another way.

Both are read as lists of statements, of an `if` or a loop its first line. Where a wrong answer differs from the solution in one
of them alone, the mistake is there. What the local variables are called does not count, nor do docstrings.
"""

import ast
from difflib import SequenceMatcher

from .steps import arguments, definitions, functions, head_of, is_nothing, local_names, normal, shown, tidy, words_in

FEW = 3  # statements of the solution that one slip may have left out


def place(exercise, text, scope):
    """A sentence on the one difference between the learner's functions and the solution's, or an empty string.

    scope  the names of the notebook: a cell may hold further definitions that belong to the exercise
    """
    try:
        mine, right = functions(definitions(exercise, text, scope)), functions(ast.parse(exercise.solution))
    except (SyntaxError, OSError, TypeError):
        return ""
    found = [one for name in right if name in mine for one in Pair(mine[name], right[name]).differences()]
    return found[0] if len(set(found)) == 1 else ""


class Pair:
    """The learner's function and the solution's."""

    def __init__(self, mine, right):
        self.own, self.their = local_names(mine), local_names(right)
        self.mine, self.right = list(heads(mine)), list(heads(right))
        # the learner's local name -> the solution's
        self.named = dict(zip(arguments(mine), arguments(right), strict=False))
        self.name, self.words = mine.name, words_in(mine)

    def same(self, mine, right):
        return normal(mine, self.own) == normal(right, self.their)

    def differences(self):
        """A sentence for each run of statements that the two do not share; "" for one that is too long for a slip."""
        texts = (
            [(depth, normal(one, names)) for depth, one in lines]
            for lines, names in ((self.mine, self.own), (self.right, self.their))
        )
        runs = SequenceMatcher(None, *texts, autojunk=False).get_opcodes()
        self.alike, found, apart = sum(end - start for kind, start, end, *_ in runs if kind == "equal"), [], []
        for kind, i, i_end, j, j_end in runs:
            mine, right = [[one for _, one in lines] for lines in (self.mine[i:i_end], self.right[j:j_end])]
            if kind != "equal":
                apart.append((mine, right))
                found.append(self.sentence(i, mine, right))
            elif len(self.mine) > 1:  # of a single line the values tell more
                found += self.other_names(mine, right)
        return len(found) == len(apart) == 2 and self.moved(*apart) or found

    def moved(self, first, last):
        """The same for two runs, which are one difference where statements stand at another place."""
        for (mine, nothing), (none, right), when in ((first, last, "early"), (last, first, "late")):
            if not nothing and not none and len(mine) == len(right) and all(map(self.same, mine, right)):
                return [f"`{shown(mine[0])}` comes too {when}."]
        return []

    def other_names(self, mine, right):
        """A sentence for each statement with a local name in it that stands for another one of the solution's."""
        found = []
        for one, other in zip(mine, right, strict=True):
            names = [[node.id for node in ast.walk(tidy(part)) if isinstance(node, ast.Name)] for part in (one, other)]
            pairs = [(a, b) for a, b in zip(*names, strict=False) if a in self.own]
            found += [f"Look at `{a}` in `{shown(one)}`." for a, b in pairs if self.named.setdefault(a, b) != b][:1]
        return found

    def sentence(self, place, mine, right):
        more = [one for one in mine if not any(self.same(one, other) for other in right)]
        missing = [one for one in right if not any(self.same(other, one) for other in mine)]
        if len(more) > 1 and missing or max(len(mine), len(right)) > FEW:
            return ""
        if not more and not missing:
            return f"Look at how far `{shown(mine[0])}` is indented." if len(mine) == len(right) == 1 else ""
        if not more:
            what = {ast.If: "case", ast.Return: "`return`"}.get(type(missing[0]), "step")
            where = f"after `{shown(self.mine[place - 1][1])}`" if place else f"at the beginning of `{self.name}`"
            return f"A {what} is missing {where}{self.unused(missing)}."
        if not missing:
            return f"The solution does without `{shown(more[0])}`."
        one, other = self.smallest(more[0], missing[0])
        if not self.alike and one in (more[0], getattr(more[0], "value", None)) and not self.share(one, other):
            return ""  # nothing is alike: it goes another way
        at = "" if shown(one) == shown(more[0]) else f" in `{shown(more[0])}`"
        lacking = [word for word in keywords(other) if word not in keywords(one)]
        if (
            lacking
            and isinstance(one, ast.Call)
            and len(one.args) <= len(other.args)
            and self.same(one.func, other.func)
        ):
            return f"`{shown(one)}`{at} is called without `{lacking[0]}`."
        order = "the order of the arguments in " if self.turned_round(one, other) else ""
        return f"Look at {order}`{shown(one)}`{at}{self.unused(missing)}."

    def share(self, mine, right):
        """Whether two expressions have a part in common."""
        parts = [[part for part in ast.iter_child_nodes(one) if isinstance(part, ast.expr)] for one in (mine, right)]
        return type(mine) is type(right) and any(self.same(*pair) for pair in zip(*parts, strict=False))

    def smallest(self, mine, right):
        """The smallest expressions in which two statements differ, or the two themselves."""
        a, b = list(ast.iter_child_nodes(mine)), list(ast.iter_child_nodes(right))
        apart = [pair for pair in zip(a, b, strict=False) if not self.same(*pair)]
        if type(mine) is type(right) and len(a) == len(b) and len(apart) == 1:
            inner = self.smallest(*apart[0])
            return inner if isinstance(inner[0], ast.expr) else (mine, right)
        return mine, right

    def turned_round(self, mine, right):
        """Whether two calls differ in the order of their arguments only."""
        if not isinstance(mine, ast.Call) or not isinstance(right, ast.Call):
            return False
        args = [normal(one, self.own) for one in mine.args], [normal(one, self.their) for one in right.args]
        return args[0] != args[1] and sorted(args[0]) == sorted(args[1])

    def unused(self, right):
        """The names that the solution uses here and the learner nowhere."""
        inner = {one.arg for node in right for one in ast.walk(node) if isinstance(one, ast.arg)} | {"strict"}
        words = [word for one in right for word in words_in(one) if word not in {*inner, *self.words, *self.their}]
        return f": the solution uses `{'` and `'.join([*dict.fromkeys(words)][:2])}`" if words else ""


def keywords(node):
    return [word.arg for word in getattr(node, "keywords", ()) if word.arg not in (None, "strict")]


def heads(node, depth=0):
    """(how far it is indented, statement) of what a function does, each without what stands inside it."""
    for field in ("body", "cases", "handlers", "orelse", "finalbody"):
        inner = getattr(node, field, ())
        is_elif = field == "orelse" and len(inner) == 1 and isinstance(node, ast.If) and isinstance(inner[0], ast.If)
        for one in inner:
            if isinstance(one, ast.stmt) and not is_nothing(one):
                yield depth - is_elif, head_of(one)
            yield from heads(one, depth - is_elif + 1)
