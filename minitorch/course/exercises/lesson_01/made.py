"""made: Arguments that all of them share (difficulty 3, 6 minutes)

More than twenty functions understand these arguments, and none of them has a line for it: they are taken out before
the function is called, or done with its result.

1. `named` is a dictionary, and pop takes a name out of it. What does the function itself know, and what does it not?
2. taken_out: pop pin_memory and layout; for empty and ..._like also memory_format, which is the answer unless it is
   preserve_format. made: take out; the size by name becomes the last of args; with `out`, written_into does the rest;
   else call the function, and bring the array into the order that was asked for.
3. `named.pop("layout", None)`; `if name == "empty" or name.endswith("_like"):`; `args += (named.pop("size"),)`;
   `return written_into(out, function, args, named, writes)`; `result = function(*args, **named)`; `result._array =
   copied(result._array, order)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.creation.arguments:made",
    covers="taken_out",
    changes=True,
    setup='''
        from minitorch.creation import arguments

        zeros, empty, full = mt.zeros.__wrapped__, mt.empty.__wrapped__, mt.full.__wrapped__

        def cube(side=2, size=None):
            """A function that takes its size by name alone."""
            return mt.zeros(side, *size)

        def taken(name, **named):
            """What taken_out returns, and the names that it leaves."""
            order = arguments.taken_out(name, named)
            return order, sorted(named)
    ''',
    facts="""
        >>> taken('zeros', layout=mt.strided, pin_memory=False, dtype=mt.int8)
        (None, ['dtype'])
        else: pin_memory and layout are still among the arguments, and the function does not know them: take them out
            with pop.
        >>> taken('ones_like', memory_format=mt.preserve_format)
        (None, [])
        if "KeyError: 'pin_memory'": Most callers name neither, and pop of a name that is not there is a KeyError.
            named.pop(name, None) has an answer for it.
        >>> taken('zeros', memory_format=mt.channels_last)[1]
        ['memory_format']
        else: Only empty and the functions that end in _like know memory_format. From the others it must not be taken:
            they raise a TypeError for it.
        >>> tuple(made(zeros, (), {'size': [2, 3]}, None, True).shape)
        (2, 3)
        else: A size is one argument, however many lengths it has: args += (size,), with the comma.
        >>> tuple(made(cube, (), {'size': (3,)}, None, True).shape)
        (2, 3)
        else: The arguments by name are lost: function(*args, **named).
        >>> made(empty, (1, 2, 3, 4), {'memory_format': mt.channels_last}, None, True)._array.strides
        (96, 4, 32, 8)
        else: memory_format is taken out, and nothing is done with it: copied(result._array, order) lies in that order.
        >>> t = mt.ones(2)
        >>> made(zeros, (2,), {}, t, True) is t, t.tolist()
        (True, [0.0, 0.0])
        else: `out` is not looked at: written_into writes the numbers into it, and returns it.
    """,
)
