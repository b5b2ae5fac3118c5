"""A hook that counts silent units."""

from ...define import Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = """
class Same(mt.nn.Module):
    def forward(self, x):
        return x


class Relu(mt.nn.Module):
    def forward(self, x):
        return x.relu()


def units(*rows):
    return mt.tensor([[float(x) for x in row] for row in rows])
"""

SOLUTION = '''
def watch_silent(module):
    """Count, at each call of the module, the units that give 0 for every point. Returns (counts, handle)."""
    counts = []

    def hook(module, args, result):
        silent = (result == 0).all(dim=0)
        counts.append(silent.sum().item())

    handle = module.register_forward_hook(hook)
    return counts, handle
'''
SEEN = "module = Same()\ncounts, handle = watch_silent(module)\n"


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


exercise = Exercise(
    "watch_silent",
    title="A hook that counts silent units",
    difficulty=2,
    minutes=4,
    setup=SETUP,
    stub='''
        def watch_silent(module):
            """Count, at each call of the module, the units that give 0 for every
            point.

            The result of a call has a row for each point and a column for each
            unit. Returns (counts, handle): the list that a forward hook fills, with
            one int for each call, and the hook's handle. The call gives what it
            always gave.
            """
            ...
    ''',
    solution=SOLUTION,
    why="An int holds no array and no graph, so the list may grow as long as the training lasts.",
    facts=[
        told("one call", SEEN + "module(units([0, 1, 0], [0, 0, 0]))\ncounts", [2]),
        told("not silent for each point", SEEN + "module(units([0, 1], [1, 0], [1, 1]))\ncounts", [0]),
        told("more units than points", SEEN + "module(units([0, 0, 0, 5]))\ncounts", [3]),
        told("numbers that cancel", SEEN + "module(units([1, 0], [-1, 0]))\ncounts", [1]),
        told("numbers below 0", SEEN + "module(units([-1, 0], [0, 0]))\ncounts", [1]),
        told("all below 0", SEEN + "module(units([-1, 0], [-2, 0]))\ncounts", [1]),
        told(
            "what comes out",
            "relu = Relu()\ncounts, handle = watch_silent(relu)\nrelu(units([-1, 2, 0], [-3, -1, 0]))\ncounts",
            [2],
        ),
        told("two calls", SEEN + "module(units([0, 1]))\nmodule(units([1, 1]))\ncounts", [1, 0]),
        told("plain ints", SEEN + "module(units([0, 1]))\n[type(n).__name__ for n in counts]", ["int"]),
        told("the result", SEEN + "module(units([0, 1])).tolist()", [[0.0, 1.0]]),
        told(
            "the handle", SEEN + "handle.remove()\nmodule(units([0, 1]))\ncounts, len(module._forward_hooks)", ([], 0)
        ),
        told("a pair", "type(watch_silent(Same())).__name__", "tuple"),
        told(
            "two modules",
            "one, two = Same(), Same()\na, b = watch_silent(one), watch_silent(two)\none(units([0, 0]))\ntwo(units([0, 1]))\n"
            "a[0], b[0]",
            ([2], [1]),
        ),
    ],
    wrong=[
        wrong(
            "A unit is counted as soon as it gives 0 for one point. It is silent when it does for all of them: `.all(dim=0)`.",
            (".all(dim=0)", ".any(dim=0)"),
        ),
        wrong(
            "The points are counted, not the units: each column is a unit, so what is to go is dimension 0.",
            ("dim=0", "dim=1"),
        ),
        wrong(
            "All zeros are counted. A unit is a column, and silent only if all of its column is 0: `.all(dim=0)` first.",
            (".all(dim=0)", ""),
        ),
        wrong(
            "A sum is 0 also where 1 and -1 cancel. Ask for every number: `(result == 0).all(dim=0)`.",
            ("(result == 0).all(dim=0)", "result.sum(0) == 0"),
        ),
        wrong(
            "The largest number of a column is 0 also where the others are below 0. Ask for every number: "
            "`(result == 0).all(dim=0)`.",
            ("(result == 0).all(dim=0)", "result.max(0).values == 0"),
        ),
        wrong(
            "A number below 0 is not 0: this module gives it all the same. Ask `result == 0`.",
            ("result == 0", "result <= 0"),
        ),
        wrong(
            "The other units are counted, those that give something for some point.",
            ("silent.sum()", "(~silent).sum()"),
        ),
        wrong(
            "The units are not counted: the list has the answer of each. `.sum().item()` is how many are silent.",
            ("silent.sum().item()", "silent.tolist()"),
        ),
        wrong(
            "The share of the silent units is noted. How many they are is their sum.",
            ("silent.sum().item()", "silent.double().mean().item()"),
        ),
        wrong(
            "The list holds tensors. `.item()` takes the number out.",
            ("silent.sum().item()", "silent.sum()"),
        ),
        wrong(
            "What the hook returns takes the place of the result. To count only, return nothing.",
            (
                "        counts.append(silent.sum().item())\n",
                "        counts.append(silent.sum().item())\n        return silent.sum().item()\n",
            ),
        ),
        wrong(
            "This is what goes in. The hook's third argument is what comes out.",
            ("(result == 0)", "(args[0] == 0)"),
        ),
        wrong(
            "The list begins anew with every call. Make it once, outside of the hook, and `append` to it.",
            ("        counts.append(silent.sum().item())", "        counts[:] = [silent.sum().item()]"),
        ),
        wrong(
            "The hook is never removed by what you return: it is the handle of `register_forward_hook` that can do it.",
            (
                "    handle = module.register_forward_hook(hook)\n    return counts, handle",
                "    module.register_forward_hook(hook)\n    return counts, module.register_forward_pre_hook(lambda *given: None)",
            ),
        ),
        wrong(
            "The hook is made and never registered.",
            ("handle = module.register_forward_hook(hook)", "handle = Same().register_forward_hook(hook)"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "unpack" in str(error),
            "Two things are returned, the list and the handle: `return counts, handle`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "positional argument" in str(error),
            "A forward hook is called with (module, args, result).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'tuple' object" in str(error),
            "A hook's `args` is a tuple of the arguments. The result is its third argument.",
        ),
        *tells(
            one_call="In two rows of three units, the first and the last are 0 in both: 2.",
            not_silent_for_each_point="A unit that answers to some point is not silent, though others get 0.",
            more_units_than_points="A unit is a column: `.all(dim=0)` asks for all rows.",
            numbers_that_cancel="1 and -1 add up to 0, and the unit is not silent.",
            numbers_below_0="Only 0 is silent, not what is below 0.",
            all_below_0="Only 0 is silent, not what is below 0.",
            what_comes_out="Count in what comes out: the hook's third argument.",
            two_calls="Each call has its number: `append` it to one list.",
            plain_ints="The list holds Python's ints: `.item()` of a sum is one.",
            the_result="A hook that returns nothing leaves the result as it is.",
            the_handle="The handle is what `register_forward_hook` returned: `handle.remove()` has to end the counting.",
            a_pair="Returned are two things: `return counts, handle`.",
            two_modules="Each call of watch_silent has a list of its own.",
        ),
    ],
    hints=[
        "It is the pattern of watch_shapes, for one module: a list, a hook that appends to it, and its handle.",
        "(result == 0) is a table of bools; `.all(dim=0)` asks each column.",
        "counts.append((result == 0).all(dim=0).sum().item()) in the hook; return counts, module.register_forward_hook(...).",
    ],
)
