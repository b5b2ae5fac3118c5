"""compute_in: A module that computes in another dtype (difficulty 2, 7 minutes)

The forward hook gets the arguments that forward got, and those are converted already. So the pre-hook keeps the dtype.

1. Two hooks, one before and one after forward. Which of the two still sees the dtype of the caller's argument?
2. The pre-hook stores `args[0].dtype` in a list outside, and returns a tuple. The forward hook reads the list.
3. `before[:] = [args[0].dtype]` and `return tuple([a.to(dtype) for a in args])` in the pre-hook,
   `return result.to(before[0])` in the forward hook. Return the two handles in a list.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    setup="""
        from contextlib import suppress
        class Add(mt.nn.Module):
            def forward(self, x, y):
                seen.append((kind(x), kind(y)))
                return x + y

        def kind(one):
            return str(one.dtype)[10:]

        seen, half, double = [], mt.ones(1, dtype=mt.float16), mt.ones(1, dtype=mt.float64)
    """,
    solution="""
        def compute_in(module, dtype):
            before = []

            def enter(module, args):
                before[:] = [args[0].dtype]
                return tuple([a.to(dtype) for a in args])

            def leave(module, args, result):
                return result.to(before[0])

            return [module.register_forward_pre_hook(enter), module.register_forward_hook(leave)]
    """,
    given="""
        add, other = Add(), Add()
        other.scale = mt.nn.Buffer(half)
        handles, more = compute_in(add, mt.float32), compute_in(other, mt.float64)
        seen.clear()
    """,
    facts="""
        if "positional argument: 'y'": A pre-hook returns a tuple with all arguments. Any other value, a list too, is the only one.
        >>> kind(add(half, half)), seen
        ('float16', [('float32', 'float32')])
        if ('float32', [('float32', 'float32')]): The result is not converted back. The `args` of the forward hook are
            converted already. So the pre-hook must keep the dtype of the caller, in a list or with `nonlocal`.
        if ('float16', [('float32', 'float16')]): Convert each of the arguments, not only the first.
        if ('float16', [('float16', 'float16')]): The pre-hook changes nothing. What it returns replaces the arguments.
        >>> [kind(add(x, half)) for x in (double, half)], seen
        (['float64', 'float16'], [('float32', 'float32'), ('float32', 'float32')])
        else: The result gets the dtype that the first argument had in this call: not float16 always, and not that of another call.
        >>> with suppress(TypeError):
        ...     other(half)
        >>> kind(other(double, half)), kind(other.scale)
        ('float64', 'float16')
        if ('float16', 'float16'): In the call before, forward raised an error. Do not use the dtype of that call.
        if ('float64', 'float64'): compute_in converts arguments and results. The tensors of the module stay as they are.
        >>> kind(other(half, half)), seen, [one.remove() for one in handles], kind(add(half, half)), seen[1:]
        ('float16', [('float64', 'float64'), ('float16', 'float16')], [None, None], 'float16', [('float16', 'float16')])
        else: `dtype` says what the module computes in. The list has the handles of both hooks, and remove() removes them.
    """,
)
