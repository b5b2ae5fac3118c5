"""Modules for the exercises of this lesson: two small classes, and trees made at random."""

import minitorch as mt

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
