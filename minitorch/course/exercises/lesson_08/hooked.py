"""The walk that calls hooks."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops, where

START = """
x, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
a = x + w
y = a * (w + 1)
"""

VISIT = """
    def visit(self, node, g):
        if node.hooks is not None:
            g = self.arrive(node, g)
        super().visit(node, g)
        self.count_down(node)
"""

DIFFERENTIATE = """
    def differentiate(self, node, g, edges):
        if node.hooks is None:
            return super().differentiate(node, g, edges)
        g = node.hooks.enter(node, g)
        return node.hooks.leave(node, super().differentiate(node, g, edges), g)
"""

SERVE = """
    def serve(self, leaf, g):
        hooks = leaf._hooks
        if hooks is not None:
            g = hooks.before(leaf, g)
        if hooks is None or not self.accumulates:
            super().serve(leaf, g)
            return
        g = hooks.enter(leaf, g)
        super().serve(leaf, g)
        hooks.after(leaf, g)
"""


ARRIVE = "        if node.hooks is not None:\n            g = self.arrive(node, g)\n"
SUPER = "        super().visit(node, g)\n"
ENTER = "        g = node.hooks.enter(node, g)\n"
LEAVE = "        return node.hooks.leave(node, super().differentiate(node, g, edges), g)\n"
GIVEN = "        given = super().differentiate(node, g, edges)\n"
BEFORE = "        if hooks is not None:\n            g = hooks.before(leaf, g)\n"
ACCUMULATE = "        super().serve(leaf, g)\n"
AFTER = "        hooks.after(leaf, g)\n"
ENTER_LEAF = "        g = hooks.enter(leaf, g)\n"
GIVE = ENTER_LEAF + ACCUMULATE + AFTER


def changed(says, *changes):
    """The right answer with these changes."""
    return Wrong(edited("class Hooked(Wanted):" + VISIT + DIFFERENTIATE + SERVE, *changes), says)


exercise = Exercise(
    "Hooked",
    title="The walk that calls hooks",
    difficulty=4,
    minutes=8,
    target="minitorch.autograd.engine.hooked:Hooked",
    keeps=("__init__", "run", "arrive", "count_down", "reaches"),
    installed=True,
    setup="from minitorch.autograd.engine.wanted import Wanted",
    stub='''
        class Hooked(Wanted):
            """The third rung of the engine: hooks see gradients, and may replace them."""

            def visit(self, node, g):
                """As the rung below does; where the node has hooks, self.arrive(node, g) first; then self.count_down(node)."""
                ...

            def differentiate(self, node, g, edges):
                """As the rung below does; where the node has hooks, between their `enter` and their `leave`."""
                ...

            def serve(self, leaf, g):
                """As the rung below does; where the leaf has hooks, with what their `before` makes of g. If self.accumulates, their
                `enter` comes between the two, and their `after` last."""
                ...
    ''',
    solution='''
        class Hooked(Wanted):
            """The third rung of the engine: hooks see gradients, and may replace them."""

            def visit(self, node, g):
                """As the rung below does; where the node has hooks, self.arrive(node, g) first; then self.count_down(node)."""
                if node.hooks is not None:
                    g = self.arrive(node, g)
                super().visit(node, g)
                self.count_down(node)

            def differentiate(self, node, g, edges):
                """As the rung below does; where the node has hooks, between their `enter` and their `leave`."""
                if node.hooks is None:
                    return super().differentiate(node, g, edges)
                g = node.hooks.enter(node, g)
                return node.hooks.leave(node, super().differentiate(node, g, edges), g)

            def serve(self, leaf, g):
                """As the rung below does; where the leaf has hooks, with what their `before` makes of g. If self.accumulates, their
                `enter` comes between the two, and their `after` last."""
                hooks = leaf._hooks
                if hooks is not None:
                    g = hooks.before(leaf, g)
                if hooks is None or not self.accumulates:
                    super().serve(leaf, g)
                    return
                g = hooks.enter(leaf, g)
                super().serve(leaf, g)
                hooks.after(leaf, g)
    ''',
    why="Each method puts something before and after the same method of the rung below, which goes on doing its "
    "work. Every "
    "gradient "
    "passes each of them once, when all of it has arrived.",
    facts=[
        Case(START + "y.backward()\n(x.grad, w.grad)", (T(4.0), T(9.0))),
        Case(START + "a.register_hook(lambda g: g * 10)\ny.backward()\n(x.grad, w.grad)", (T(40.0), T(45.0))),
        Case(
            START
            + "seen = []\nw.register_hook(lambda g: seen.append(g.item()))\nw.register_hook(lambda g: g * 2)\ny.backward()\n"
            "(seen, w.grad)",
            ([9.0], T(18.0)),
        ),
        Case(
            START + "log = []\n"
            'a.register_hook(lambda g: log.append("a"))\n'
            'a.grad_fn.register_prehook(lambda g: log.append("before the node"))\n'
            'a.grad_fn.register_hook(lambda gin, gout: log.append("after the node"))\n'
            'x.register_hook(lambda g: log.append("x"))\n'
            'x.register_post_accumulate_grad_hook(lambda t: log.append(f"x.grad is {t.grad.item()}"))\n'
            "y.backward()\nlog",
            ["a", "before the node", "after the node", "x", "x.grad is 4.0"],
        ),
        Case(
            START
            + "y.grad_fn.register_hook(lambda gin, gout: (gin[0] * 2, gin[1] * 3))\ny.backward()\n(x.grad, w.grad)",
            (T(8.0), T(23.0)),
        ),
        Case(
            START + "seen = []\ny.grad_fn.register_prehook(lambda g: (g[0] * 2,))\n"
            "y.grad_fn.register_hook(lambda gin, gout: seen.append((gin, gout)))\ny.backward()\n(seen, x.grad)",
            ([((T(8.0), T(10.0)), (T(2.0),))], T(8.0)),
        ),
        Case(
            START
            + "log = []\nx.register_post_accumulate_grad_hook(lambda t: log.append(1))\nx.register_hook(lambda g: g * 10)\n"
            "(mt.autograd.grad(y, [x, a]), x.grad, log)",
            ((T(40.0), T(4.0)), None, []),
        ),
        Case(
            START
            + "log = []\nw.register_post_accumulate_grad_hook(lambda t: log.append(t.grad.item()))\ny.backward()\nlog",
            [9.0],
        ),
        Case(
            START
            + "x_end = a.grad_fn.next_functions[0][0]\nx_end.register_prehook(lambda g: (g[0] * 10,))\ny.backward()\nx.grad",
            T(40.0),
        ),
        Case(
            """
            log = []
            u, w = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
            a = u * 2
            b = a * w
            w.register_hook(lambda g: log.append("w"))
            a.register_hook(lambda g: log.append("a"))
            u.register_hook(lambda g: log.append("u"))
            b.backward()
            log
            """,
            ["w", "a", "u"],
        ),
        Case(
            START + "hooked = [x.register_hook(lambda g: g + 1), w.register_hook(lambda g: None)]\n"
            "y.backward(inputs=[x])\n(x.grad, w.grad)",
            (T(5.0), None),
        ),
        Case(
            START + "seen = []\na.grad_fn.register_prehook(lambda g: seen.append(g[0].item()))\n"
            "y.backward(inputs=[a])\n(seen, a.grad)",
            ([4.0], T(4.0)),
        ),
        Case(
            START + "x.register_hook(lambda g: g * 10)\n"
            "a.grad_fn.next_functions[0][0].register_prehook(lambda g: (g[0] + 1,))  # of x's AccumulateGrad\ny.backward()\nx.grad",
            T(41.0),
        ),
    ],
    wrong=[
        changed(
            "The hooks of the leaf are called in another order: `before` shows the gradient to those of the tensor, then `enter` to "
            "those of its AccumulateGrad.",
            (BEFORE, ""),
            ("        if hooks is None or not self.accumulates:\n", "        if hooks is None:\n"),
            (
                "            return\n        g = hooks.enter",
                "            return\n        if not self.accumulates:\n"
                "            super().serve(leaf, hooks.before(leaf, g))\n            return\n        g = hooks.enter",
            ),
            (ENTER_LEAF, ENTER_LEAF + "        g = hooks.before(leaf, g)\n"),
        ),
        changed(
            "The hooks of the results are shown the gradient, and what they return is dropped. Go on with what `arrive` gives back.",
            ("g = self.arrive(node, g)", "self.arrive(node, g)"),
        ),
        changed(
            "The node runs first and its tensor's hooks see the gradient afterwards: too late to change anything. `arrive` comes "
            "first.",
            (ARRIVE + SUPER, SUPER + ARRIVE),
        ),
        changed(
            "Nobody counts the leaves down, so those with hooks are served at the very end of the walk, instead of as soon as all of "
            "their gradient has arrived: `self.count_down(node)`.",
            ("        self.count_down(node)\n", ""),
        ),
        changed(
            "Only nodes with hooks are visited here; at all others the walk stops. The rung below does its work in any case.",
            (SUPER, "    " + SUPER),
        ),
        changed(
            "Most nodes have no hooks: `node.hooks` is None there, and `arrive` needs them. Ask first.",
            (ARRIVE, "        g = self.arrive(node, g)\n"),
        ),
        changed(
            "The formulas run before the pre-hooks, so what those return changes nothing. `enter` first, then the rung below with "
            "what it gives, then `leave`.",
            (ENTER + LEAVE, GIVEN + ENTER + "        return node.hooks.leave(node, given, g)\n"),
        ),
        changed(
            "The node's hooks may replace what it sends, and you send what the formulas gave. Return what `leave` returns.",
            (LEAVE, GIVEN + "        node.hooks.leave(node, given, g)\n        return given\n"),
        ),
        changed(
            "A pre-hook may replace the gradient, and you go on with the old one. Go on with what `enter` returns.",
            ("g = node.hooks.enter(node, g)", "node.hooks.enter(node, g)"),
        ),
        changed(
            "autograd.grad accumulates nothing, so nothing may be called after accumulation there. Ask self.accumulates before "
            "`enter` and `after`.",
            (" or not self.accumulates", ""),
        ),
        changed(
            "autograd.grad returns the gradient of a leaf as its hooks leave it: `before` runs in any case, only `enter` and `after` "
            "depend on self.accumulates.",
            (BEFORE, ""),
            (GIVE, "        g = hooks.before(leaf, g)\n" + GIVE),
        ),
        changed(
            "`after` runs before the gradient is in .grad. The rung below accumulates; what comes after it must stand behind that "
            "call.",
            (GIVE, ENTER_LEAF + AFTER + ACCUMULATE),
        ),
        changed(
            "The hooks run and nothing is accumulated: `super().serve(leaf, g)` is missing.",
            ("super().serve(leaf, g)", "pass"),
        ),
        changed(
            "A leaf's hooks may replace its gradient, and you accumulate the old one. Go on with what `before` returns.",
            ("g = hooks.before(leaf, g)", "hooks.before(leaf, g)"),
        ),
        changed(
            "`enter` may replace the gradient that is accumulated, so it has to run before the rung below does.",
            (GIVE, ACCUMULATE + ENTER_LEAF + AFTER),
        ),
        changed(
            "Two places are missing for the hooks of a leaf: `enter`, before the gradient is accumulated, and `after`, behind it.",
            (GIVE, ACCUMULATE),
        ),
    ],
    hints=[
        "The same method of the rung below is `super().visit(node, g)`, and so on. It does what it always did.",
        "`visit`: `g = self.arrive(node, g)` if there are hooks, then the rung below, then `self.count_down(node)`. "
        "`differentiate`: "
        "`enter`, the rung below with what `enter` gave, `leave`.",
        "`serve`: `before` if the leaf has hooks; without hooks, or without self.accumulates, the rung below and "
        "nothing "
        "more; else "
        "`enter`, the rung below, `after`.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "'NoneType' object has no attribute" in str(error),
            "Most nodes and leaves have no hooks: `node.hooks` and `leaf._hooks` are None there. Ask first.",
        ),
        Mistake(
            lambda expected, got, error: (
                "'NoneType' object is not iterable" in str(error) or "argument after * must be" in str(error)
            ),
            "`differentiate` must return the gradients that the node sends, with hooks and without.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "A method that calls itself never ends. The method of the rung below is called through `super()`, under the same name.",
        ),
        stops(
            "positional argument",
            "Compare the arguments with the stub: `enter(node, g)`, `leave(node, given, g)`, `before(leaf, g)`, "
            "`enter(leaf, g)`, `after(leaf, g)`.",
        ),
        stops(
            "has no attribute",
            "An argument is not what the method expects: `leave(node, given, g)` and `after(leaf, g)` are called with "
            "the node or leaf first.",
        ),
        Mistake(
            lambda expected, got, error: got == (None, None),
            "No leaf was given its gradient. `serve` does that: as the rung below, `super().serve(leaf, g)`, also for a leaf "
            "without hooks.",
        ),
        where((T(4.0), T(9.0)), "Without any hooks the walk should do what the rung below does."),
        where(
            (T(40.0), T(45.0)),
            "The hook multiplies the gradient of a by 10, once: self.arrive(node, g) shows it to the hooks, and what "
            "it gives goes on.",
        ),
        where(
            ([9.0], T(18.0)),
            "A leaf's hooks see the whole gradient once, with `before`, and what they make of it is accumulated.",
        ),
        where(
            ["a", "before the node", "after the node", "x", "x.grad is 4.0"],
            "Each hook should be called once, and in that order. Is one of `arrive`, `enter`, `leave`, `before`, "
            "`after` missing, or called twice, or at another time?",
        ),
        where(
            ([4.0], T(4.0)),
            "The walk ends at a, whose node does not run; its pre-hooks are called all the same. self.arrive(node, g) sees to that, "
            "node.hooks.before alone does not.",
        ),
        where((T(8.0), T(23.0)), "A node's hook replaces what it sends: return what `leave` returns."),
        where(
            ([((T(8.0), T(10.0)), (T(2.0),))], T(8.0)),
            "`leave(node, given, g)` needs the gradient that came, as the pre-hooks left it, for its third argument.",
        ),
        where(
            ((T(40.0), T(4.0)), None, []),
            "autograd.grad returns the leaf's gradient as its hooks leave it, and accumulates nothing.",
        ),
    ],
)
