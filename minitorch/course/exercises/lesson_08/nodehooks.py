"""What the hooks of a node do."""

import re

from ...define import Case, Exercise, Mistake, T, Wrong
from ...values import compare
from ..edited import edited
from ..fact_words import stops, where

START = """
x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
a = x + w
y = a * (w + 1)
"""

SEVERAL = """\
        if node.several:
            return [self.at_result(i, one) for i, one in enumerate(g)]
"""

SHOW = """\
        if number in self.results:
            g = replace(self.results[number], g)
"""

KEEP = """\
        keeper = self.keeper(number)
        if keeper is not None and g is not None:
            keeper._grad = g.clone() if keeper._grad is None else keeper._grad + g
"""

ANSWER = f"""
class NodeHooks:
    def before(self, node, g):
{SEVERAL}        return self.at_result(0, g)

    def at_result(self, number, g):
{SHOW}{KEEP}        return g

    def enter(self, node, g):
        shown = tuple(g) if node.several else (g,)
        for hook in self.pre.all():
            shown = answer(hook, hook(shown), shown)
        return shown if node.several else shown[0]

    def leave(self, node, given, g):
        sent, came = arriving(node, given), tuple(g) if node.several else (g,)
        for hook in self.post.all():
            sent = answer(hook, hook(sent, came), sent)
        return sent
"""


def changed(says, *changes):
    """The right answer with these changes."""
    return Wrong(edited(ANSWER, *changes), says)


exercise = Exercise(
    "NodeHooks",
    title="What the hooks of a node do",
    difficulty=4,
    minutes=10,
    target="minitorch.autograd.hooks:NodeHooks",
    keeps=("__init__", "keeper"),
    installed=True,
    setup="from minitorch.autograd.hooks import answer, arriving, replace",
    stub='''
        class NodeHooks:
            """The hooks of one node: self.results[number], the node's own self.pre and self.post, and self.keeper(number)."""

            def before(self, node, g):
                """What at_result makes of the gradient; where node.several, of each in the list g."""
                ...

            def at_result(self, number, g):
                """Show a result's gradient to its hooks, if it has any; then, if it is not None and a keeper wants it, add it to
                the keeper's ._grad (the first time a clone). Returns the gradient."""
                ...

            def enter(self, node, g):
                """Show the gradients to the pre-hooks, as a tuple; return them as they came, a tuple or one."""
                ...

            def leave(self, node, given, g):
                """Show arriving(node, given) and g, both as tuples, to self.post; return what they made of the first."""
                ...
    ''',
    solution='''
        class NodeHooks:
            """The hooks of one node: self.results[number], the node's own self.pre and self.post, and self.keeper(number)."""

            def before(self, node, g):
                """What at_result makes of the gradient; where node.several, of each in the list g."""
                if node.several:
                    return [self.at_result(i, one) for i, one in enumerate(g)]
                return self.at_result(0, g)

            def at_result(self, number, g):
                """Show a result's gradient to its hooks, if it has any; then keep it, if a keeper wants it."""
                if number in self.results:
                    g = replace(self.results[number], g)
                keeper = self.keeper(number)
                if keeper is not None and g is not None:
                    keeper._grad = g.clone() if keeper._grad is None else keeper._grad + g
                return g

            def enter(self, node, g):
                """Show the gradients to the pre-hooks, as a tuple; return them as they came, a tuple or one."""
                shown = tuple(g) if node.several else (g,)
                for hook in self.pre.all():
                    shown = answer(hook, hook(shown), shown)
                return shown if node.several else shown[0]

            def leave(self, node, given, g):
                """Show arriving(node, given) and g, both as tuples, to self.post; return what they made of the first."""
                sent, came = arriving(node, given), tuple(g) if node.several else (g,)
                for hook in self.post.all():
                    sent = answer(hook, hook(sent, came), sent)
                return sent
    ''',
    why="The order is what PyTorch promises: first the hooks of each result, then what retain_grad keeps, so it "
    "keeps what "
    "they made of "
    "the gradient; then the node's pre-hooks, its formulas, its hooks. Hooks of a node are always given tuples.",
    facts=[
        Case(START + "a.register_hook(lambda g: g * 10)\ny.backward()\n(x.grad, w.grad)", (T(40.0), T(45.0))),
        Case(START + "a.retain_grad()\ny.backward()\n(a.grad, x.grad)", (T(4.0), T(4.0))),
        Case(
            START + "a.retain_grad()\na.register_hook(lambda g: g * 10)\ny.backward()\n(a.grad, x.grad)",
            (T(40.0), T(40.0)),
        ),
        Case(
            START
            + "a.retain_grad()\ny.backward(retain_graph=True)\nkept = a.grad\ny.backward()\n(kept.item(), a.grad.item())",
            (4.0, 8.0),
        ),
        Case(START + "g = mt.tensor(1.0)\ny.retain_grad()\ny.backward(g)\n(y.grad.item(), y.grad is g)", (1.0, False)),
        Case(
            """
            x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
            seen = []
            first, second, third = (x * 1).unbind()
            first.register_hook(lambda g: seen.append(g))
            first.retain_grad()
            second.register_hook(lambda g: g * 10)
            third.retain_grad()
            (second + third * 7).backward()
            (seen, first.grad, third.grad, x.grad)
            """,
            ([None], None, T(7.0), T([0.0, 10.0, 7.0])),
        ),
        Case(
            START
            + "seen = []\na.grad_fn.register_prehook(lambda g: seen.append(g))\na.grad_fn.register_prehook(lambda g: (g[0] + 1,))\n"
            "a.register_hook(lambda g: g * 10)\ny.backward()\n(seen, x.grad)",
            ([(T(40.0),)], T(41.0)),
        ),
        Case(
            START
            + "seen = []\ny.grad_fn.register_hook(lambda gin, gout: seen.append((gin, gout)))\ny.backward()\nseen",
            [((T(4.0), T(5.0)), (T(1.0),))],
        ),
        Case(
            START + "seen = []\ny.grad_fn.register_hook(lambda gin, gout: (gin[0] * 2, gin[1]))\n"
            "y.grad_fn.register_hook(lambda gin, gout: seen.append(gin))\ny.backward()\n(seen, x.grad)",
            ([(T(8.0), T(5.0))], T(8.0)),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], requires_grad=True)
            first, second = (x * 1).unbind()
            seen, node = [], first.grad_fn
            node.register_prehook(lambda gout: (gout[0] * 2, gout[1]))
            node.register_hook(lambda gin, gout: seen.append((gin, gout)))
            (first + second * 5).backward()
            seen
            """,
            [((T([2.0, 5.0]),), (T(2.0), T(5.0)))],
        ),
        Case(
            """
            x, b = mt.ones(2, 3), mt.zeros(3, requires_grad=True)
            seen, y = [], x + b
            y.grad_fn.register_hook(lambda gin, gout: seen.append([g if g is None else list(g.shape) for g in gin]))
            y.sum().backward()
            seen
            """,
            [[None, [3]]],
        ),
    ],
    wrong=[
        changed(
            "You keep the gradient before its hooks have seen it. What is kept is what all of them have made of it: hooks first.",
            (SHOW + KEEP, KEEP + SHOW),
        ),
        changed(
            "The second pass overwrites what the first has kept. A kept gradient accumulates, as that of a leaf does.",
            (" if keeper._grad is None else keeper._grad + g", ""),
        ),
        changed(
            "The keeper is given the very tensor that travels on: whoever changes its .grad in place changes the gradients of "
            "others. Keep a clone.",
            ("g.clone() if", "g if"),
        ),
        changed(
            "What the tensor's hooks return is dropped: `replace` gives the gradient that goes on. Assign it to g.",
            ("g = replace(", "replace("),
        ),
        changed(
            "A hook on a result that nobody used is told so: it is called with None. Only keeping needs a gradient.",
            (SHOW, "        if g is None:\n            return None\n" + SHOW),
        ),
        changed(
            "A node with several results has a list of gradients, one for each number, and each has hooks of its own: see "
            "`node.several`.",
            (SEVERAL, ""),
        ),
        changed(
            "Hooks of a node are given a tuple, also when there is one gradient, and answer with a tuple. Wrap it, and take the one "
            "out again at the end.",
            ("        shown = tuple(g) if node.several else (g,)\n", ""),
            (
                "shown = answer(hook, hook(shown), shown)",
                "found = hook(g)\n            g = g if found is None else found",
            ),
            ("return shown if node.several else shown[0]", "return g"),
        ),
        changed(
            "A pre-hook may replace the gradients, and what yours return is dropped: `shown = answer(hook, hook(shown), shown)`.",
            ("shown = answer(hook, hook(shown), shown)", "hook(shown)"),
        ),
        changed(
            "The pre-hooks are given a tuple, but the node waits for what came: one gradient, if it has one result. Take it out of "
            "the tuple again.",
            ("return shown if node.several else shown[0]", "return shown"),
        ),
        changed(
            "The hooks see what the formulas gave, not what will arrive: a broadcast is not summed yet. Show them "
            "`arriving(node, given)`.",
            ("sent, came = arriving(node, given), tuple", "sent, came = tuple(given), tuple"),
            ("return sent", "return sent if self.post else given"),
        ),
        changed(
            "A hook of a node may replace what the node sends, and what yours return is dropped: `sent = answer(hook, "
            "hook(sent, came), sent)`.",
            ("sent = answer(hook, hook(sent, came), sent)", "hook(sent, came)"),
        ),
        changed(
            "The two are the wrong way round: a hook is called with grad_inputs, what the node sends, and then grad_outputs, what "
            "came.",
            ("hook(sent, came)", "hook(came, sent)"),
        ),
        changed(
            "The hooks in self.post are given two tuples. What came, g, is one gradient where the node has one result: `(g,)`.",
            (
                "sent, came = arriving(node, given), tuple(g) if node.several else (g,)",
                "sent, came = arriving(node, given), g",
            ),
        ),
    ],
    hints=[
        "`before` is two lines: a list over `enumerate(g)` where node.several, else `self.at_result(0, g)`.",
        "`at_result`: `g = replace(self.results[number], g)` if the number is there; then the keeper, if there is "
        "one and g "
        "is not None.",
        "`shown = tuple(g) if node.several else (g,)`; for each hook `shown = answer(hook, hook(shown), shown)`; the "
        "same in "
        "`leave` with "
        "two tuples.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: re.search("'NoneType' object is not (subscriptable|iterable)", str(error)),
            "A hook that only watches returns None. `answer(hook, found, shown)` gives what goes on.",
        ),
        Mistake(
            lambda expected, got, error: (
                "'Tensor' object is not iterable" in str(error) or "iteration over a 0-d" in str(error)
            ),
            "One gradient is no tuple: `tuple(g) if node.several else (g,)`.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, KeyError) or "NoneType' object has no attribute 'all'" in str(error)
            ),
            "Not every result has hooks: ask `number in self.results` first.",
        ),
        Mistake(
            lambda expected, got, error: "'NoneType' object" in str(error),
            "A None is used as if it were something: a result that nobody used has the gradient None, and most "
            "results have "
            "no keeper. "
            "And does each method return something?",
        ),
        stops(
            "unsupported operand type(s) for +=",
            "The first time there is nothing to add to: `._grad` is None, and the keeper gets a clone.",
        ),
        stops("0-dim tensor", "A hook of a node is given one tuple, not its items one by one: `hook(shown)`."),
        where(
            (T(40.0), T(45.0)),
            "What the hooks of the result return goes on: `g = replace(self.results[number], g)`, and g is returned.",
        ),
        where((T(4.0), T(4.0)), "The keeper's ._grad should be the gradient, and the gradient goes on unchanged."),
        where(
            (4.0, 8.0),
            "The second pass adds a new sum, and whoever holds the kept gradient of the first keeps that: "
            "`keeper._grad + g`, not in place.",
        ),
        Mistake(
            lambda expected, got, error: (
                type(got) is tuple and len(got) == 4 and compare(T([0.0, 1.0, 7.0]), got[3]) is None
            ),
            "The hook of the second result has run, and what it returned is lost. `before` gives back a list of what at_result "
            "makes of each gradient.",
        ),
        where(
            ([None], None, T(7.0), T([0.0, 10.0, 7.0])),
            "This node has three results. Each has its own number, hooks and keeper; what nobody used has the gradient "
            "None, and its hooks are called with it.",
        ),
        where(
            ([(T(40.0),)], T(41.0)),
            "A pre-hook of the node sees, in a tuple, what the tensor's hooks have made; what it returns goes on, "
            "through `answer`.",
        ),
        where(
            [((T(4.0), T(5.0)), (T(1.0),))],
            "A hook in self.post is called with two tuples: arriving(node, given), and what came.",
        ),
        where(
            ([(T(8.0), T(5.0))], T(8.0)),
            "What one hook in self.post returns is shown to the next, and sent at the end: `sent = answer(hook, "
            "hook(sent, came), sent)`.",
        ),
        where(
            [((T([2.0, 5.0]),), (T(2.0), T(5.0)))],
            "Of a node with two results, a hook is given both gradients, in one tuple.",
        ),
    ],
)
