"""Switch: The switch of no_grad (difficulty 2, 6 minutes)

What was before is remembered by the block itself, so blocks may stand in one another. Python calls __exit__ however
the block ends. The package's no_grad and enable_grad are this class with two values of `inside`.

1. What has to be known at the end of the block, and when can it be noted?
2. `state.enabled` says how it is now; `switch(flag)` changes it; `self` is a place to remember something.
3. In __enter__: `self.before = state.enabled`, then `switch(self.inside)`. In __exit__: `switch(self.before)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.grad_mode:_Switch",
    called="Switch",
    alone=True,
    keeps=True,
    solution="""
        class Switch:
            def __enter__(self):
                self.before = state.enabled
                switch(self.inside)

            def __exit__(self, *error):
                switch(self.before)
    """,
    given="""
        mt.set_grad_enabled(True)

        class Off(Switch):
            inside = False

        class On(Switch):
            inside = True
    """,
    facts="""
        >>> with Off():
        ...     with Off():
        ...         pass
        ...     now = mt.is_grad_enabled()
        >>> now, mt.is_grad_enabled()
        (False, True)
        if 'TypeError: Switch.__exit__() takes 1 positional argument': Python calls __exit__ with three arguments, which
            say what error ended the block: take them with *error.
        if (False, False): You note the state after you have changed it, so the end puts back nothing. Note it first.
        if (True, True): The end of the inner block switches on what the outer one switched off. Remember what was
            before, and put that back.
        >>> outer, inner = Off(), On()
        >>> with outer:
        ...     with inner:
        ...         pass
        ...     now = mt.is_grad_enabled()
        >>> now
        False
        else: The state is noted when the object is made, and its block may begin much later. Note it in __enter__.
        >>> with On():
        ...     with Off():
        ...         pass
        ...     now = mt.is_grad_enabled()
        >>> now
        True
        else: enable_grad is the same class with inside = True. Switch to self.inside, not always to False.
        >>> try:
        ...     with Off():
        ...         1 / 0
        ... except ZeroDivisionError:
        ...     pass
        >>> mt.is_grad_enabled()
        True
        else: When the block ends with an error, recording stays switched. Put it back however the block ends.
        >>> came = False
        >>> try:
        ...     with Off():
        ...         1 / 0
        ... except ZeroDivisionError:
        ...     came = True
        >>> came
        True
        else: Python takes a true answer of __exit__ for `the error is dealt with`, and the error disappears. Return
            nothing.
    """,
)
