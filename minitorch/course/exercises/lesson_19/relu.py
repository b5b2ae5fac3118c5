"""ReLU: A function as a module (difficulty 1, 3 minutes)

As a module a function can stand in a Sequential, be printed, and have hooks. It keeps its options as attributes, and
all computing is the function's.

1. An option is an attribute. forward is one call of a function of `F`.
2. super().__init__() first, then self.inplace; forward hands it on.
3. `return F.relu(input, inplace=self.inplace)`; `return "inplace=True" if self.inplace else ""`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.activation:ReLU",
    covers="_Switched Tanh",
    changes=True,
    keeps=True,
    solution="""
        class _Switched(mt.nn.Module):
            def __init__(self, inplace=False):
                super().__init__()
                self.inplace = inplace

            def extra_repr(self):
                return "inplace=True" if self.inplace else ""


        class Tanh(mt.nn.Module):
            def forward(self, input):
                return F.tanh(input)
    """,
    facts="""
        >>> x = mt.tensor([-3.0, 4.0])
        >>> _ = ReLU(True)(x)
        >>> x.tolist()
        [0.0, 4.0]
        if [-3.0, 4.0]: The option that was given is not kept: `self.inplace = inplace`.
        else: With inplace=True the input itself is changed: hand the option on to F.relu.
        >>> x = mt.tensor([-1.0, 2.0], requires_grad=True)
        >>> ReLU()(x).sum().backward()
        >>> x.grad.tolist()
        [0.0, 1.0]
        if 'RuntimeError: a leaf Variable that requires grad is being': It writes into its input whatever the option
            says. Others may still need that input.
        else: The gradient goes through F.relu: 0 where the input was negative.
        >>> (ReLU().extra_repr(), ReLU(True).extra_repr())
        ('', 'inplace=True')
        if ('inplace=False', 'inplace=True'): Without the option nothing stands between the brackets: ReLU().
        else: extra_repr gives text: "inplace=True", or "" without the option.
    """,
)
