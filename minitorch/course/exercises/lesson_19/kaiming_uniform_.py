"""How large weights start."""

from ...define import Case, Exercise, Wrong
from ..edited import edited
from ..fact_words import stops, where

STUB = '''
def _calculate_fan_in_and_fan_out(tensor):
    """(fan_in, fan_out) of a weight [outputs, inputs, ...]: inputs and outputs, each times the product of all that follows.

    Errors: ValueError for fewer than two dimensions.
    """
    ...


def _calculate_correct_fan(tensor, mode):
    """The one of the two that mode names, "fan_in" or "fan_out", in small letters or capitals. Errors: ValueError."""
    ...


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill tensor with numbers from [-b, b) and return it; b is the square root of 3, times gain, over that of the fan.

    calculate_gain(nonlinearity, a) is the gain, and uniform_(tensor, low, high, generator) fills. nothing_to_fill(tensor)
    warns and is True for a tensor without elements, which is returned as it is.
    """
    ...
'''

SOLUTION = '''
def _calculate_fan_in_and_fan_out(tensor):
    """(fan_in, fan_out) of a weight [outputs, inputs, ...]: inputs and outputs, each times the product of all that follows.

    Errors: ValueError for fewer than two dimensions.
    """
    if tensor.ndim < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    outputs, inputs, *kernel = tensor.shape
    return inputs * math.prod(kernel), outputs * math.prod(kernel)


def _calculate_correct_fan(tensor, mode):
    """The one of the two that mode names, "fan_in" or "fan_out", in small letters or capitals. Errors: ValueError."""
    modes, mode = ["fan_in", "fan_out"], mode.lower()
    if mode not in modes:
        raise ValueError(f"Mode {mode} not supported, please use one of {modes}")
    return _calculate_fan_in_and_fan_out(tensor)[modes.index(mode)]


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill tensor with numbers from [-b, b) and return it; b is the square root of 3, times gain, over that of the fan.

    calculate_gain(nonlinearity, a) is the gain, and uniform_(tensor, low, high, generator) fills. nothing_to_fill(tensor)
    warns and is True for a tensor without elements, which is returned as it is.
    """
    if nothing_to_fill(tensor):
        return tensor
    std = calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode))
    return uniform_(tensor, -math.sqrt(3.0) * std, math.sqrt(3.0) * std, generator)
'''

OUT = (3 / 200) ** 0.5  # with 200 outputs and a gain of 1
FILLED = """
f = kaiming_uniform_(mt.empty(200, {n}){more})
(f.max().item() > {b} * 0.98, f.abs().max().item() <= {b} * 1.0001, {b})
"""


def reaches(b, n, more=""):
    """The numbers fill [-b, b): none lies outside, and some are close to its end."""
    return Case(FILLED.format(n=n, b=b, more=more), (True, True, b), changes=True)


exercise = Exercise(
    "kaiming_uniform_",
    title="How large weights start",
    difficulty=3,
    minutes=8,
    target="minitorch.nn.init:kaiming_uniform_",
    covers={
        "_calculate_fan_in_and_fan_out": "minitorch.nn.init:_calculate_fan_in_and_fan_out",
        "_calculate_correct_fan": "minitorch.nn.init:_calculate_correct_fan",
    },
    setup="from minitorch.nn.init import calculate_gain, nothing_to_fill, uniform_\n",
    installed=True,
    stub=STUB,
    solution=SOLUTION,
    why="Numbers spread evenly over [-b, b) have the standard deviation b over the square root of 3. That of the "
    "weights is to be gain "
    "over the square root of the fan: a sum of so many products has the spread of its inputs again.",
    facts=[
        Case("mt.nn.init._calculate_fan_in_and_fan_out(mt.empty(4, 3))", (3, 4)),
        Case("mt.nn.init._calculate_fan_in_and_fan_out(mt.empty(8, 2, 5, 3))", (30, 120)),
        Case("mt.nn.init._calculate_fan_in_and_fan_out(mt.empty(3))", raises=ValueError),
        Case("mt.nn.init._calculate_correct_fan(mt.empty(4, 9), 'fan_in')", 9),
        Case("mt.nn.init._calculate_correct_fan(mt.empty(4, 9), 'FAN_OUT')", 4),
        Case("mt.nn.init._calculate_correct_fan(mt.empty(4, 9), 'both')", raises=ValueError),
        # gain of leaky_relu with slope a: sqrt(2 / (1 + a^2)); of relu: sqrt(2); of tanh: 5 / 3
        reaches(0.5, 24),
        reaches(0.25, 16, ", a=math.sqrt(5)"),
        reaches(1.0, 6, ", nonlinearity='relu'"),
        reaches(OUT, 7, ", mode='fan_out', nonlinearity='linear'"),
        # PyTorch's numbers after this seed
        Case(
            "_ = mt.manual_seed(0)\n[round(v, 4) for v in kaiming_uniform_(mt.empty(1, 2), a=math.sqrt(5)).flatten().tolist()]",
            [-0.0053, 0.3793],
            changes=True,
        ),
        Case("w = mt.empty(2, 3)\nkaiming_uniform_(w) is w", True, changes=True),
        Case(
            "import warnings\nwith warnings.catch_warnings():\n    warnings.simplefilter('ignore')\n"
            "    out = kaiming_uniform_(mt.empty(2, 0))\nlist(out.shape)",
            [2, 0],
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("outputs, inputs, *kernel", "inputs, outputs, *kernel")),
            "The weight is [outputs, inputs, ...]: its first size is the number of outputs.",
        ),
        Wrong(
            edited(
                SOLUTION, ("return inputs * math.prod(kernel), outputs * math.prod(kernel)", "return inputs, outputs")
            ),
            "What follows the first two sizes counts as well: through a kernel, each output gets inputs times its size.",
        ),
        Wrong(
            edited(SOLUTION, (", mode.lower()", ", mode")),
            'mode may be written in capitals: "FAN_OUT" is "fan_out".',
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "uniform_(tensor, -math.sqrt(3.0) * std, math.sqrt(3.0) * std, generator)",
                    "uniform_(tensor, -std, std, generator)",
                ),
            ),
            "gain over the square root of the fan is the standard deviation. The border of an even spread is "
            "the square root of 3 "
            "times that.",
        ),
        Wrong(
            edited(
                SOLUTION, ("math.sqrt(_calculate_correct_fan(tensor, mode))", "_calculate_correct_fan(tensor, mode)")
            ),
            "You divide by the fan. The sum of n products spreads with the square root of n: divide by that.",
        ),
        Wrong(
            edited(SOLUTION, ("uniform_(tensor, -math.sqrt(3.0) * std, ", "uniform_(tensor, 0.0, ")),
            "The numbers start at 0, and are all positive. They lie evenly to both sides of it: [-b, b).",
        ),
        Wrong(
            edited(SOLUTION, ("calculate_gain(nonlinearity, a)", "calculate_gain(nonlinearity)")),
            "The slope `a` is not handed on to calculate_gain.",
        ),
        Wrong(
            edited(SOLUTION, ("_calculate_correct_fan(tensor, mode))", "_calculate_correct_fan(tensor, 'fan_in'))")),
            "mode is not looked at: it is always the fan_in.",
        ),
        Wrong(
            edited(SOLUTION, ("    if nothing_to_fill(tensor):\n        return tensor\n", "")),
            "A tensor without elements may have a fan of 0: ask nothing_to_fill(tensor) first, and return it as it is.",
        ),
    ],
    mistakes=[
        stops("ZeroDivisionError", "A tensor without elements may have a fan of 0: ask nothing_to_fill(tensor) first."),
        where((3, 4), "The weight [4, 3] has 3 inputs and 4 outputs; fan_in comes first."),
        where((30, 120), "fan_in is 2 inputs times a kernel of 5 times 3, fan_out is 8 times that."),
        where((True, True, 0.5), "With 24 inputs and gain sqrt(2), b is sqrt(3) * sqrt(2) / sqrt(24) = 0.5."),
        where((True, True, 0.25), "With 16 inputs and a slope of sqrt(5), b is 1 / sqrt(16): the gain needs `a`."),
        where((True, True, 1.0), "With 6 inputs and relu's gain of sqrt(2), b is sqrt(3) * sqrt(2) / sqrt(6) = 1."),
        where(
            (True, True, OUT), "With mode fan_out the fan is 200, the number of outputs, and the gain of linear is 1."
        ),
        where([-0.0053, 0.3793], "One call of uniform_(tensor, -b, b, generator) draws PyTorch's numbers."),
        where([2, 0], "What nothing_to_fill names is returned as it is."),
    ],
    hints=[
        "Take the shape apart: outputs first, inputs second, the kernel's sizes after them. math.prod([]) is 1.",
        "`outputs, inputs, *kernel = tensor.shape`. b = sqrt(3) * gain / sqrt(fan).",
        "`std = calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode))`, then "
        "`uniform_(tensor, -math.sqrt(3.0) * std, math.sqrt(3.0) * std, generator)`.",
    ],
)
