"""take_inputs: Around one call (difficulty 3, 9 minutes)

All that the hooks will need of the call are two numbers and two lists of places. So no hook holds a tensor, and a
call is freed as soon as its result is.

1. `passed(values, hook)` from the last exercise does both: it gives the new values and the places. The hook is self's
   method.
2. `args, self.input_places = passed(args, self._on_inputs)`. For the result, first make a tuple where there is none.
3. `whole = result if isinstance(result, tuple) else (result,)`, then as for the arguments; at the end `return whole
   if isinstance(result, tuple) else whole[0]`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.backward_hooks:Watch.take_outputs",
    covers="Watch.take_inputs Watch.__init__",
    ready=SETUP,
    setup="""
        import gc
        import weakref
        from collections import namedtuple

        def steps_of(node, found=()):
            '''Weak references to the steps behind a result.'''
            found = [weakref.ref(node), *found]
            for one, _ in node.next_functions:
                if hasattr(one, "edges"):
                    found = steps_of(one, found)
            return found

        def gone(module, *args, backward=False):
            '''Are the steps of a call freed with its results, without the cycle collector?'''
            on = gc.isenabled()
            gc.disable()
            try:
                result = module(*args)
                one = result[0] if isinstance(result, tuple) else result
                if backward:
                    one.sum().backward()
                steps = steps_of(one.grad_fn)
                del result, one, args
                return all(step() is None for step in steps)
            finally:
                if on:
                    gc.enable()
    """,
    solution="""
        def __init__(self, module, full, before):
            self.module, self.full, self.before = module, full, before
            self.inputs = self.outputs = 0
            self.input_places = self.output_places = self.outer = None
    """,
    facts="""
        >>> triple = Triple()
        >>> watch = Watch(triple, [silent], [print])
        >>> kept = watch.module is triple, watch.full == [silent], watch.before == [print]
        >>> (kept, watch.inputs, watch.outputs, watch.input_places, watch.output_places, watch.outer)
        ((True, True, True), 0, 0, None, None, None)
        else: A new watch keeps the three, has 0 inputs and 0 outputs, and None for both places and for outer.
        >>> triple, seen, x = Triple(), [], leaf(1.0, 2.0)
        >>> triple.register_full_backward_hook(lambda module, inner, outer: seen.append((lists(inner), lists(outer))))
        >>> y = triple(x)
        >>> (2 * y).sum().backward()
        >>> (y.tolist(), seen, x.grad)
        ([3.0, 6.0], [([[6.0, 6.0]], [[2.0, 2.0]])], T([6.0, 6.0]))
        if ([3.0, 6.0], [([[6.0, 6.0]], [[2.0, 2.0], None])], T([6.0, 6.0])): len(result) of one tensor is the number of
            its rows. One result is one: count `whole`.
        if ([3.0, 6.0], [], T([6.0, 6.0])): You return what forward gave. What passed the step is `whole`, and only that
            leads back through it.
        >>> watch, x = Watch(Triple(), [silent], []), leaf(1.0)
        >>> Point = namedtuple("Point", "x y")
        >>> single, point = watch.take_outputs((x * 2,)), watch.take_outputs(Point(x * 2, x * 3))
        >>> (type(single).__name__, len(single), type(point).__name__)
        ('tuple', 1, 'Point')
        else: A result that is a tuple of one comes back without its tuple. Ask what came in: isinstance(result, tuple).
        >>> watch, x = Watch(Triple(), [silent], []), leaf(1.0)
        >>> result = {"y": x * 2}
        >>> with warnings.catch_warnings(record=True) as said:
        ...     warnings.simplefilter("always")
        ...     same = watch.take_outputs(result) is result
        ...     watch.take_outputs(x * 2)
        >>> (same, len(said), "should be a Tensor or a tuple of Tensors" in str(said[0].message))
        (True, 1, True)
        else: What stands in a dictionary or a list passes no step, and its hooks will not run.
            warn_unless_tensors(result) says so.
        >>> triple = Triple()
        >>> triple.register_full_backward_hook(silent)
        >>> (gone(triple, leaf(1.0)), gone(triple, leaf(1.0), backward=True))
        (True, True)
        else: The gradients are right, but a call is never freed: a hook holds a tensor, and its step holds the hook.
            Let the hooks know numbers and places alone, no arguments and no results.
        >>> watch, x = Watch(Triple(), [silent], []), leaf(1.0)
        >>> result = [x * 2, x * 3]
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter("ignore")
        ...     same = watch.take_outputs(result) is result
        >>> same
        True
        else: What stands in a list passes no step, here as in PyTorch: only a tuple is taken apart.
    """,
)
