"""always_call: The way with hooks, and errors on it (difficulty 3, 9 minutes)

The try stands around everything, for a pre-hook may fail as well as forward. `raise` alone lets the same error go on.
What was known when it came stands in `seen`.

1. `marks` is a list of two pairs, one for each of the two options; `register` does the rest.
2. One `try` around all three parts of the call. Its `except Exception:` calls self._run_the_rest(seen), and then says
   `raise`.
3. `seen = Seen(args, kwargs)`; in the try `self._run_forward_pre_hooks(seen)`, `seen.result =
   self.forward(*seen.args, **seen.kwargs)`, `self._run_forward_hooks(seen)`, `return seen.result`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.call:Call._call_with_hooks",
    covers="Call.register_forward_hook",
    ready=SETUP,
    given="""
        double, seen = Double(), []
    """,
    facts="""
        >>> double.register_forward_pre_hook(lambda module, args, kwargs: (args, {"plus": kwargs["plus"] * 10}), with_kwargs=True)
        >>> double.register_forward_hook(lambda *given: seen.append(given[1:]))
        >>> (double(3, plus=1), seen)
        (16, [((3,), 16)])
        if (None, [((3,), 16)]): A call with hooks gives None: return seen.result.
        if (7, [((3,), 7)]): forward is given what the caller gave, not what the pre-hooks made of it: seen.args and
            seen.kwargs.
        if (16, [((3,), None)]): The result stays in a name of your own. The hooks look for it in seen.result, and leave
            there what takes its place.
        >>> double.register_forward_hook(note(seen, "b"))
        >>> handle = double.register_forward_hook(note(seen, "a"), prepend=True)
        >>> double(3)
        >>> handle.remove()
        >>> double(3)
        >>> seen
        ['a', 'b', 'b']
        else: prepend does not come to `register`: hand it on.
        >>> double.register_forward_hook(note(seen, "marked, before"), always_call=True)
        >>> double.register_forward_hook(lambda module, args, result: 1 // 0)
        >>> double.register_forward_hook(note(seen, "plain, after"))
        >>> double.register_forward_hook(lambda module, args, result: seen.append(result), always_call=True)
        >>> (tried(double, 3), seen)
        ('ZeroDivisionError: integer division or modulo by zero', ['marked, before', 6])
        if (6, ['marked, before', 6]): The error is swallowed: you return instead of letting it go on. `raise`.
        >>> double.register_forward_pre_hook(lambda module, args: (args[0] * 10,))
        >>> double.register_forward_pre_hook(lambda module, args: 1 // 0)
        >>> double.register_forward_hook(lambda module, args, result: seen.append((args, result)), always_call=True)
        >>> (tried(double, 3), seen)
        ('ZeroDivisionError: integer division or modulo by zero', [((30,), None)])
        else: The pre-hooks stand before the `try`. They may fail, too, and the hooks with always_call should run then.
        >>> double = Double()
        >>> double.register_forward_hook(lambda module, args, result: result + 1)
        >>> [double(3), double(4)]
        [7, 9]
        else: You return what forward gave. The hooks may have replaced it: return seen.result.
        >>> class Leaves(Double):
        ...     def forward(self, x):
        ...         raise SystemExit
        >>> leaves, seen = Leaves(), []
        >>> leaves.register_forward_hook(note(seen, "always"), always_call=True)
        >>> try:
        ...     leaves(3)
        ... except SystemExit:
        ...     seen.append("out")
        >>> seen
        ['out']
        else: KeyboardInterrupt and SystemExit are no Exception: they end the program, and no hook is asked. Catch
            Exception alone.
    """,
)
