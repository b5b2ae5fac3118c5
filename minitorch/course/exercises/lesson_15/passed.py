"""Tensors that pass one step together, and gradients in their places."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..fact_words import stops, where

SETUP = """
        from collections import namedtuple

        from minitorch import Tensor, is_grad_enabled
        from minitorch.nn.module.backward_hooks import BackwardHookFunction

        def leaf(*numbers):
            return mt.tensor(list(numbers), requires_grad=True)

        def silent(inner, outer):
            pass
    """

GOOD = """
            def spread(places, values, count):
                whole = [None] * count
                for place, value in zip(places, values, strict=True):
                    whole[place] = value
                return tuple(whole)

            def passed(values, hook):
                places = [place for place, value in enumerate(values) if isinstance(value, Tensor)]
                if not (is_grad_enabled() and any(values[place].requires_grad for place in places)):
                    return values, None
                tensors = BackwardHookFunction.apply(*[values[place] for place in places])
                next(x.grad_fn for x in tensors if x.grad_fn is not None).register_hook(hook)
                new = list(values)
                for place, tensor in zip(places, tensors, strict=True):
                    new[place] = tensor
                return (tuple(new) if type(values) is tuple else type(values)(*new)), places
"""


def but(old, new, good=GOOD):
    """The solution with one place changed."""
    if old not in good:
        raise ValueError(f"{old!r} is not in the solution")
    return good.replace(old, new)


exercise = Exercise(
    "passed",
    title="One step for all, and everything in its place",
    difficulty=3,
    minutes=11,
    target="minitorch.nn.module.backward_hooks:passed",
    covers=("minitorch.nn.module.backward_hooks:spread",),
    setup=SETUP,
    stub='''
        def spread(places, values, count):
            """A tuple of `count`: each value at its place, None elsewhere. ValueError if there are not as many values as places."""
            ...


        def passed(values, hook):
            """(the values with their tensors passed through one BackwardHookFunction, a list of the places of the tensors).

            All tensors pass it together, and `hook` is registered on the node. Everything else stays where it was. A named
            tuple stays one: type(values)(*new). If gradients are off, or none of the tensors requires one: (values, None).
            """
            ...
    ''',
    solution='''
        def spread(places, values, count):
            """A tuple of `count`, with the values at their places and None elsewhere."""
            whole = [None] * count
            for place, value in zip(places, values, strict=True):
                whole[place] = value
            return tuple(whole)


        def passed(values, hook):
            """(values with their tensors passed through one step that has `hook`, the places of the tensors).

            Nothing is recorded, and the places are None, when no gradient flows.
            """
            places = [place for place, value in enumerate(values) if isinstance(value, Tensor)]
            if not (is_grad_enabled() and any(values[place].requires_grad for place in places)):
                return values, None
            tensors = BackwardHookFunction.apply(*[values[place] for place in places])
            next(x.grad_fn for x in tensors if x.grad_fn is not None).register_hook(hook)
            new = list(values)
            for place, tensor in zip(places, tensors, strict=True):
                new[place] = tensor
            return (tuple(new) if type(values) is tuple else type(values)(*new)), places
    ''',
    why="One step for all of them: its hook runs when all gradients are complete. A constant comes out without a node, so the node is "
    "taken from the first result that has one.",
    facts=[
        Case(
            """
            x, y = leaf(1.0), leaf(2.0)
            values, places = passed((x, 2, y, None), silent)
            (places, values[1], values[3], values[0].grad_fn is values[2].grad_fn, values[0].grad_fn is not None, len(values))
            """,
            ([0, 2], 2, None, True, True, 4),
        ),
        Case(
            """
            x, y, seen = leaf(1.0), leaf(2.0), []
            (a, _, b), places = passed((x, "text", y), lambda inner, outer: seen.append((inner, outer)))
            (5 * a + 7 * b).sum().backward()
            (x.grad, y.grad, len(seen), [len(one) for one in seen[0]])
            """,
            (T([5.0]), T([7.0]), 1, [2, 2]),
        ),
        Case(
            """
            x, seen = leaf(1.0, 2.0), []
            (a,), places = passed((x,), lambda inner, outer: (inner[0] * 10,))
            (a * a).sum().backward()
            (x.grad, places, type(places).__name__)
            """,
            (T([20.0, 40.0]), [0], "list"),
        ),
        Case(
            """
            x, c, seen = leaf(1.0), mt.tensor([2.0]), []
            (b, a), places = passed((c, x), lambda inner, outer: seen.append(len(outer)))
            (a * b).sum().backward()
            (places, b.requires_grad, a.requires_grad, x.grad, seen)
            """,
            ([0, 1], False, True, T([2.0]), [2]),
        ),
        Case(
            """
            x, c, seen = leaf(1.0), mt.tensor([2.0]), []
            (a, b), places = passed((x, c), lambda inner, outer: seen.append(len(outer)))
            (a * b).sum().backward()
            (places, b.requires_grad, x.grad, seen)
            """,
            ([0, 1], False, T([2.0]), [2]),
        ),
        Case(
            """
            values = (mt.tensor([2.0]), 3)
            found, places = passed(values, silent)
            (found is values, places)
            """,
            (True, None),
        ),
        Case(
            """
            x = leaf(1.0)
            with mt.no_grad():
                found, places = passed((x,), silent)
            (found[0] is x, places)
            """,
            (True, None),
        ),
        Case("passed((), silent)", ((), None)),
        Case("passed((1, 'mean'), silent)", ((1, "mean"), None)),
        Case(
            """
            Point = namedtuple("Point", "x y")
            point, places = passed(Point(leaf(1.0), leaf(2.0)), silent)
            plain, _ = passed((leaf(1.0),), silent)
            (type(point).__name__, point.y.tolist(), type(plain).__name__)
            """,
            ("Point", [2.0], "tuple"),
        ),
        Case("passed.__globals__['spread']([0, 2], [10.0, 20.0], 3)", (10.0, None, 20.0)),
        Case("passed.__globals__['spread']([], [], 2)", (None, None)),
        Case("passed.__globals__['spread']([2, 0], ['c', 'a'], 4)", ("a", None, "c", None)),
        Case("passed.__globals__['spread']([0, 1], [None, 0.0], 3)", (None, 0.0, None)),
        Case("passed.__globals__['spread']([0, 1], [1.0], 2)", raises=ValueError),
    ],
    wrong=[
        Wrong(
            but(
                "tensors = BackwardHookFunction.apply(*[values[place] for place in places])",
                "tensors = [BackwardHookFunction.apply(values[place])[0] for place in places]",
            ),
            "Each tensor passes a step of its own, so the first hook runs before the other gradients are there. Let all pass one: "
            "BackwardHookFunction.apply(*tensors).",
        ),
        Wrong(
            but(
                "next(x.grad_fn for x in tensors if x.grad_fn is not None).register_hook(hook)",
                "tensors[0].grad_fn.register_hook(hook)",
            ),
            "Any of the tensors may be a constant, and then it comes out without a node. Take the node of the first one that has any.",
        ),
        Wrong(
            but(
                "next(x.grad_fn for x in tensors if x.grad_fn is not None).register_hook(hook)",
                "[x.grad_fn.register_hook(hook) for x in tensors if x.grad_fn is not None]",
            ),
            "All these tensors have the same node, so your hook is registered and run once for each of them. Once is enough.",
        ),
        Wrong(
            but("                next(x.grad_fn for x in tensors if x.grad_fn is not None).register_hook(hook)\n", ""),
            "The tensors pass the step, but nobody listens there: register the hook on its node.",
        ),
        Wrong(
            but("is_grad_enabled() and any(", "any("),
            "With gradients off nothing is recorded, and the results have no node: ask is_grad_enabled() first.",
        ),
        Wrong(
            but(
                "if not (is_grad_enabled() and any(values[place].requires_grad for place in places)):",
                "if not is_grad_enabled():",
            ),
            "Where no tensor requires a gradient nothing is recorded, and there is no node to hang a hook on: (values, None).",
        ),
        Wrong(
            but("any(values[place]", "all(values[place]"),
            "One tensor that requires a gradient is enough; the others pass as constants. `any`, not `all`.",
        ),
        Wrong(
            but("if isinstance(value, Tensor)]", "if isinstance(value, Tensor) and value.requires_grad]"),
            "You leave the constants out. Their places count, too: a hook finds a gradient, or its absence, for each tensor.",
        ),
        Wrong(
            but(
                "return (tuple(new) if type(values) is tuple else type(values)(*new)), places",
                "return tuple(new), places",
            ),
            "A named tuple becomes a plain one, and whoever asks for its fields does not find them: type(values)(*new).",
        ),
        Wrong(
            but("return (tuple(new) if type(values) is tuple else type(values)(*new)), places", "return new, places"),
            "The values come back in a list. forward's arguments, and a module's results, are a tuple.",
        ),
        Wrong(
            but("return values, None", "return values, []"),
            "None says that there is no step. An empty list would say that there is one, with no tensors.",
        ),
        Wrong(
            but(
                "return (tuple(new) if type(values) is tuple else type(values)(*new)), places",
                "return tuple(tensors), places",
            ),
            "What is no tensor is lost. Put the tensors back in their places among all the values.",
        ),
        Wrong(
            but("zip(places, values, strict=True)", "zip(places, values)"),
            "zip stops at the shorter list and says nothing, so a value that is missing is not noticed. zip(..., strict=True) "
            "raises a ValueError.",
        ),
        Wrong(
            but("whole = [None] * count", "whole = [0.0] * count"),
            "A gap says that there is no gradient, which is not the same as a gradient of 0. Put None there.",
        ),
        Wrong(
            but("return tuple(whole)", "return whole"),
            "spread gives a list. Hooks are given a tuple: nobody can change it under the next hook.",
        ),
        Wrong(
            but("whole = [None] * count", "whole = [None] * len(values)").replace(
                "whole[place] = value", "whole.insert(place, value)"
            ),
            "The tuple has to have `count` places, also where None stands at its end.",
        ),
        Wrong(
            but("return tuple(whole)", "return tuple(values) + (None,) * (count - len(values))"),
            "The values stand in front, one after the other. Each belongs at its own place, and the gaps hold None.",
        ),
        Wrong(
            but("return values, None", "return None, None"),
            "Where nothing is recorded the values come back as they are: (values, None).",
        ),
        Wrong(
            but("return values, None", "return list(values), None"),
            "Where nothing is recorded the values come back as they are, the very tuple: (values, None).",
        ),
        Wrong(
            but("register_hook(hook)", "register_prehook(hook)"),
            "The hook takes two things, and is called with one, as the hooks of a tensor and a node's pre-hooks are. What is called "
            "with both gradients is registered on the node: grad_fn.register_hook.",
        ),
        Wrong(
            but(
                "BackwardHookFunction.apply(*[values[place] for place in places])",
                "BackwardHookFunction.apply([values[place] for place in places])",
            ),
            "apply is given one list, which is no tensor. Give it the tensors one by one: apply(*tensors).",
        ),
    ],
    hints=[
        "spread: first all places empty, `[None] * count`, then fill those that are named. passed: first the places of the tensors, "
        "with enumerate and isinstance(value, Tensor).",
        "`tensors = BackwardHookFunction.apply(*[values[place] for place in places])` sends them through together. Constants come out "
        "without a grad_fn; all the others have the same one.",
        "`next(x.grad_fn for x in tensors if x.grad_fn is not None).register_hook(hook)`; then `new = list(values)`, put each tensor "
        "back at its place, and return (tuple(new), or type(values)(*new) for a named tuple) and the places.",
    ],
    mistakes=[
        where(
            (10.0, None, 20.0), "spread gives one tuple of `count` places: each value at its place, and None elsewhere."
        ),
        where(
            (True, None),
            "With gradients off, or where no tensor requires one, nothing is recorded: the values come back as they are, and None "
            "for the places.",
        ),
        where(
            ("a", None, "c", None),
            "The places may come in any order: the first value belongs at the place that is named first, here 2.",
        ),
        Mistake(
            lambda expected, got, error: expected[0] == [0, 2] != got[0],
            "The tensors stand at 0 and 2. Count the places, by enumerate: `index` and `in` look for an equal one with ==, which of "
            "tensors compares numbers.",
        ),
        stops(
            "'int' object has no attribute 'grad_fn'",
            "A number stands where a tensor stood. Each tensor comes back to its own place, and everything else stays where it was.",
        ),
        stops("list assignment index out of range", "`[] * count` is an empty list. `[None] * count` has the places."),
        stops(
            "indices must be integers",
            "The place stands in the brackets, and the value is put there: whole[place] = value.",
        ),
        stops(
            "cannot unpack non-iterable NoneType",
            "Two things come back in any case: (values, None) where nothing is recorded.",
        ),
        stops(
            "does not support item assignment",
            "A tuple cannot be changed. Make a list of it, put the tensors into that, and make a tuple of it again.",
        ),
        stops(
            "too many values to unpack (expected 2)",
            "Two things are to come back: the values and the list of the places.",
        ),
        stops(
            "StopIteration", "None of these tensors has a node. The node belongs to those that came out of the step."
        ),
        Mistake(
            lambda expected, got, error: (
                error is None
                and isinstance(got, tuple)
                and isinstance(expected, tuple)
                and len(got) == len(expected) > 4
                and got[4] is False
            ),
            "The tensors that passed the step do not stand at their places: new[place] = tensor. Or the places still hold "
            "those that came in.",
        ),
        Mistake(
            lambda expected, got, error: "'NoneType' object has no attribute 'register_hook'" in str(error),
            "The tensor whose grad_fn you took has none: it is a constant, or nothing was recorded.",
        ),
        Mistake(
            lambda expected, got, error: "'NoneType' object is not callable" in str(error),
            "A hook of a node is a function of two things, the gradients behind the step and those before it.",
        ),
        Mistake(
            lambda expected, got, error: (
                "expected a sequence" in str(error) or "no attribute 'requires_grad'" in str(error)
            ),
            "Not every value is a tensor: ask isinstance(value, Tensor) first.",
        ),
    ],
)
