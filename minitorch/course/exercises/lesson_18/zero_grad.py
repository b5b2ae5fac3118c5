"""Frozen, and forgotten."""

import textwrap

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import where

FREEZING = """
def requires_grad_(self, requires_grad=True):
    for parameter in self.parameters():
        parameter.requires_grad_(requires_grad)
    return self


"""


def after_freezing(text):
    """A wrong zero_grad, with a right requires_grad_ before it."""
    return FREEZING + textwrap.dedent(text)


FORGETTING = """


def zero_grad(self, set_to_none=True):
    for parameter in self.parameters():
        if set_to_none:
            parameter.grad = None
        elif parameter.grad is not None:
            fill_with_zeros(parameter.grad)
"""

NET = """
from minitorch.autograd.detach import fill_with_zeros


def net():
    top = mt.nn.Module()
    top.w = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
    top.part = mt.nn.Module()
    top.part.b = mt.nn.Parameter(mt.tensor([3.0]))
    top.part.unused = mt.nn.Parameter(mt.tensor([4.0]))
    ((top.w * top.part.b) ** 2).sum().backward()
    return top
"""

SOLUTION = '''
def requires_grad_(self, requires_grad=True):
    """Train, or with False freeze, all parameters of this module and of all inside it. Returns the module."""
    for parameter in self.parameters():
        parameter.requires_grad_(requires_grad)
    return self


def zero_grad(self, set_to_none=True):
    """Forget the gradients of all parameters: set .grad to None or, with set_to_none=False, fill it with zeros in place.

    With zeros, .grad stays the tensor that it is, so that whoever holds it sees them: fill_with_zeros(grad) does that. A
    parameter without a gradient keeps none.
    """
    for parameter in self.parameters():
        if set_to_none:
            parameter.grad = None
        elif parameter.grad is not None:
            fill_with_zeros(parameter.grad)
'''

exercise = Exercise(
    "zero_grad",
    title="Frozen, and forgotten",
    difficulty=2,
    minutes=6,
    target="minitorch.nn.module.mode:Mode.zero_grad",
    covers=("minitorch.nn.module.mode:Mode.requires_grad_",),
    installed=True,
    setup=NET,
    stub='''
        def requires_grad_(self, requires_grad=True):
            """Train, or with False freeze, all parameters of this module and of all inside it. Returns the module."""
            ...


        def zero_grad(self, set_to_none=True):
            """Forget the gradients of all parameters: set .grad to None or, with set_to_none=False, fill it with zeros in place.

            With zeros, .grad stays the tensor that it is, so that whoever holds it sees them: fill_with_zeros(grad) does that. A
            parameter without a gradient keeps none.
            """
            ...
    ''',
    solution=SOLUTION,
    why="None costs no memory and lets an optimizer skip the parameter. Zeros make it take a step by its momentum, and whoever "
    "holds the gradient sees them.",
    facts=[
        Case("n = net()\nzero_grad(n)\n[p.grad for p in n.parameters()]", [None, None, None], changes=True),
        Case(
            "n = net()\nzero_grad(n, set_to_none=False)\n(n.w.grad, n.part.b.grad)",
            (T([0.0, 0.0]), T([0.0])),
            changes=True,
        ),
        Case("n = net()\nzero_grad(n, set_to_none=False)\nn.part.unused.grad is None", True, changes=True),
        Case(
            "n = net()\nheld = n.w.grad\nzero_grad(n, False)\n(n.w.grad is held, held.tolist())",
            (True, [0.0, 0.0]),
            changes=True,
        ),
        Case("n = net()\nheld = n.w.grad\nzero_grad(n)\nheld.tolist()", [18.0, 36.0], changes=True),
        Case("n = net()\nzero_grad(n)\n[p.tolist() for p in n.parameters()]", [[1.0, 2.0], [3.0], [4.0]], changes=True),
        Case(
            "n = net()\nn.w.grad = n.w * 2\nzero_grad(n, False)\ng = n.w.grad\n(g.grad_fn is None, g.requires_grad, g.tolist())",
            (True, False, [0.0, 0.0]),
            changes=True,
        ),
        Case("n = net()\n(zero_grad(n), zero_grad(n))\nn.w.grad is None", True, changes=True),
        Case(
            "n = net()\nn.w.grad = mt.ones(4)[:2]\nheld = n.w.grad\nzero_grad(n, False)\n(n.w.grad is held, held.tolist())",
            (True, [0.0, 0.0]),
            changes=True,
        ),
        Case(
            "n = net()\nn.requires_grad_(False)\n[p.requires_grad for p in n.parameters()]",
            [False, False, False],
            changes=True,
        ),
        Case("n = net()\n(n.requires_grad_(False) is n, n.requires_grad_() is n)", (True, True), changes=True),
        Case(
            "n = net()\nn.part.requires_grad_(False)\n[p.requires_grad for p in n.parameters()]",
            [True, False, False],
            changes=True,
        ),
        Case(
            "n = net()\nn.requires_grad_(False)\nn.requires_grad_(True)\n[p.requires_grad for p in n.parameters()]",
            [True, True, True],
            changes=True,
        ),
        Case(
            "n = net()\nn.requires_grad_(False)\n(n.w.grad.tolist(), n.w.is_leaf)", ([18.0, 36.0], True), changes=True
        ),
        Case(
            "n = net()\nn.requires_grad_(True)\n[p.requires_grad for p in n.parameters()]",
            [True, True, True],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            after_freezing(
                "def zero_grad(self, set_to_none=True):\n    for p in self._parameters.values():\n        p.grad = None"
            ),
            "Only the module's own parameters are reached, and set_to_none=False is not looked at. parameters() walks the tree.",
        ),
        Wrong(
            after_freezing(
                "def zero_grad(self, set_to_none=True):\n    for p in self.parameters():\n        p.grad = None"
            ),
            "With set_to_none=False the gradients are to be there, filled with zeros.",
        ),
        Wrong(
            after_freezing("""
            def zero_grad(self, set_to_none=True):
                for p in self.parameters():
                    if set_to_none:
                        p.grad = None
                    else:
                        fill_with_zeros(p.grad)
            """),
            "A parameter that was not used has no gradient to fill: its .grad is None.",
        ),
        Wrong(
            after_freezing("""
            def zero_grad(self, set_to_none=True):
                for p in self.parameters():
                    if set_to_none:
                        p.grad = None
                    elif p.grad is not None:
                        p.grad = mt.zeros_like(p.grad)
            """),
            "The zeros are in a new tensor, and whoever holds the old one does not see them. Fill it in place.",
        ),
        Wrong(
            after_freezing("""
            def zero_grad(self, set_to_none=True):
                for p in self.parameters():
                    if set_to_none:
                        p.grad = None
                    elif p.grad is not None:
                        p.grad.zero_()
            """),
            "A gradient with a history stays part of its graph: fill_with_zeros(grad) cuts it off first.",
        ),
        Wrong(
            edited(SOLUTION, ("fill_with_zeros(parameter.grad)", "parameter.grad.detach_().zero_()")),
            "A view cannot be detached in place, and a gradient may be one. fill_with_zeros(grad) looks first whether there is a "
            "history to cut off.",
        ),
        Wrong(
            after_freezing("""
            def zero_grad(self, set_to_none=True):
                for module in self.children():
                    module.zero_grad(set_to_none)
            """),
            "The modules inside forget, and the parameters of this module itself do not.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "for parameter in self.parameters():\n        parameter.requires_grad_(requires_grad)",
                    "self.requires_grad = requires_grad",
                ),
            ),
            "No parameter has changed. An attribute of the module is another thing, and p.detach() another tensor: go through "
            "self.parameters(), and set each one's own, p.requires_grad_(requires_grad).",
        ),
        Wrong(
            edited(SOLUTION, ("\n    return self", "")),
            "`net.requires_grad_(False).eval()` is written everywhere: return the module.",
        ),
        Wrong(
            edited(SOLUTION, ("(requires_grad)", "(False)")),
            "The parameters are always frozen: hand requires_grad on to each.",
        ),
        Wrong(
            FREEZING.replace("self.parameters()", "self._parameters.values()") + FORGETTING,
            "Only the module's own parameters are frozen; those of the modules inside go on learning. parameters() walks the tree.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "detach views" in str(error),
            "A view cannot be detached in place, and a gradient may be one. fill_with_zeros(grad) looks first whether there is a "
            "history to cut off.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, tuple) and None in got and expected[0].values.tolist() == [0.0, 0.0]
            ),
            "With set_to_none=False a gradient became None. fill_with_zeros changes it in place and returns nothing, so there is "
            "nothing to assign. And set_to_none counts at any depth: whoever asks the modules inside hands it on to them.",
        ),
        where(True, "A parameter without a gradient keeps none: zeros are for the gradient that is there."),
        where(
            (True, [0.0, 0.0]),
            "The gradient stays the tensor that it is: fill_with_zeros changes it in place, and nothing is assigned to .grad.",
        ),
        Mistake(
            lambda expected, got, error: "leaf" in str(error),
            "The parameter itself would be changed. It is its gradient that is filled with zeros: parameter.grad.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "grad" in str(error),
            "The zeros have another shape than the parameter. Fill the gradient that is there, in place.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, list) and bool(expected) and isinstance(expected[0], bool) and got != expected
            ),
            "requires_grad_ has not reached what it should: every parameter of the tree, at any depth, takes the given value.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "NoneType" in str(error),
            "A parameter that was not used has no gradient to fill: its .grad is None.",
        ),
        Mistake(
            lambda expected, got, error: expected == [None, None, None] and error is None,
            "The gradients are still there. By default, each parameter's .grad is set to None, at any depth.",
        ),
        Mistake(
            lambda expected, got, error: expected == [18.0, 36.0] and error is None,
            "With set_to_none=True the gradient is only let go of: whoever else holds it keeps its numbers.",
        ),
    ],
    hints=[
        "parameters() gives every parameter of the tree, each once. Three cases for each of them.",
        "None; no gradient at all; a gradient that is to be filled with zeros where it lies.",
        "`parameter.grad = None`, or, where there is one, `fill_with_zeros(parameter.grad)`.",
    ],
)
