"""One walk over all modules."""

import minitorch as mt

from ...define import Case, Exercise, Law, Wrong

SETUP = """
class Linear(mt.nn.Module):
    def __init__(self, n, m, bias=True):
        super().__init__()
        self.sizes = n, m
        self.weight = mt.nn.Parameter(mt.zeros(m, n))
        self.register_parameter("bias", mt.nn.Parameter(mt.zeros(m)) if bias else None)

    def extra_repr(self):
        return f"{self.sizes[0]} -> {self.sizes[1]}"

class Block(mt.nn.Module):
    def __init__(self, **inside):
        super().__init__()
        for name, module in inside.items():
            self.add_module(name, module)
"""

exercise = Exercise(
    "named_modules",
    title="One walk over all modules",
    difficulty=4,
    minutes=14,
    target="minitorch.nn.module.tree:Tree.named_modules",
    installed=True,
    setup=SETUP,
    stub='''
        def named_modules(self, memo=None, prefix="", remove_duplicate=True):
            """Give, one by one, (path, module) of this module and of all inside it, each before those inside it.

            A module in the set `memo` is not given again; with remove_duplicate, those that are given are added to it.
            """
            ...
    ''',
    solution='''
        def named_modules(self, memo=None, prefix="", remove_duplicate=True):
            """Give, one by one, (path, module) of this module and of all inside it, each before those inside it.

            A module in the set `memo` is not given again; with remove_duplicate, those that are given are added to it.
            """
            memo = set() if memo is None else memo
            if self in memo:
                return
            if remove_duplicate:
                memo.add(self)
            yield prefix, self
            for name, module in self._modules.items():
                if module is not None:
                    path = f"{prefix}.{name}" if prefix else name
                    yield from module.named_modules(memo, path, remove_duplicate)
    ''',
    why="One set goes through the whole walk, so a module is known wherever it turns up again, and the path grows on the way "
    "down. A walk that remembers also ends in a circle.",
    facts=[
        Case(
            """
            net = Block(first=Linear(2, 3), second=Linear(3, 1))
            [(path, type(module).__name__) for path, module in net.named_modules()]
            """,
            [("", "Block"), ("first", "Linear"), ("second", "Linear")],
        ),
        Case(
            """
            net = Block(a=Block(b=Block(c=Block()), d=Block()), e=Block())
            [path for path, module in net.named_modules()]
            """,
            ["", "a", "a.b", "a.b.c", "a.d", "e"],
        ),
        Case(
            """
            shared = Block(inner=Block())
            net = Block(first=shared, second=shared)
            [path for path, module in net.named_modules()]
            """,
            ["", "first", "first.inner"],
        ),
        Case(
            """
            shared = Block()
            net = Block(left=Block(norm=shared), right=Block(norm=shared, own=Block()))
            [path for path, module in net.named_modules()]
            """,
            ["", "left", "left.norm", "right", "right.own"],
        ),
        Case(
            """
            net = Block(a=Block())
            first = [path for path, module in net.named_modules()]
            (first, [path for path, module in net.named_modules()])
            """,
            (["", "a"], ["", "a"]),
        ),
        Case(
            """
            net = Block(a=Block(), skip=None, b=Block())
            [path for path, module in net.named_modules()]
            """,
            ["", "a", "b"],
        ),
        Case(
            """
            net = Block(a=Block(b=Block()))
            [path for path, module in net.named_modules(prefix="net")]
            """,
            ["net", "net.a", "net.a.b"],
        ),
        Case(
            """
            shared = Block(inner=Block())
            net = Block(first=shared, second=shared)
            [path for path, module in net.named_modules(remove_duplicate=False)]
            """,
            ["", "first", "first.inner", "second", "second.inner"],
        ),
        Case(
            """
            net = Block(a=Block(b=Block()), c=Block())
            memo = {net.a}
            found = [path for path, module in net.named_modules(memo)]
            (found, memo == {net, net.a, net.c})
            """,
            (["", "c"], True),
        ),
        Case(
            """
            net = Block(a=Block(b=Block()), c=Block())
            [path for path, module in net.named_modules({net.a}, remove_duplicate=False)]
            """,
            ["", "c"],
        ),
        Case(
            """
            net = Block(a=Block())
            memo = set()
            found = [path for path, module in net.named_modules(memo)]
            (found, len(memo))
            """,
            (["", "a"], 2),
        ),
        Case(
            """
            net = Block(a=Block())
            net.a.back = net
            [path for path, module in net.named_modules()]
            """,
            ["", "a"],
        ),
        Case("next(Block(a=Block()).named_modules())[0]", ""),
        Case(
            """
            class Wide(Block):
                def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                    yield prefix + "!", self

            [path for path, module in Block(wide=Wide(), last=Block()).named_modules()]
            """,
            ["", "wide!", "last"],
        ),
        Law("each module once, under its first path", lambda f, rng: walked(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                memo = set() if memo is None else memo
                waiting = [(prefix, self)]
                while waiting:
                    path, one = waiting.pop(0)
                    if one in memo:
                        continue
                    if remove_duplicate:
                        memo.add(one)
                    yield path, one
                    waiting += [(f"{path}.{n}" if path else n, m) for n, m in one._modules.items() if m is not None]
            """,
            "You give level after level: all children, then all grandchildren. Finish one child, with all that is inside it, "
            "before the next.",
        ),
        Wrong(
            """
            def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                memo = set() if memo is None else memo
                if remove_duplicate and self in memo:
                    return
                if remove_duplicate:
                    memo.add(self)
                yield prefix, self
                for name, module in self._modules.items():
                    if module is not None:
                        path = f"{prefix}.{name}" if prefix else name
                        yield from module.named_modules(memo, path, remove_duplicate)
            """,
            "What the caller put into the memo is left out in any case. remove_duplicate=False only means that nothing is added.",
        ),
        Wrong(
            """
            def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                yield prefix, self
                for name, module in self._modules.items():
                    if module is not None:
                        path = f"{prefix}.{name}" if prefix else name
                        yield from module.named_modules(memo, path, remove_duplicate)
            """,
            "Nothing is remembered: a module that stands in two places is given twice. Look into `memo` before you give a "
            "module, and add it.",
        ),
        Wrong(
            """
            def named_modules(self, memo=set(), prefix="", remove_duplicate=True):
                if self in memo:
                    return
                if remove_duplicate:
                    memo.add(self)
                yield prefix, self
                for name, module in self._modules.items():
                    if module is not None:
                        path = f"{prefix}.{name}" if prefix else name
                        yield from module.named_modules(memo, path, remove_duplicate)
            """,
            "A default value is made once, when the function is defined: the second walk finds everything in the set of the "
            "first. Take None as the default and make a new set inside.",
        ),
        Wrong(
            """
            def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                memo = memo or set()
                if self in memo:
                    return
                if remove_duplicate:
                    memo.add(self)
                yield prefix, self
                for name, module in self._modules.items():
                    if module is not None:
                        path = f"{prefix}.{name}" if prefix else name
                        yield from module.named_modules(memo, path, remove_duplicate)
            """,
            "`memo or set()` replaces an empty set too, and then whoever handed it in learns nothing. Ask `memo is None`.",
        ),
        Wrong(
            """
            def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                memo = set() if memo is None else memo
                if self in memo:
                    return
                if remove_duplicate:
                    memo.add(self)
                yield prefix, self
                for name, module in self._modules.items():
                    if module is not None and module not in memo:
                        path = f"{prefix}.{name}" if prefix else name
                        yield from module.named_modules(set(memo), path, remove_duplicate)
            """,
            "Every branch gets a copy of the memo, so what one branch has met the next does not know. Hand on the same set.",
        ),
        Wrong(
            """
            def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                memo = set() if memo is None else memo
                if self in memo:
                    return
                if remove_duplicate:
                    memo.add(self)
                yield prefix, self
                for name, module in self._modules.items():
                    if module is not None:
                        yield from module.named_modules(memo, f"{prefix}.{name}", remove_duplicate)
            """,
            "The first path is empty, and your paths begin with a dot. Put the dot only where there is something before it.",
        ),
        Wrong(
            """
            def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                memo = set() if memo is None else memo
                if self in memo:
                    return
                if remove_duplicate:
                    memo.add(self)
                yield prefix, self
                for name, module in self._modules.items():
                    if module is not None:
                        yield from module.named_modules(memo, name, remove_duplicate)
            """,
            "You hand on the name alone. Two levels down the way to it is lost: the new prefix is the old one, a dot and the name.",
        ),
        Wrong(
            """
            def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                memo = set() if memo is None else memo
                if self in memo:
                    return
                if remove_duplicate:
                    memo.add(self)
                for name, module in self._modules.items():
                    if module is not None:
                        path = f"{prefix}.{name}" if prefix else name
                        yield from module.named_modules(memo, path, remove_duplicate)
                yield prefix, self
            """,
            "You give a module after those inside it. Give it first: the order is the one in which a reader meets them.",
        ),
        Wrong(
            """
            def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                memo = set() if memo is None else memo
                if self in memo:
                    return
                if remove_duplicate:
                    memo.add(self)
                yield prefix, self
                for name, module in self._modules.items():
                    if module is not None:
                        path = f"{prefix}.{name}" if prefix else name
                        module.named_modules(memo, path, remove_duplicate)
            """,
            "Calling a generator only makes it. To give on what it gives, write `yield from` in front of the call.",
        ),
        Wrong(
            """
            def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                memo = set() if memo is None else memo
                if self in memo:
                    return
                if remove_duplicate:
                    memo.add(self)
                yield prefix, self
                for name, module in self._modules.items():
                    path = f"{prefix}.{name}" if prefix else name
                    yield from module.named_modules(memo, path, remove_duplicate)
            """,
            "A name may be registered with None: no module is there, and None has no named_modules. Leave it out.",
        ),
        Wrong(
            """
            def named_modules(self, memo=None, prefix="", remove_duplicate=True):
                memo = set() if memo is None else memo
                if self in memo:
                    return
                memo.add(self)
                yield prefix, self
                for name, module in self._modules.items():
                    if module is not None:
                        path = f"{prefix}.{name}" if prefix else name
                        yield from module.named_modules(memo, path, remove_duplicate)
            """,
            "With remove_duplicate=False somebody wants every place where a module stands. Then nothing is added to the memo.",
        ),
    ],
    hints=[
        "Three steps: leave if the module is in the memo; give it; then walk each module in `self._modules`.",
        "`yield prefix, self` gives one pair, and `yield from` gives all of another walk. Hand the same memo down, with a "
        "longer prefix.",
        '`yield from module.named_modules(memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)` for each module '
        "that is not None.",
    ],
)


class Plan:
    """What a random tree was made of, written down apart from the library."""

    def __init__(self, number):
        self.number, self.module, self.inside, self.weights = number, mt.nn.Module(), {}, {}

    def __str__(self):
        inside = [*self.weights, *[f"{name}: {plan}" for name, plan in self.inside.items()]]
        return f"module {self.number}" + (f" ({', '.join(inside)})" if inside else "")


def grown(rng, depth=3):
    """A Plan, and modules made after it, of which some stand in several places, as some parameters do."""
    done, weights, count = [], [], iter(range(100))

    def grow(depth):
        if done and rng.random() < 0.25:
            return done[int(rng.integers(len(done)))]
        plan = Plan(next(count))
        for name in ("w", "v")[: int(rng.integers(0, 3))]:
            if not weights or rng.random() < 0.7:
                size = int(rng.integers(1, 6))
                weights.append(mt.nn.Parameter(mt.zeros(size), requires_grad=bool(rng.random() < 0.7)))
                plan.weights[name] = weights[-1]
            else:
                plan.weights[name] = weights[int(rng.integers(len(weights)))]
            plan.module.register_parameter(name, plan.weights[name])
        for name in "abc"[: int(rng.integers(0, 4)) if depth else 0]:
            if rng.random() < 0.1:
                plan.inside[name] = None
                plan.module.add_module(name, None)
            else:
                plan.inside[name] = grow(depth - 1)
                plan.module.add_module(name, plan.inside[name].module)
        done.append(plan)
        return plan

    while True:
        plan = grow(depth)
        if len(plan.inside) > 1:
            return plan
        done.clear()


def paths(plan, path="", seen=None):
    """(path, plan) of a tree of Plans, each plan once if `seen` is a set."""
    if seen is not None:
        if plan.number in seen:
            return []
        seen.add(plan.number)
    found = [(path, plan)]
    for name, inner in plan.inside.items():
        if inner is not None:
            found += paths(inner, f"{path}.{name}" if path else name, seen)
    return found


def walked(f, rng):
    plan = grown(rng)
    numbers = {id(one.module): one.number for _, one in paths(plan)}
    expected = [(path, one.number) for path, one in paths(plan, seen=set())]
    return {"tree": str(plan)}, expected, [(path, numbers[id(one)]) for path, one in f(plan.module)]
