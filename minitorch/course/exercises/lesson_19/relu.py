"""A function as a module."""

from ...define import Case, Exercise, T, Wrong
from ..edited import edited
from ..fact_words import stops
from .words import NO_INIT, asked

STUB = '''
class _Switched(mt.nn.Module):
    """A module with one option, `inplace`: whether its function writes into its input's own memory."""

    def __init__(self, inplace=False): ...

    def extra_repr(self):
        """What stands between the brackets when it is printed: "inplace=True", or nothing."""
        ...


class Tanh(mt.nn.Module):
    def forward(self, input): ...


class ReLU(_Switched):
    def forward(self, input):
        """F.relu(input, inplace=...) computes."""
        ...
'''

SOLUTION = '''
class _Switched(mt.nn.Module):
    """A module with one option, `inplace`: whether its function writes into its input's own memory."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        """What stands between the brackets when it is printed: "inplace=True", or nothing."""
        return "inplace=True" if self.inplace else ""


class Tanh(mt.nn.Module):
    def forward(self, input):
        return F.tanh(input)


class ReLU(_Switched):
    def forward(self, input):
        """F.relu(input, inplace=...) computes."""
        return F.relu(input, inplace=self.inplace)
'''

exercise = Exercise(
    "ReLU",
    title="A function as a module",
    difficulty=1,
    minutes=3,
    target="minitorch.nn.modules.activation:ReLU",
    covers={
        "_Switched": "minitorch.nn.modules.activation:_Switched",
        "Tanh": "minitorch.nn.modules.activation:Tanh",
    },
    keeps=True,
    installed=True,
    setup="from minitorch.nn import functional as F\n",
    stub=STUB,
    solution=SOLUTION,
    why="As a module a function can stand in a Sequential, be printed, and have hooks. It keeps its options as "
    "attributes, and all "
    "computing is the function's.",
    facts=[
        Case("ReLU()(mt.tensor([-1.0, 2.0]))", T([0.0, 2.0])),
        Case("mt.nn.Tanh()(mt.tensor([0.0, 1.0]))", T([0.0, 0.761594])),
        Case("(repr(ReLU()), repr(mt.nn.Tanh()))", ("ReLU()", "Tanh()")),
        Case("repr(ReLU(inplace=True))", "ReLU(inplace=True)"),
        Case("x = mt.tensor([-3.0, 4.0])\n_ = ReLU(True)(x)\nx.tolist()", [0.0, 4.0], changes=True),
        Case("x = mt.tensor([-5.0, 6.0])\n_ = ReLU()(x)\nx.tolist()", [-5.0, 6.0]),
        Case("x = mt.tensor([-1.0, 2.0], requires_grad=True)\nReLU()(x).sum().backward()\nx.grad.tolist()", [0.0, 1.0]),
        Case("(ReLU().extra_repr(), ReLU(True).extra_repr())", ("", "inplace=True")),
        Case("repr(mt.nn.SiLU(inplace=True))", "SiLU(inplace=True)"),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("F.relu(input, inplace=self.inplace)", "F.relu(input)")),
            "forward does not look at self.inplace: ReLU(True) is to write into its input's memory.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "        super().__init__()\n        self.inplace = inplace",
                    "        super().__init__()\n        self.inplace = False",
                ),
            ),
            "The option that was given is not kept: `self.inplace = inplace`.",
        ),
        Wrong(
            edited(SOLUTION, ('return "inplace=True" if self.inplace else ""', 'return f"inplace={self.inplace}"')),
            "Without the option nothing stands between the brackets: ReLU().",
        ),
        Wrong(
            edited(SOLUTION, ("inplace=self.inplace)", "inplace=True)")),
            "It writes into its input whatever the option says. Others may still need that input.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    'return "inplace=True" if self.inplace else ""',
                    'return "ReLU(inplace=True)" if self.inplace else "ReLU()"',
                ),
            ),
            "The name and the brackets are printed by the module. extra_repr is what stands between them.",
        ),
    ],
    mistakes=[
        *NO_INIT,
        stops("'Tanh' object has no attribute", "Tanh has no options: its forward is F.tanh(input), and nothing more."),
        stops("has no attribute 'inplace'", "The option that was given is to be kept: self.inplace = inplace."),
        asked(T([0.0, 2.0]), "forward returns F.relu(input, ...): max(x, 0), element by element."),
        asked(T([0.0, 0.761594]), "Tanh's forward returns F.tanh(input)."),
        asked([0.0, 1.0], "The gradient goes through F.relu: 0 where the input was negative."),
        asked(("", "inplace=True"), 'extra_repr gives text: "inplace=True", or "" without the option.'),
        asked("ReLU(inplace=True)", 'extra_repr is what stands between the brackets: "inplace=True" when it is on.'),
        asked(("ReLU()", "Tanh()"), 'Without the option extra_repr is "", and nothing stands between the brackets.'),
        asked("SiLU(inplace=True)", "SiLU shares _Switched: its extra_repr names the option, and nothing else."),
        asked([0.0, 4.0], "With inplace=True the input itself is changed: hand the option on to F.relu."),
        asked([-5.0, 6.0], "Without inplace the input stays as it was."),
    ],
    hints=[
        "An option is an attribute. forward is one call of a function of `F`.",
        "super().__init__() first, then self.inplace; forward hands it on.",
        '`return F.relu(input, inplace=self.inplace)`; `return "inplace=True" if self.inplace else ""`.',
    ],
)
