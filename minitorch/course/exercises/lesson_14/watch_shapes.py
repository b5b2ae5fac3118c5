"""watch_shapes: A hook that notes shapes (difficulty 2, 7 minutes)

A function makes each hook, so that each has a name of its own. The hook returns nothing, so the model computes what
it always did; and a shape keeps no array and no graph alive.

1. `model.named_modules()` gives (name, module) for model itself, under the empty name, and for all inside it.
2. A helper `def noting(name): ...` returns the hook, so that each hook keeps its own name.
3. In the hook: `seen.append((name, tuple(result.shape)))`, and no return. In the loop:
   `handles.append(module.register_forward_hook(noting(name)))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="""
        class Scale(mt.nn.Module):
            def __init__(self, factor):
                super().__init__()
                self.factor = factor

            def forward(self, x):
                return x * self.factor

        class Sum(mt.nn.Module):
            def forward(self, x):
                return x.sum(dim=-1)

        class Pair(mt.nn.Module):
            def __init__(self, first, second):
                super().__init__()
                self.first, self.second = first, second

            def forward(self, x):
                return self.second(self.first(x))
    """,
    solution='''
        def watch_shapes(model):
            """Note (name, shape of the result) at each call of each module inside `model`, at any depth; not of model itself.

            Returns (seen, handles): the list that the hooks fill, with shapes as plain tuples, and the list of handles.
            """
            seen, handles = [], []

            def noting(name):
                def note(module, args, result):
                    seen.append((name, tuple(result.shape)))

                return note

            for name, module in model.named_modules():
                if module is not model:
                    handles.append(module.register_forward_hook(noting(name)))
            return seen, handles
    ''',
    facts="""
        >>> model = Pair(Pair(Sum(), Scale(2.0)), Sum())
        >>> seen, handles = watch_shapes(model)
        >>> model(mt.ones(5, 4, 3))
        >>> seen
        [('first.first', (5, 4)), ('first.second', (5, 4)), ('first', (5, 4)), ('second', (5,))]
        if [('first', (5, 4)), ('second', (5,))]: named_children gives only the modules right inside. named_modules goes
            to any depth.
        if [('first.first', (5, 4)), ('first.second', (5, 4)), ('second', (5,))]: You leave out the modules that have
            others inside them. They are called too, and have a result.
        if "TypeError: 'float' object cannot be interpreted as an integer": What a hook returns takes the place of the
            result, so the next module is given a shape. To watch only, return nothing.
        if [('Sum', (5, 4)), ('Scale', (5, 4)), ('Pair', (5, 4)), ('Sum', (5,))]: You note the name of the class. Two
            layers of one class could not be told apart: named_modules() gives each its own name.
        else: A pair for each module inside, its name and the shape as a plain tuple, tuple(result.shape), as they are called.
        >>> model = Pair(Scale(2.0), Sum())
        >>> seen, handles = watch_shapes(model)
        >>> model(mt.ones(2, 3))
        >>> for handle in handles:
        ...     handle.remove()
        >>> model(mt.ones(7, 3))
        >>> (len(handles), seen, len(model.first._forward_hooks))
        (2, [('first', (2, 3)), ('second', (2,))], 0)
        else: The hooks are there, but nobody can take them away: return what register_forward_hook gives you, the
            handles.
        >>> shared = Scale(2.0)
        >>> model = Pair(shared, shared)
        >>> seen, handles = watch_shapes(model)
        >>> model(mt.ones(2))
        >>> seen
        [('first', (2,)), ('first', (2,))]
        else: A module that stands in two places gets two hooks, and each of its calls is noted twice. named_modules()
            as it is gives each module once.
        >>> watch_shapes(Scale(2.0))
        ([], [])
    """,
)
