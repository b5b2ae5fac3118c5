"""The arguments that all creation functions share."""

from ...define import Case, Exercise, Mistake, Wrong

SETUP = '''
from minitorch.creation import arguments
from minitorch.creation.tensor import size_of
from minitorch.creation.arguments import check_words, copied, preserve_format, takes_sizes, written_into

# the functions themselves, without the arguments that they share
zeros, empty, full = mt.zeros.__wrapped__, mt.empty.__wrapped__, mt.full.__wrapped__
zeros_like = mt.zeros_like.__wrapped__


def cube(side=2, size=None):
    """A function that takes its size by name alone."""
    return mt.zeros(side, *size)


def stack(depth, *size):
    """A function with an argument before its size."""
    return mt.zeros(depth, *size_of(size, "stack"))


def taken(name, **named):
    """What taken_out returns, and the names that it leaves."""
    order = arguments.taken_out(name, named)
    return order, sorted(named)
'''
TAKEN = '''
        def taken_out(name, named):
            """Take what has one meaning out of the arguments by name; returns the memory_format asked for, or None."""
            check_words(name, named)
            named.pop("pin_memory", None)
            named.pop("layout", None)
            order = None
            if name == "empty" or name.endswith("_like"):
                order = named.pop("memory_format", None)
            return None if order is preserve_format else order
'''
MADE = '''
        def made(function, args, named, out, writes):
            """What a function makes of its arguments and of those that it shares with all others."""
            order = taken_out(function.__name__, named)
            if "size" in named and takes_sizes(function):
                args += (named.pop("size"),)
            if out is not None:
                return written_into(out, function, args, named, writes)
            result = function(*args, **named)
            if order is not None:
                result._array = copied(result._array, order)
            return result
'''


def taking(lines):
    return f"""
        def taken_out(name, named):
            check_words(name, named)
            {lines}
"""


def making(
    size='if "size" in named and takes_sizes(function):\n                args += (named.pop("size"),)',
    out="if out is not None:\n                return written_into(out, function, args, named, writes)",
    call="function(*args, **named)",
    order="if order is not None:\n                result._array = copied(result._array, order)",
):
    return f"""
        def made(function, args, named, out, writes):
            order = taken_out(function.__name__, named)
            {size}
            {out}
            result = {call}
            {order}
            return result
"""


ORDER = """order = None
            if name == "empty" or name.endswith("_like"):
                order = named.pop("memory_format", None)
            return None if order is preserve_format else order"""
exercise = Exercise(
    "made",
    title="Arguments that all of them share",
    difficulty=3,
    minutes=6,
    target="minitorch.creation.arguments:made",
    covers={"taken_out": "minitorch.creation.arguments:taken_out"},
    installed=True,
    setup=SETUP,
    stub='''
        def taken_out(name, named):
            """Take what has one meaning out of the arguments by name; returns the memory_format asked for, or None."""
            check_words(name, named)
            ...

        def made(function, args, named, out, writes):
            """What a function makes of its arguments and of those that it shares with all others."""
            ...
    ''',
    solution=TAKEN + MADE,
    why="More than twenty functions understand these arguments, and none of them has a line for it: they are taken out before the "
    "function is called, or done with its result.",
    facts=[
        Case("tuple(made(zeros, (2, 3), {}, None, True).shape)", (2, 3)),
        Case("made(zeros, (2,), {'dtype': mt.int8}, None, True).dtype.name", "int8"),
        Case("taken('zeros', layout=mt.strided, pin_memory=False, dtype=mt.int8)", (None, ["dtype"])),
        Case("taken('zeros')", (None, [])),
        Case("taken('zeros', pin_memory=True)", raises=RuntimeError, match="pin_memory"),
        Case("repr(taken('empty', memory_format=mt.channels_last)[0])", "minitorch.channels_last"),
        Case("repr(taken('ones_like', memory_format=mt.channels_last)[0])", "minitorch.channels_last"),
        Case("taken('ones_like', memory_format=mt.channels_last)[1]", []),
        Case("taken('ones_like', memory_format=mt.preserve_format)", (None, [])),
        Case("taken('zeros', memory_format=mt.channels_last)[1]", ["memory_format"]),
        Case("tuple(made(zeros, (2, 3), {'layout': mt.strided, 'pin_memory': None}, None, True).shape)", (2, 3)),
        Case("tuple(made(zeros, (), {'size': (2, 3)}, None, True).shape)", (2, 3)),
        Case("tuple(made(zeros, (), {'size': [2, 3]}, None, True).shape)", (2, 3)),
        Case("made(full, (), {'size': (2,), 'fill_value': 7}, None, True).tolist()", [7, 7]),
        Case("tuple(made(cube, (), {'size': (3,)}, None, True).shape)", (2, 3)),
        Case("tuple(made(stack, (2,), {'size': (3,)}, None, True).shape)", (2, 3)),
        Case("made(zeros, (2,), {'memory_format': mt.contiguous_format}, None, True)", raises=TypeError),
        Case(
            "made(empty, (1, 2, 3, 4), {'memory_format': mt.channels_last}, None, True)._array.strides", (96, 4, 32, 8)
        ),
        Case("made(empty, (1, 2, 3, 4), {}, None, True)._array.strides", (96, 48, 16, 4)),
        Case(
            "made(zeros_like, (mt.ones(2),), {'memory_format': mt.preserve_format}, None, False).tolist()", [0.0, 0.0]
        ),
        Case(
            """
            t = mt.ones(2)
            made(zeros, (2,), {}, t, True) is t, t.tolist()
            """,
            (True, [0.0, 0.0]),
            changes=True,
        ),
        Case(
            """
            t = mt.ones(2)
            made(zeros, (), {"size": (2,)}, t, True).tolist(), t._version
            """,
            ([0.0, 0.0], 1),
            changes=True,
        ),
        Case("made(zeros_like, (mt.ones(2),), {}, mt.ones(2), False)", raises=TypeError, match="out"),
        Case("mt.zeros(size=(2, 3)).numel(), mt.full(size=(2,), fill_value=1.5).tolist()", (6, [1.5, 1.5])),
    ],
    wrong=[
        Wrong(
            taking(ORDER) + MADE,
            "pin_memory and layout are still among the arguments, and the function does not know them: take them out with pop.",
        ),
        Wrong(
            taking('named.pop("pin_memory")\n            named.pop("layout")\n            ' + ORDER) + MADE,
            "Most callers name neither, and pop of a name that is not there is a KeyError. named.pop(name, None) "
            "has an answer for it.",
        ),
        Wrong(
            taking(
                'named.pop("pin_memory", None)\n            named.pop("layout", None)\n'
                '            order = named.pop("memory_format", None)\n'
                "            return None if order is preserve_format else order"
            )
            + MADE,
            "Only empty and the functions that end in _like know memory_format. From the others it must not be taken: they raise a "
            "TypeError for it.",
        ),
        Wrong(
            taking(
                'named.pop("pin_memory", None)\n            named.pop("layout", None)\n'
                '            return named.pop("memory_format", None) if name == "empty" or name.endswith("_like") else None'
            )
            + MADE,
            "preserve_format asks for nothing: the order stays as it is. Return None for it.",
        ),
        Wrong(
            taking(
                'named.pop("pin_memory", None)\n            named.pop("layout", None)\n            order = None\n'
                '            if name == "empty" or name.endswith("_like"):\n                order = named.get("memory_format")\n'
                "            return None if order is preserve_format else order"
            )
            + MADE,
            "memory_format is looked at and left where it is, so the function gets it as well, and does not know "
            "it. Take it out: pop.",
        ),
        Wrong(
            taking(
                'named.pop("pin_memory", None)\n            named.pop("layout", None)\n            order = None\n'
                '            if name.endswith("_like"):\n                order = named.pop("memory_format", None)\n'
                "            return None if order is preserve_format else order"
            )
            + MADE,
            "empty has no _like in its name, and takes memory_format all the same.",
        ),
        Wrong(
            TAKEN + making(size="pass"),
            "zeros(size=(2, 3)): the function has *size, which cannot be given by name. Take it out of `named` with pop, and make it "
            "the last of `args`.",
        ),
        Wrong(
            TAKEN + making(size='if "size" in named:\n                args += (named.pop("size"),)'),
            "Some functions have an argument `size` and no *size: there, the name is right as it is. takes_sizes(function) tells.",
        ),
        Wrong(
            TAKEN
            + making(size='if "size" in named and takes_sizes(function):\n                args += named.pop("size")'),
            "A size is one argument, however many lengths it has: args += (size,), with the comma.",
        ),
        Wrong(
            TAKEN + making(out="pass"),
            "`out` is not looked at: written_into writes the numbers into it, and returns it.",
        ),
        Wrong(
            TAKEN + making(out="if out is not None:\n                written_into(out, function, args, named, writes)"),
            "The numbers are written into `out`, and then another tensor is made and returned. Return what written_into returns.",
        ),
        Wrong(
            TAKEN + making(order="pass"),
            "memory_format is taken out, and nothing is done with it: copied(result._array, order) lies in that order.",
        ),
        Wrong(
            TAKEN + making(call="function(args, named)"),
            "The function gets a tuple and a dictionary here, instead of the arguments in them: function(*args, **named).",
        ),
        Wrong(
            TAKEN + making(call="function(*args)"),
            "The arguments by name are lost: function(*args, **named).",
        ),
        Wrong(
            TAKEN + making(order="if order is not None:\n                result = copied(result._array, order)"),
            "copied gives an array. Put it into the tensor: result._array = ...",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == "minitorch.channels_last" and error is None,
            "taken_out returns the memory_format that was asked for. Only preserve_format counts as None, and "
            "only of empty and of what ends in _like it is taken.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "no attribute 'endswith'" in str(error),
            "taken_out wants the name of the function, a text: function.__name__.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "element of type dict" in str(error),
            "The dictionary arrives as an argument of its own. Two stars make arguments by name of it: function(*args, **named).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "Boolean value of Tensor" in str(error),
            "`if out:` asks whether the tensor is true. Compare with None: `out is not None`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'__name__'" in str(error),
            "written_into calls the function itself: hand over `function`, not what it makes.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "transpose()" in str(error),
            "copied takes an array and gives one: result._array = copied(result._array, order).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "stack()" in str(error),
            "The arguments that were given in order are lost. The size comes behind them: args += (size,).",
        ),
        Mistake(
            lambda expected, got, error: expected == (2, 3) and error is None and isinstance(got, tuple),
            "The arguments that were given in order are lost, or the size does not come behind them: args += (size,).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'NoneType' object" in str(error),
            "made has to return what the function makes.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "unexpected keyword argument 'size'" in str(error)
            ),
            "zeros(size=(2, 3)): the function has *size, which cannot be given by name. Take it out of `named` with pop, and make it "
            "the last of `args`, before the function is called, and before written_into, which calls it, too.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "unexpected keyword argument 'memory_format'" in str(error)
            ),
            "memory_format has reached the function, which does not know it. taken_out takes it out, for empty "
            "and for what ends in _like.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError)
                and any(f"argument '{name}'" in str(error) for name in ("layout", "pin_memory"))
            ),
            "layout and pin_memory have one meaning here, and the function does not know them: taken_out takes them out with pop.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, KeyError),
            "A name that nobody gave is not in the dictionary: named.pop(name, None), and ask `in named` first.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "can only concatenate tuple" in str(error),
            "`args` is a tuple, and only a tuple can be added to it: args += (size,), with the comma.",
        ),
    ],
    hints=[
        "`named` is a dictionary, and pop takes a name out of it. What does the function itself know, and what does it not?",
        "taken_out: pop pin_memory and layout; for empty and ..._like also memory_format, which is the answer unless it is "
        "preserve_format. made: take out; the size by name becomes the last of args; with `out`, "
        "written_into does the rest; else call "
        "the function, and bring the array into the order that was asked for.",
        '`named.pop("layout", None)`; `if name == "empty" or name.endswith("_like"):`; `args += (named.pop("size"),)`; '
        "`return written_into(out, function, args, named, writes)`; `result = function(*args, **named)`; "
        "`result._array = copied(result._array, order)`.",
    ],
)
