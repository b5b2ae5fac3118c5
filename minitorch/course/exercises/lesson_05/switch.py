"""The switch of no_grad."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited

KINDS = """
mt.set_grad_enabled(True)

class Off(Switch):
    inside = False

class On(Switch):
    inside = True

"""

SOLUTION = '''
class Switch:
    """A `with` block inside which recording is self.inside (True or False), and afterwards as it was before."""

    def __enter__(self):
        self.before = state.enabled
        switch(self.inside)

    def __exit__(self, *error):
        switch(self.before)
'''

exercise = Exercise(
    "Switch",
    title="The switch of no_grad",
    difficulty=2,
    minutes=6,
    target="minitorch.graph.grad_mode:_Switch",
    keeps=True,
    setup="from minitorch.graph.grad_mode import is_grad_enabled, state, switch",
    stub='''
        class Switch:
            """A `with` block inside which recording is self.inside (True or False), and afterwards as it was before."""

            def __enter__(self):
                ...

            def __exit__(self, *error):
                ...
    ''',
    solution=SOLUTION,
    why="What was before is remembered by the block itself, so blocks may stand in one another. Python calls __exit__ however the "
    "block ends. The package's no_grad and enable_grad are this class with two values of `inside`.",
    facts=[
        Case(KINDS + "with Off():\n    now = mt.is_grad_enabled()\nnow, mt.is_grad_enabled()", (False, True)),
        Case(
            KINDS
            + "with Off():\n    with Off():\n        pass\n    now = mt.is_grad_enabled()\nnow, mt.is_grad_enabled()",
            (False, True),
        ),
        Case(
            KINDS
            + """
seen = []
with Off():
    with On():
        seen.append(mt.is_grad_enabled())
    seen.append(mt.is_grad_enabled())
seen + [mt.is_grad_enabled()]
""",
            [True, False, True],
        ),
        Case(
            KINDS
            + "outer, inner = Off(), On()\nwith outer:\n    with inner:\n        pass\n    now = mt.is_grad_enabled()\nnow",
            False,
        ),
        Case(KINDS + "with On():\n    with Off():\n        pass\n    now = mt.is_grad_enabled()\nnow", True),
        Case(
            KINDS + "try:\n    with Off():\n        1 / 0\nexcept ZeroDivisionError:\n    pass\nmt.is_grad_enabled()",
            True,
        ),
        Case(
            KINDS
            + "came = False\ntry:\n    with Off():\n        1 / 0\nexcept ZeroDivisionError:\n    came = True\ncame",
            True,
        ),
        Case(
            KINDS
            + "x = mt.ones(2, requires_grad=True)\nwith Off():\n    y = x * 2\ny.requires_grad, (x * 2).requires_grad",
            (False, True),
        ),
    ],
    wrong=[
        Wrong(
            """
            class Switch:
                def __enter__(self):
                    switch(self.inside)

                def __exit__(self, *error):
                    switch(True)
            """,
            "The end of the inner block switches on what the outer one switched off. Remember what was before, "
            "and put that back.",
        ),
        Wrong(
            """
            class Switch:
                def __enter__(self):
                    switch(self.inside)
                    self.before = state.enabled

                def __exit__(self, *error):
                    switch(self.before)
            """,
            "You note the state after you have changed it, so the end puts back nothing. Note it first.",
        ),
        Wrong(
            edited(SOLUTION, ("(self.inside)", "(False)")),
            "enable_grad is the same class with inside = True. Switch to self.inside, not always to False.",
        ),
        Wrong(
            edited(SOLUTION, ("switch(self.before)", "switch(self.before)\n        return True")),
            "Python takes a true answer of __exit__ for `the error is dealt with`, and the error disappears. Return nothing.",
        ),
        Wrong(
            edited(SOLUTION, ("(self.before)", "(not self.inside)")),
            "After a block things are as they were before it, and that need not be the opposite of inside: blocks stand in one "
            "another.",
        ),
        Wrong(
            edited(SOLUTION, ("switch(self.before)", "pass")),
            "Recording stays as it was inside the block. __exit__ has to put back what was before.",
        ),
        Wrong(
            edited(SOLUTION, ("self, *error)", "self)")),
            "Python calls __exit__ with three arguments, which say what error ended the block: take them with *error.",
        ),
        Wrong(
            """
            class Switch:
                def __init__(self):
                    self.before = state.enabled

                def __enter__(self):
                    switch(self.inside)

                def __exit__(self, *error):
                    switch(self.before)
            """,
            "The state is noted when the object is made, and its block may begin much later. Note it in __enter__.",
        ),
        Wrong(
            """
            class Switch:
                def __enter__(self):
                    Switch.before = state.enabled
                    switch(self.inside)

                def __exit__(self, *error):
                    switch(Switch.before)
            """,
            "All blocks share one memory there, so the inner block overwrites what the outer one noted. Note it on self.",
        ),
        Wrong(
            edited(SOLUTION, ("switch(self.before)", "if error[0] is None:\n            switch(self.before)")),
            "When the block ends with an error, recording stays switched. Put it back however the block ends.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == (False, True) and got == (True, False),
            "It is the wrong way round, inside the block and after it: __enter__ switches to self.inside.",
        ),
        Mistake(
            lambda expected, got, error: expected == (False, True) and got == (True, True),
            "Inside the block nothing has changed: __enter__ has to switch(self.inside).",
        ),
        Mistake(
            lambda expected, got, error: expected == (False, True) and got == (False, False),
            "After the block things are not as they were before it. Note the state in __enter__, before you "
            "change it, and put it back in __exit__.",
        ),
    ],
    hints=[
        "What has to be known at the end of the block, and when can it be noted?",
        "`state.enabled` says how it is now; `switch(flag)` changes it; `self` is a place to remember something.",
        "In __enter__: `self.before = state.enabled`, then `switch(self.inside)`. In __exit__: `switch(self.before)`.",
    ],
)
