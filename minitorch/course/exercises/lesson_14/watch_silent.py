"""watch_silent: A hook that counts silent units (difficulty 2, 4 minutes)

An int holds no array and no graph, so the list may grow as long as the training lasts.

1. It is the pattern of watch_shapes, for one module: a list, a hook that appends to it, and its handle.
2. (result == 0) is a table of bools; `.all(dim=0)` asks each column.
3. counts.append((result == 0).all(dim=0).sum().item()) in the hook; return counts, module.register_forward_hook(...).
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="""
        class Same(mt.nn.Module):
            def forward(self, x):
                return x

        class Relu(mt.nn.Module):
            def forward(self, x):
                return x.relu()

        def units(*rows):
            return mt.tensor([[float(x) for x in row] for row in rows])
    """,
    solution='''
        def watch_silent(module):
            """Count, at each call of the module, the units that give 0 for every point. Returns (counts, handle)."""
            counts = []

            def hook(module, args, result):
                silent = (result == 0).all(dim=0)
                counts.append(silent.sum().item())

            handle = module.register_forward_hook(hook)
            return counts, handle
    ''',
    given="""
        module = Same()
        counts, handle = watch_silent(module)
    """,
    facts="""
        >>> module(units([1, 0], [-1, 0]))
        >>> counts
        [1]
        else: 1 and -1 add up to 0, and the unit is not silent.
        >>> module(units([-1, 0], [0, 0]))
        >>> counts
        [1]
        else: Only 0 is silent, not what is below 0.
        >>> relu = Relu()
        >>> counts, handle = watch_silent(relu)
        >>> relu(units([-1, 2, 0], [-3, -1, 0]))
        >>> counts
        [2]
        else: Count in what comes out: the hook's third argument.
        >>> module(units([0, 1]))
        >>> module(units([1, 1]))
        >>> counts
        [1, 0]
        else: Each call has its number: `append` it to one list.
        >>> module(units([0, 1])).tolist()
        [[0.0, 1.0]]
        else: A hook that returns nothing leaves the result as it is.
        >>> handle.remove()
        >>> module(units([0, 1]))
        >>> counts, len(module._forward_hooks)
        ([], 0)
        else: The handle is what `register_forward_hook` returned: `handle.remove()` has to end the counting.
        >>> type(watch_silent(Same())).__name__
        'tuple'
    """,
)
