"""Names and small modules for the exercises of this lesson, and mistakes that they know."""

from ...define import Mistake, T
from ..fact_words import stops, where
from ..lesson_14.doubles import STARS

SETUP = """
        import gc
        import warnings
        import weakref
        from collections import namedtuple

        from minitorch.nn.module.backward_hooks import Watch, hang_legacy, passed, replaced, run_without_inputs, spread
        from minitorch.nn.module.backward_hooks import _global_backward_hooks, _global_backward_pre_hooks, warn_unless_tensors
        from minitorch.nn.module.backward_hooks import BackwardHooks, register_module_full_backward_hook
        from minitorch.nn.module.call import Call

        class Gate(mt.nn.Module):
            def forward(self, x, power, y):
                return x * y, y**power

        class Triple(mt.nn.Module):
            def forward(self, x):
                return 3 * x

        def leaf(*numbers):
            return mt.tensor(list(numbers), requires_grad=True)

        def silent(module, inner, outer):
            pass

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

        def lists(gradients):
            return [g if g is None else g.tolist() for g in gradients]
    """

OF_THE_CALL = [
    stops(
        "sizes must be ints",
        "take_inputs takes the arguments as they stand in seen.args: one tuple, without a star.",
    ),
    stops(
        "'Seen' object has no attribute",
        "What _watch_backward gives is stored in the call's own object: seen.watch, seen.legacy = ...",
    ),
    stops(
        "first argument must be callable",
        "hang_legacy takes the list of legacy hooks, seen.legacy. A dictionary in a loop gives its keys.",
    ),
    Mistake(
        lambda expected, got, error: isinstance(error, RecursionError),
        "It calls itself without end. On self, a method's name finds the very one that you are writing: the rung before is "
        "Call._run_forward_hooks(self, seen), and so on. The way without backward hooks is self._call_impl(*args, **kwargs).",
    ),
    Mistake(
        lambda expected, got, error: "missing 1 required positional argument: 'outer'" in str(error),
        "A full hook is called with one gradient too few, as a pre-hook is: Watch(self, full, before), in this order.",
    ),
    Mistake(
        lambda expected, got, error: "super()" in str(error) or "__class__ cell" in str(error),
        "super() finds its class only inside a class body. Here write Call._run_forward_hooks(self, seen), and so on.",
    ),
    Mistake(
        lambda expected, got, error: "cannot unpack non-iterable" in str(error),
        "_watch_backward gives two things: the watch or None, and the list of legacy hooks.",
    ),
    STARS,
]

OF_GRADIENTS = [
    Mistake(
        lambda expected, got, error: expected is RuntimeError and getattr(got, "kind", "") == "tensor",
        "Where no argument passed a step, run_without_inputs(self, grad_output) calls the full hooks: it warns, and refuses a "
        "gradient that would go nowhere.",
    ),
    stops(
        "A returned an invalid number of b",
        "As many gradients in a list are right, too. len(found) is counted as it came, and the tuple is made of it afterwards.",
    ),
    where(
        ([[[2.0]], ([[60.0]], [[20.0]])], [True, ([[60.0]], [[20.0]])], T([120.0])),
        "Each pre-hook is given what the one before it left: `outer = replaced(outer, hook(self.module, outer), ...)`. What the "
        "last one left is kept in self.outer, and returned.",
    ),
    where(
        ([[[4.0]]], T([40.0])),
        "Each full hook is given what the one before it left: `inner = replaced(inner, hook(self.module, inner, self.outer), "
        "...)`. What the last one left is returned.",
    ),
    where(
        ((1, 2), (3, None), ()),
        "replaced gives the gradients where nothing was found, and else what was found, as a tuple.",
    ),
    stops(
        "only integer tensors of a single element",
        "spread takes the places first, then the values, then the count.",
    ),
    stops(
        "zip() argument",
        "The gradients are spread once, before the hooks run. After that there is a place for each argument.",
    ),
    Mistake(
        lambda expected, got, error: "'str' object is not callable" in str(error) or "replaced() missing" in str(error),
        "replaced takes four things: the gradients, what the hook returned, and the two names for its message.",
    ),
]
