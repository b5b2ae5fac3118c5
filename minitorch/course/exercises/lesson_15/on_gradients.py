"""on_gradients: When the gradients come by (difficulty 4, 11 minutes)

grad_output waits in the watch from the second step to the first, and no longer: a second pass through the same call
brings its own. What a node's hook returns takes the place of what the node sends on, so the step hands on what the
hooks made.

1. _on_outputs: spread, pre-hooks, keep or run, return. _on_inputs: ask, spread, full hooks, forget, return.
2. `outer = replaced(outer, hook(self.module, outer), "Backward pre hook", "grad_output")` calls a hook and takes what
   it returns, unless that is None.
3. Both end in picking at the places: `return tuple([outer[place] for place in self.output_places])`, and the same
   with inner and self.input_places.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.backward_hooks:Watch._on_inputs",
    covers="Watch._on_outputs replaced",
    ready=SETUP,
    setup="""
        class Gate(mt.nn.Module):
            def forward(self, x, power, y):
                return x * y, y**power
    """,
    facts="""
        >>> (replaced((1, 2), None, 'A', 'b'), replaced((1, 2), [3, None], 'A', 'b'), replaced((), (), 'A', 'b'))
        ((1, 2), (3, None), ())
        else: A hook may return a list. The gradients are a tuple from one hook to the next: tuple(found).
        >>> triple, seen, x = Triple(), [], leaf(1.0)
        >>> triple.register_full_backward_pre_hook(lambda module, outer: (outer[0] + 1,))
        >>> triple.register_full_backward_pre_hook(lambda module, outer: seen.append(lists(outer)))
        >>> triple.register_full_backward_pre_hook(lambda module, outer: (outer[0] * 10,))
        >>> triple.register_full_backward_hook(lambda module, inner, outer: seen.append((lists(inner), lists(outer))))
        >>> triple(x).sum().backward()
        >>> triple.register_full_backward_pre_hook(lambda module, outer: seen.append(module is triple))
        >>> triple(x).sum().backward()
        >>> (seen[:2], seen[-2:], x.grad)
        ([[[2.0]], ([[60.0]], [[20.0]])], [True, ([[60.0]], [[20.0]])], T([120.0]))
        else: Each pre-hook is given what the one before it left: `outer = replaced(outer, hook(self.module, outer),
            ...)`. What the last one left is kept in self.outer, and returned.
        >>> gate, seen, x, y = Gate(), [], leaf(1.0), leaf(3.0)
        >>> gate.register_full_backward_hook(lambda module, inner, outer: seen.append(lists(outer)))
        >>> gate.register_full_backward_hook(lambda module, inner, outer: tuple([g if g is None else -g for g in inner]))
        >>> gate(x, 2, y)[0].sum().backward()
        >>> (seen, x.grad, y.grad)
        ([[[1.0], None]], T([-3.0]), T([-1.0]))
        else: What the hooks made of grad_input is dropped. Return it, and the step sends it on.
        >>> gate, x, y = Gate(), leaf(1.0), leaf(3.0)
        >>> gate.register_full_backward_hook(lambda module, inner, outer: (None, None, inner[2]))
        >>> gate(x, 2, y)[0].sum().backward()
        >>> (x.grad, y.grad)
        (None, T([1.0]))
        else: You leave out every None. A hook may put None in the place of a tensor: pick by the places.
        >>> class Keeps(mt.nn.Module):
        ...     def forward(self, x):
        ...         self.__dict__["kept"] = x * 5
        ...         return x * 3
        >>> keeps, seen, x = Keeps(), [], leaf(1.0)
        >>> keeps.register_full_backward_hook(lambda module, inner, outer: seen.append(lists(inner)))
        >>> keeps(x)
        >>> keeps.kept.sum().backward()
        >>> first, x.grad = x.grad, None
        >>> keeps(x).sum().backward(retain_graph=True)
        >>> keeps.kept.sum().backward()
        >>> (first, seen, x.grad)
        (T([5.0]), [[[3.0]]], T([8.0]))
        else: The hooks run although nothing came through the outputs, with None for grad_output. Return None there.
        >>> triple, x = Triple(), leaf(1.0, 2.0)
        >>> triple.register_full_backward_hook(lambda module, inner, outer: inner[0] * 2)
        >>> triple(x).sum().backward()
        raises RuntimeError: Backward hook returned an invalid number of grad_input, got 2, but expected 1
        else: A hook may return something that does not fit, and nobody says so. replaced(inner, found, ...) compares
            the numbers.
        >>> triple, seen, x = Triple(), [], leaf(1.0)
        >>> for _ in range(2):
        ...     triple.register_full_backward_hook(lambda module, inner, outer: seen.append(lists(outer)))
        >>> triple(x).sum().backward()
        >>> seen
        [[[1.0]], [[1.0]]]
        else: self.outer is forgotten after the first hook, and the next one gets None for grad_output. Forget it when
            all of them have run.
        >>> watch = Watch(Triple(), [silent], [])
        >>> y = watch.take_outputs(leaf(1.0) * 2)
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter("ignore")
        ...     y.sum().backward()
        >>> watch.outer
        None
        else: Where no argument passed a step, nobody will call _on_inputs, and the full hooks never run:
            run_without_inputs(self, outer) runs them.
    """,
)
