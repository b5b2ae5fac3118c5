"""Three operations, declared."""

from ...define import Exercise, Mistake, T, Wrong
from ..telling import tells, told, variant

SETUP = """
from minitorch.ops.op import Op, common, floating, op
from minitorch.ops.pointwise.arithmetic import no_bools
"""

SOLUTION = '''
@op(promote=floating, tensors=None)
def _div(x, y):
    return x / y


@op(promote=no_bools)
def _rsub(x, y):
    return y - x


@op(promote=floating)
def sigmoid(x):
    """1 / (1 + e**-x): a smooth step from 0 to 1."""
    return 1 / (1 + np.exp(-x))
'''

YOURS = "_div, _rsub = [sigmoid.__wrapped__.__globals__[name] for name in ('_div', '_rsub')]  # yours\n"


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


exercise = Exercise(
    "declared",
    title="Three operations, declared",
    difficulty=2,
    minutes=6,
    target="minitorch.ops.pointwise.activation:sigmoid",
    covers={
        "_div": "minitorch.ops.pointwise.arithmetic:_div",
        "_rsub": "minitorch.ops.pointwise.arithmetic:_rsub",
    },
    installed=True,
    setup=SETUP,
    stub='''
        def _div(x, y):
            """x / y. Integers are divided as floats; mt.div(3, 4), two numbers, is fine too."""
            ...


        def _rsub(x, y):
            """y - x: what 5 - x calls, with the tensor first. Bools are refused, as by `-`."""
            ...


        def sigmoid(x):
            """1 / (1 + e**-x), of the array x. Integers count as floats. np.exp is e to the power."""
            ...
    ''',
    solution=SOLUTION,
    why="A declaration is a rule for the dtypes, and how many operands have to be tensors. The forward is the mathematics, "
    "on arrays. The package's sigmoid has a 1 made ready in the dtype of x, which saves time.",
    facts=[
        told("declared", YOURS + "[isinstance(one, Op) for one in (_div, _rsub, sigmoid)]", [True, True, True]),
        told(
            "names of operands",
            YOURS + "_div.parameters, _rsub.parameters, sigmoid.parameters",
            (("x", "y"), ("x", "y"), ("x",)),
        ),
        told("a quotient", "mt.tensor([1.0, 6.0]) / mt.tensor([4.0, 3.0])", T([0.25, 2.0])),
        told("a quotient of integers", "mt.tensor([1, 6]) / mt.tensor([4, 3])", T([0.25, 2.0])),
        told("a quotient by a number", "(mt.tensor([1, 6]) / 4).dtype.name", "float32"),
        told("the quotient of two numbers", "mt.div(3, 4).item()", 0.75),
        told("a number less a tensor", YOURS + "_rsub(mt.tensor([1.0, 7.0]), 5)", T([4.0, -2.0])),
        told("a number less integers", YOURS + "_rsub(mt.tensor([1, 2]), 5).dtype.name", "int64"),
        told(
            "a number less bools",
            YOURS
            + "try:\n    _rsub(mt.tensor([True]), 1)\n    said = ''\nexcept RuntimeError as error:\n    said = str(error)\nsaid[:11]",
            "Subtraction",
        ),
        told("a step", "mt.sigmoid(mt.tensor([0.0, 1.0, -1.0]))", T([0.5, 0.7310586, 0.2689414])),
        told("a step of integers", "mt.sigmoid(mt.tensor([0, 1]))", T([0.5, 0.7310586])),
        told("a far step", "mt.sigmoid(mt.tensor([-1000.0, 1000.0]))", T([0.0, 1.0])),
        told("a step in float64", "mt.sigmoid(mt.tensor([0.0], dtype=mt.float64)).dtype.name", "float64"),
        told(
            "the step of a number",
            "try:\n    mt.sigmoid(0.0)\n    said = ''\nexcept TypeError as error:\n    said = str(error)\n'must be Tensor' in said",
            True,
        ),
    ],
    wrong=[
        wrong(
            "`sigmoid` is a plain function: `@op(...)` above it makes an operation of it.",
            ("@op(promote=floating)\ndef sigmoid", "def sigmoid"),
        ),
        wrong(
            "`_div` is a plain function: `@op(...)` above it makes an operation of it.",
            ("@op(promote=floating, tensors=None)\n", ""),
        ),
        wrong(
            "`_rsub` is a plain function: `@op(...)` above it makes an operation of it.",
            ("@op(promote=no_bools)\n", ""),
        ),
        wrong(
            "With `promote=common` integers stay integers, and NumPy's quotient of them is a float64. Division computes in "
            "floats: `promote=floating`.",
            ("@op(promote=floating, tensors=None)", "@op(promote=common, tensors=None)"),
        ),
        wrong(
            "`_div` wants a tensor first, and mt.div(3, 4) has none: `tensors=None` says that no operand has to be one.",
            ("promote=floating, tensors=None", "promote=floating"),
        ),
        wrong(
            "The operands of `_rsub` have changed places: 5 - x calls it with the tensor x first and 5 second.",
            ("return y - x", "return x - y"),
        ),
        wrong(
            "`_rsub` takes bools. The rule that refuses them is `no_bools`; `common` is that of sums and products.",
            ("promote=no_bools", "promote=common"),
        ),
        wrong(
            "`sigmoid` takes integers as they are, and NumPy's powers of them are float64. `promote=floating` makes floats of "
            "them first.",
            ("promote=floating)\ndef sigmoid", "promote=common)\ndef sigmoid"),
        ),
        wrong(
            "`sigmoid` falls where it should rise: the power is e**-x, with a minus.",
            ("np.exp(-x)", "np.exp(x)"),
        ),
        wrong(
            "`_div` is declared without a rule: `@op` alone takes its operands as they are, so nobody makes floats of integers: "
            "`promote=floating`.",
            ("@op(promote=floating, tensors=None)", "@op"),
        ),
        wrong(
            "e**x / (1 + e**x) is the same in mathematics, and nan where e**x is infinite. With e**-x it holds for every x.",
            ("1 / (1 + np.exp(-x))", "np.exp(x) / (1 + np.exp(x))"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and ".grad() got a formula for" in str(error),
            "The operands have other names than in the stub. The formulas below the package's forward name x and y, so the "
            "forward has to.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'numpy.ndarray'" in str(error),
            "A forward is given arrays, not tensors: NumPy's functions and operators will do, a tensor's methods are not there.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "unexpected keyword argument" in str(error),
            "`op` has the options promote, tensors, view, derivative and fills.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "object is not callable" in str(error),
            "`promote=` takes the rule itself, a function: its name without quotation marks and without ().",
        ),
        *tells(
            declared="A plain function becomes an operation by `@op(...)` above its `def`: each of the three needs it.",
            names_of_operands="The operands are named x and y, as in the stub: formulas find them by these names.",
            a_quotient="The forward of `_div` is x / y.",
            a_quotient_of_integers="Integers become floats before they are divided: the rule is `promote=floating`.",
            a_quotient_by_a_number="The quotient of integers has the default float: the rule is `promote=floating`.",
            the_quotient_of_two_numbers="`tensors=None` says that no operand of `_div` has to be a tensor.",
            a_number_less_a_tensor="5 - x calls `_rsub` with the tensor x first: the result is y - x.",
            a_number_less_integers="A difference of integers is an integer: the rule is `promote=no_bools`.",
            a_number_less_bools="Bools are refused by the rule: `promote=no_bools`.",
            a_step="The forward of `sigmoid` is 1 / (1 + np.exp(-x)).",
            a_step_of_integers="Integers become floats first: the rule is `promote=floating`.",
            a_far_step="Far from 0 the step is 0 or 1: 1 / (1 + np.exp(-x)) is, even where the power is infinite.",
            a_step_in_float64="float64 stays what it is: the rule is `promote=floating`.",
            the_step_of_a_number="`sigmoid` wants a tensor; that is what `op` asks for when nothing is said about `tensors`.",
        ),
    ],
    hints=[
        "Two things belong above each `def`: the rule for the dtypes, promote=..., and for one of the three how many operands "
        "must be tensors.",
        "The rules: `floating` for what computes in floats, `no_bools` for differences. `tensors=None` where two numbers will do.",
        "`@op(promote=floating, tensors=None)` and x / y; `@op(promote=no_bools)` and y - x; `@op(promote=floating)` and "
        "1 / (1 + np.exp(-x)).",
    ],
)
