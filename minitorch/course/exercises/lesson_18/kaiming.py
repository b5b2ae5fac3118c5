"""The spread that a layer starts with."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited

GIVEN = """
    import warnings
    from minitorch.nn import init
    from minitorch.nn.init import GAINS, _calculate_correct_fan, uniform_

    def gain(*args):
        return round(init.calculate_gain(*args), 6)

    def spread(tensor):
        return round(float(tensor.double().std()), 2), round(float(tensor.abs().max()), 1)
"""

SOLUTION = '''
def calculate_gain(nonlinearity, param=None):
    """The factor for a nonlinearity: for "leaky_relu" from the formula, for others from GAINS; else ValueError."""
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        if isinstance(slope, bool) or not isinstance(slope, (int, float)):
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity not in GAINS:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}; known are {', '.join([*GAINS, 'leaky_relu'])}")
    return GAINS[nonlinearity]


def he(tensor, a, mode, nonlinearity):
    """The standard deviation gain / sqrt(fan); `a` is the slope for leaky_relu. None for a tensor without elements."""
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=3)
        return None
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill with numbers drawn evenly from [-b, b), so that their standard deviation is what he() gives. Returns the tensor."""
    std = he(tensor, a, mode, nonlinearity)
    return tensor if std is None else uniform_(tensor, -math.sqrt(3.0) * std, math.sqrt(3.0) * std, generator)
'''

UNKNOWN = """    if nonlinearity not in GAINS:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}; known are {', '.join([*GAINS, 'leaky_relu'])}")
"""

exercise = Exercise(
    "kaiming",
    title="The first weights",
    difficulty=2,
    minutes=6,
    target="minitorch.nn.init:kaiming_uniform_",
    covers=("minitorch.nn.init:he", "minitorch.nn.init:calculate_gain"),
    installed=True,
    setup=GIVEN.replace("\n    ", "\n"),
    stub='''
        def calculate_gain(nonlinearity, param=None):
            """The factor for a nonlinearity: for "leaky_relu" from the formula, for others from GAINS; else ValueError."""
            if nonlinearity == "leaky_relu":
                slope = 0.01 if param is None else param
                if isinstance(slope, bool) or not isinstance(slope, (int, float)):
                    raise ValueError(f"negative_slope {param} not a valid number")
                ...
            ...


        def he(tensor, a, mode, nonlinearity):
            """The standard deviation gain / sqrt(fan); `a` is the slope for leaky_relu. None for a tensor without elements."""
            if 0 in tensor.shape:
                warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=3)
                return None
            ...


        def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
            """Fill with numbers drawn evenly from [-b, b), so that their standard deviation is what he() gives. Returns the tensor."""
            ...
    ''',
    solution=SOLUTION,
    why="gain / sqrt(fan) keeps the spread from layer to layer. Numbers drawn evenly from [-b, b) have the standard "
    "deviation b / sqrt(3), so b is sqrt(3) times what is wanted.",
    facts=[
        Case("(gain('linear'), gain('sigmoid'), gain('conv2d'), gain('selu'))", (1, 1, 1, 0.75)),
        Case("(gain('tanh'), gain('relu'))", (1.666667, 1.414214)),
        Case("(gain('leaky_relu', 0), gain('leaky_relu', 1), gain('leaky_relu', 3.0))", (1.414214, 1.0, 0.447214)),
        Case("(gain('leaky_relu'), gain('leaky_relu', None))", (1.414143, 1.414143)),
        Case("gain('gelu')", raises=ValueError),
        Case("gain('leaky_relu', 'steep')", raises=ValueError, match="not a valid number"),
        Case("init.he(mt.empty(3, 8), 0, 'fan_in', 'relu')", 0.5),
        Case("init.he(mt.empty(8, 3), 0, 'fan_out', 'relu')", 0.5),
        Case("init.he(mt.empty(2, 4), 5, 'fan_in', 'linear')", 0.5),
        Case("init.he(mt.empty(2, 25), 1, 'fan_in', 'leaky_relu')", 0.2),
        Case("round(init.he(mt.empty(2, 3, 5), 3.0, 'fan_in', 'leaky_relu'), 5)", 0.11547),
        Case("init.he(mt.empty(3, 8), 0, 'fan', 'relu')", raises=ValueError),
        Case("spread(kaiming_uniform_(mt.empty(500, 24)))", (0.29, 0.5), changes=True),
        Case("spread(kaiming_uniform_(mt.empty(600, 24), nonlinearity='linear'))", (0.2, 0.4), changes=True),
        Case("spread(kaiming_uniform_(mt.empty(24, 500), mode='fan_out'))", (0.29, 0.5), changes=True),
        Case("spread(kaiming_uniform_(mt.empty(500, 25), 1))", (0.2, 0.3), changes=True),
        Case("kaiming_uniform_(mt.empty(400, 24)).min().item() < -0.49", True, changes=True),
        Case("x = mt.empty(2, 6)\nkaiming_uniform_(x) is x", True, changes=True),
        Case(
            """
            one = kaiming_uniform_(mt.empty(2, 6), generator=mt.Generator().manual_seed(5))
            two = kaiming_uniform_(mt.empty(2, 6), generator=mt.Generator().manual_seed(5))
            one.tolist() == two.tolist()
            """,
            True,
            changes=True,
        ),
        Case(
            """
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                shape = list(kaiming_uniform_(mt.empty(0, 3)).shape)
            (shape, len(said))
            """,
            ([0, 3], 1),
            changes=True,
        ),
        Case(
            "mt.manual_seed(0)\nkaiming_uniform_(mt.empty(1, 3))",
            T([[-0.010588, 0.758646, -1.163962]]),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("slope = 0.01 if param is None else param", "slope = param or 0.01")),
            "`or` takes a slope of 0 for none, and 0 is a slope: a plain relu's. Ask `param is None`.",
        ),
        Wrong(
            edited(SOLUTION, ("-math.sqrt(3.0) * std, math.sqrt(3.0) * std", "-std, std")),
            "The bound is not the standard deviation. Numbers drawn evenly from [-b, b) have the standard deviation "
            "b / sqrt(3): draw from sqrt(3) times what he() gives.",
        ),
        Wrong(
            edited(SOLUTION, ("-math.sqrt(3.0) * std, math.sqrt(3.0) * std", "0, math.sqrt(3.0) * std")),
            "All weights are positive. The interval reaches to both sides of 0.",
        ),
        Wrong(
            edited(
                SOLUTION, ("-math.sqrt(3.0) * std, math.sqrt(3.0) * std", "-std / math.sqrt(3.0), std / math.sqrt(3.0)")
            ),
            "The other way round: b / sqrt(3) is the standard deviation, so b is sqrt(3) times it.",
        ),
        Wrong(
            edited(SOLUTION, ("-math.sqrt(3.0) * std, math.sqrt(3.0) * std", "-3.0 * std, 3.0 * std")),
            "The factor is the root of 3, and not 3 itself.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "uniform_(tensor, -math.sqrt(3.0) * std",
                    "tensor.normal_(0, std) if True else (tensor, -math.sqrt(3.0) * std",
                ),
            ),
            "These are normal numbers, which is kaiming_normal_. Here they are drawn evenly, with uniform_.",
        ),
        Wrong(
            edited(SOLUTION, (" / math.sqrt(fan)", " / fan")),
            "A sum of n numbers has a spread sqrt(n) times as large, so divide by the root of the fan.",
        ),
        Wrong(
            edited(SOLUTION, ("calculate_gain(nonlinearity, a) / math.sqrt(fan)", "1 / math.sqrt(fan)")),
            "he() leaves the gain out: what the nonlinearity takes away has to be made good.",
        ),
        Wrong(
            edited(SOLUTION, ("calculate_gain(nonlinearity, a) / math", "calculate_gain(nonlinearity) / math")),
            "The slope of leaky_relu gets lost: hand `a` on to calculate_gain.",
        ),
        Wrong(
            edited(SOLUTION, ("_calculate_correct_fan(tensor, mode)", '_calculate_correct_fan(tensor, "fan_in")')),
            "The mode gets lost: hand it on to _calculate_correct_fan.",
        ),
        Wrong(
            edited(SOLUTION, ("fan = _calculate_correct_fan(tensor, mode)", "fan = tensor.numel()")),
            "The fan is what goes into one output, not the number of all weights: _calculate_correct_fan gives it.",
        ),
        Wrong(
            edited(SOLUTION, ("return math.sqrt(2.0 / (1 + slope**2))", "return 2.0 / (1 + slope**2)")),
            "The gain of leaky_relu is the root of that: variances are multiplied by 2 / (1 + slope**2), spreads by its root.",
        ),
        Wrong(
            edited(SOLUTION, ("return math.sqrt(2.0 / (1 + slope**2))", "return math.sqrt(2.0 / (1 + slope))")),
            "The slope is squared in the gain of leaky_relu.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    UNKNOWN + "    return GAINS[nonlinearity]",
                    "    return GAINS.get(nonlinearity, 1)",
                ),
            ),
            "A name that nobody knows gets a gain of 1 without a word, a misspelt one as well. Raise ValueError.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    UNKNOWN,
                    "",
                ),
            ),
            "An unknown name ends in a KeyError. Ask whether it stands in GAINS, and raise ValueError if not.",
        ),
        Wrong(
            edited(SOLUTION, ("math.sqrt(3.0) * std, generator)", "math.sqrt(3.0) * std)")),
            "The generator gets lost: hand it on to uniform_.",
        ),
        Wrong(
            edited(SOLUTION, ("return tensor if std is None else uniform_(", "return uniform_(")),
            "A tensor without elements has no fan, and he() gives None for it: return the tensor as it is.",
        ),
        Wrong(
            edited(SOLUTION, ("uniform_(tensor, -math", "uniform_(mt.empty(tensor.shape), -math")),
            "A new tensor is filled. Fill the one that was given, in place, and return it.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    return tensor if std is None else uniform_(tensor",
                    "    if std is not None:\n        uniform_(tensor",
                ),
            ),
            "The tensor is filled and not returned: uniform_ gives it back, and so does every function of init.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                isinstance(error, (ValueError, TypeError, KeyError)) and isinstance(expected, float | int)
            ),
            "he() stops with an error. Its two calls are `_calculate_correct_fan(tensor, mode)` and "
            "`calculate_gain(nonlinearity, a)`, with the arguments in this order.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple) and isinstance(error, TypeError) and "round" in str(error)
            ),
            "calculate_gain gives None for one of its names: for leaky_relu the root of 2 / (1 + slope**2), for all others "
            "what stands in GAINS.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "NoneType" in str(error),
            "A None is computed with. calculate_gain and he both return a number, and he() gives None only for a tensor "
            "without elements.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, float) and isinstance(got, float) and got != expected,
            "he() does not come out right: calculate_gain(nonlinearity, a), divided by the root of the fan that `mode` names.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, tuple)
                and len(expected) == 2
                and isinstance(expected[0], float)
                and expected[0] < 0.5
            ),
            "The spread of the numbers (the first of the pair) or the largest of them (the second) is another. They are drawn "
            "evenly from [-b, b) with b = sqrt(3) * he(...), and he() gets the slope, the mode and the nonlinearity.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and isinstance(got, tuple) and len(got) > 1,
            "A gain is another. For leaky_relu it is the root of 2 / (1 + slope**2), and all others stand in GAINS.",
        ),
        Mistake(
            lambda expected, got, error: expected is True and got is False,
            "The tensor that was given is to be filled and returned, with numbers from both sides of 0, and drawn from the "
            "generator that was given.",
        ),
        Mistake(
            lambda expected, got, error: "seed" in str(error) or getattr(expected, "kind", "") == "tensor",
            "After the same seed the numbers are PyTorch's only if uniform_ draws once, from -b to b: "
            "uniform_(tensor, -b, b, generator).",
        ),
    ],
    hints=[
        "Each of the three is a line or two: the gain from the formula or the table, the gain by the root of the fan, and "
        "uniform_ between -b and b.",
        "`calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode))` is the standard deviation.",
        "`uniform_(tensor, -math.sqrt(3.0) * std, math.sqrt(3.0) * std, generator)`; before it, return the tensor if std is None.",
    ],
)
