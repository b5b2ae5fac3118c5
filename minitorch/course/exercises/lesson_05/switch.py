"""Switch: The class behind no_grad (difficulty 3, 8 minutes)

Each block remembers the state before it, so blocks can be nested. Python calls __exit__ however the block ends.
set_grad_enabled notes the state when it is called, and its __enter__ does not note it again.

1. What must be known at the end of the block, and when can it be noted?
2. `state.enabled` is the current state; `switch(flag)` changes it; `self` can hold the earlier one.
3. In __enter__: `self.before = state.enabled`, then `switch(self.inside)`. In __exit__: `switch(self.before)`.
   In set_grad_enabled, __init__ does what __enter__ does in Switch, and __enter__ only calls `switch(self.inside)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.grad_mode:set_grad_enabled",
    covers="Switch=_Switch",
    alone=True,
    keeps=True,
    solution="""
        class Switch:
            def __enter__(self):
                self.before = state.enabled
                switch(self.inside)

            def __exit__(self, *error):
                switch(self.before)


        class set_grad_enabled(Switch):
            def __init__(self, mode):
                self.before, self.inside = state.enabled, bool(mode)
                switch(self.inside)

            def __enter__(self):
                switch(self.inside)
    """,
    given="""
        mt.set_grad_enabled(True)
        class Off(Switch): inside = False
        class On(Switch): inside = True
    """,
    facts="""
        if "takes 1 positional": Python calls __exit__ with three arguments, which describe the error. Accept them with *error.
        >>> with Off(): within = mt.is_grad_enabled()
        >>> within, mt.is_grad_enabled()
        (False, True)
        if (False, False): Recording stays off after the block: note the state before you change it, and restore it. (`error` always holds three values, without an error None, None, None, so it is always true.)
        else: Inside a block recording is self.inside, and after it what it was before.
        >>> with Off():
        ...     with Off(): within = mt.is_grad_enabled()
        ...     now = mt.is_grad_enabled()
        >>> within, now, mt.is_grad_enabled()
        (False, False, True)
        if (True, False, True): Both blocks have inside = False: switch to self.inside, whatever was before.
        if (False, True, True): The inner block turns on what the outer one had turned off. Restore the state before the block.
        else: Note `state.enabled` in __enter__ before you change it, in an attribute of this object, and restore it in __exit__.
        >>> outer, inner = Off(), On()
        >>> with inner: pass
        >>> with outer:
        ...     with inner: within = mt.is_grad_enabled()
        ...     now = mt.is_grad_enabled()
        >>> outer.__enter__(), inner.__enter__(), outer.__exit__(None, None, None)
        >>> within, now, mt.is_grad_enabled()
        (True, False, True)
        if (True, False, False): Threads mix their blocks, so one list for all objects will not do: use an attribute of the object.
        if (True, True, True): Recording was off before the inner block. Note that in each __enter__, not earlier, and restore it: False, too.
        else: enable_grad is the same class with inside = True. Switch to self.inside, not always to False.
        >>> block, called = set_grad_enabled(False), mt.is_grad_enabled()
        >>> with block: within = mt.is_grad_enabled()
        >>> called, within, mt.is_grad_enabled()
        (False, False, True)
        if (True, False, True): `set_grad_enabled` switches when it is called: in __init__.
        if (False, False, False): In `set_grad_enabled`, __enter__ comes after the switch. Only __init__ knows the state before the call, so __enter__ must not note it again.
        else: `set_grad_enabled(mode)` notes the state before it switches. After the block, recording is as it was before the call.
        >>> block, _ = set_grad_enabled(False), set_grad_enabled(True)
        >>> with block: within = mt.is_grad_enabled()
        >>> within, mt.is_grad_enabled()
        (False, True)
        else: In `set_grad_enabled`, recording inside the block is `mode`, even if something else has switched since the call.
        >>> came, error = None, ZeroDivisionError("by zero")
        >>> try:
        ...     with Off(): raise error
        ... except ZeroDivisionError as one:
        ...     came = one
        >>> came is error, mt.is_grad_enabled()
        (True, True)
        if (True, False): The error was passed on, but recording stays off: restore it however the block ends.
        else: An error is passed on as it is: __exit__ raises nothing, and returns nothing. (A true value drops the error.)
    """,
)
