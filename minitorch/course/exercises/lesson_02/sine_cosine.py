"""A polynomial, and what puts back the powers of two and the quarter turns."""

import math

import numpy as np

from minitorch.random import float32

from ...define import A, Case, Exercise, Law, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = """
import math

from minitorch.random import float32
from minitorch.random.float32 import after_quarters, log_of_parts, multiply_add


def numbers(*values):
    return np.array(values, "float32")


def value(x, *coefficients):
    return float32.polynomial(numbers(x), numbers(*coefficients)).tolist()[0]


def logs(*values):
    return float32.log32(numbers(*values)).tolist()


def sines(*angles):
    return float32.sine_cosine32(numbers(*angles))[0].tolist()


def cosines(*angles):
    return float32.sine_cosine32(numbers(*angles))[1].tolist()
"""

SOLUTION = '''
def polynomial(x, coefficients):
    """The polynomial with these coefficients, the highest power's first, by one multiply_add for each (Horner)."""
    value = coefficients[0]
    for coefficient in coefficients[1:]:
        value = multiply_add(x, value, coefficient)
    return value


def log32(x):
    """Natural logarithm of positive float32 numbers, each of which is (1 + m) * 2**exponent with a small m."""
    m, exponent = np.frexp(x)
    small = m < np.float32(math.sqrt(0.5))
    m = np.where(small, 2 * m, m) - 1
    return log_of_parts(m, exponent - small)


def sine_cosine32(x):
    """Sine and cosine of float32 angles from 0 to 2 pi: those of the rest, after as many quarter turns as fit best."""
    quarters, sine, cosine = after_quarters(x)
    odd, back = quarters % 2 == 1, quarters % 4 >= 2
    sine, cosine = np.where(odd, cosine, sine), np.where(odd, -sine, cosine)
    return np.where(back, -sine, sine), np.where(back, -cosine, cosine)
'''

exercise = Exercise(
    "sine_cosine",
    title="Near 0, and back again",
    difficulty=3,
    minutes=8,
    target="minitorch.random.float32:sine_cosine32",
    covers={
        "polynomial": "minitorch.random.float32:polynomial",
        "log32": "minitorch.random.float32:log32",
    },
    installed=True,
    setup=SETUP,
    stub='''
        def polynomial(x, coefficients):
            """The polynomial with these coefficients, the highest power's first, by one multiply_add for each (Horner)."""
            ...


        def log32(x):
            """Natural logarithm of positive float32 numbers, each of which is (1 + m) * 2**exponent with a small m."""
            m, exponent = np.frexp(x)  # x = m * 2**exponent, with m from 0.5 up to 1
            ...


        def sine_cosine32(x):
            """Sine and cosine of float32 angles from 0 to 2 pi: those of the rest, after as many quarter turns as fit best."""
            quarters, sine, cosine = after_quarters(x)
            ...
    ''',
    solution=SOLUTION,
    why="A polynomial is good near one place. Every number is first brought there, in steps that can be undone without an error: "
    "powers of two, and turns that only exchange sine and cosine and change signs.",
    facts=[
        told("one coefficient", "float32.polynomial(numbers(5), numbers(3)).tolist()", 3.0),
        told("a line", "value(10, 2, 3)", 23.0),
        told("three coefficients", "value(2, 4, 3, 2)", 24.0),
        told("the highest power", "value(10, 1, 0, 0, 0)", 1000.0),
        Law("each step is rounded once", lambda piece, rng: rounded_once(rng), rtol=0, atol=0),
        told("the log of 1", "logs(1)", [0.0]),
        told("the log of powers of two", "logs(8, 0.25)", [2.0794415, -1.3862944]),
        told("logs near 1", "logs(0.9, 1.25)", [-0.10536055, 0.22314355]),
        told("a log that needs doubling", "logs(0.3, 0.55)", [-1.2039728, -0.597837]),
        told("no turn", "sines(0.1) + cosines(0.1)", [0.09983342, 0.9950042]),
        told("one quarter turn", "sines(1.5) + cosines(1.5)", [0.997495, 0.0707372]),
        told("two quarter turns", "sines(3.0) + cosines(3.0)", [0.14112, -0.9899925]),
        told("three quarter turns", "sines(4.5) + cosines(4.5)", [-0.9775301, -0.2107958]),
        told("a full turn", "sines(6.0) + cosines(6.0)", [-0.2794155, 0.9601703]),
        told("several at once", "sines(0.1, 3.0)", [0.09983342, 0.14112]),
        Law("the logarithm and the sine of many numbers", lambda piece, rng: of_many(piece, rng), times=2),
        Case(
            "mt.randn(16, generator=mt.Generator().manual_seed(0)).numpy()[:4]",
            A([-1.1258398294448853, -1.152360200881958, -0.2505785822868347, -0.4338788092136383], "float32"),
            rtol=0,
            atol=0,
        ),
    ],
    wrong=[
        Wrong(
            variant(SOLUTION, ("multiply_add(x, value, coefficient)", "value * x + coefficient")),
            "Product and sum are rounded one after the other. PyTorch's steps are rounded once: multiply_add(x, value, coefficient).",
        ),
        Wrong(
            variant(SOLUTION, ("multiply_add(x, value, coefficient)", "multiply_add(value, coefficient, x)")),
            "In each step the value is multiplied by x, and the next coefficient is added: multiply_add(x, value, coefficient).",
        ),
        Wrong(
            variant(SOLUTION, ("coefficients[1:]", "coefficients")),
            "The first coefficient is counted twice: it is the value to begin with, and the steps begin with the second.",
        ),
        Wrong(
            variant(SOLUTION, ("coefficients[0]", "coefficients[-1]"), ("coefficients[1:]", "coefficients[-2::-1]")),
            "The coefficients stand with the highest power's first. Begin with the first of them.",
        ),
        Wrong(
            variant(SOLUTION, ("np.where(small, 2 * m, m) - 1", "m - 1"), ("exponent - small", "exponent")),
            "Where m is below the root of 0.5, it is still far from 1, and the polynomial far off. Double it there, and take one "
            "from the exponent.",
        ),
        Wrong(
            variant(SOLUTION, ("exponent - small", "exponent")),
            "Where m was doubled, the exponent falls by one, or the number would be twice as large.",
        ),
        Wrong(
            variant(SOLUTION, ("np.where(small, 2 * m, m) - 1", "np.where(small, 2 * m, m)")),
            "log_of_parts takes what m is above 1: subtract 1.",
        ),
        Wrong(
            variant(SOLUTION, ("exponent - small", "exponent + small")),
            "m was doubled, so there is one power of two less outside: the exponent falls.",
        ),
        Wrong(
            variant(
                SOLUTION,
                (
                    "np.where(odd, cosine, sine), np.where(odd, -sine, cosine)",
                    "np.where(odd, cosine, sine), np.where(odd, sine, cosine)",
                ),
            ),
            "A quarter turn takes (cosine, sine) to (-sine, cosine): the new cosine has the other sign.",
        ),
        Wrong(
            variant(SOLUTION, ("    sine, cosine = np.where(odd, cosine, sine), np.where(odd, -sine, cosine)\n", "")),
            "An odd number of quarter turns exchanges the sine and the cosine.",
        ),
        Wrong(
            variant(
                SOLUTION, ("return np.where(back, -sine, sine), np.where(back, -cosine, cosine)", "return sine, cosine")
            ),
            "Two or three quarter turns change both signs.",
        ),
        Wrong(
            variant(SOLUTION, ("quarters % 4 >= 2", "quarters >= 2")),
            "Four quarter turns are a full turn, and change nothing: look at quarters % 4.",
        ),
        Wrong(
            variant(SOLUTION, ("quarters % 2 == 1", "quarters == 1")),
            "Three quarter turns are odd as well: quarters % 2 == 1.",
        ),
        Wrong(
            variant(
                SOLUTION,
                (
                    "return np.where(back, -sine, sine), np.where(back, -cosine, cosine)",
                    "return np.where(back, -cosine, cosine), np.where(back, -sine, sine)",
                ),
            ),
            "The sine is returned first, and then the cosine.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "truth value" in str(error),
            "There are many numbers in the array, and `if` asks for one answer. np.where(condition, a, b) chooses for each.",
        ),
        *tells(
            one_coefficient="With one coefficient there is no step: it is the value.",
            a_line="Begin with the first coefficient; then, for each further one, multiply_add(x, value, coefficient).",
            three_coefficients="Begin with the first coefficient; then, for each further one, multiply_add(x, value, coefficient).",
            the_highest_power="Begin with the first coefficient; then, for each further one, multiply_add(x, value, coefficient).",
            the_log_of_1="1 is 0.5 times two. 0.5 is below the root of 0.5: doubled it is 1, and the exponent falls to 0.",
            the_log_of_powers_of_two="Where m is below the root of 0.5 it is doubled, and the exponent falls by one; log_of_parts "
            "takes m - 1 and the exponent.",
            logs_near_1="log_of_parts takes what m is above 1, which may be negative, and the exponent.",
            a_log_that_needs_doubling="Where m is below the root of 0.5 it is doubled, and the exponent falls by one.",
            no_turn="Without a turn, the sine and the cosine are those of the rest.",
            one_quarter_turn="One quarter turn takes (cosine, sine) to (-sine, cosine).",
            two_quarter_turns="Two quarter turns change both signs.",
            three_quarter_turns="Three quarter turns are one and then two: exchange, and change both signs.",
            a_full_turn="Four quarter turns change nothing: look at quarters % 4, which is then 0.",
            several_at_once="Each angle has its own number of turns: np.where chooses for each.",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, float),
            "Each step is multiply_add(x, value, coefficient), which rounds once.",
        ),
    ],
    forbids=dict.fromkeys(
        ("polyval", "np.log", "math.log", "np.sin", "np.cos", "math.sin", "math.cos"),
        "It differs in the last bit now and then. Use the pieces that are given: multiply_add, log_of_parts, after_quarters.",
    ),
    hints=[
        "Horner: (4x + 3)x + 2. In the other two, np.where chooses for each number of the array.",
        "log32: `small = m < np.float32(math.sqrt(0.5))`; there m is 2 * m, and the exponent one less. sine_cosine32: exchange "
        "where quarters % 2 == 1, change both signs where quarters % 4 >= 2.",
        "`sine, cosine = np.where(odd, cosine, sine), np.where(odd, -sine, cosine)`, and then the signs.",
    ],
)


def rounded_once(rng):
    x = rng.uniform(0.5, 2, 50).astype("float32")
    one, other = [np.float32(n) for n in rng.uniform(0.5, 2, 2)]
    exact = x.astype("f8") * one + other  # of float32 numbers, the product needs no rounding in float64
    got = float32.polynomial(x, np.array([one, other]))
    return {"coefficients": [float(one), float(other)]}, exact.astype("float32"), got


def of_many(piece, rng):
    x, angles = rng.uniform(1e-7, 1, 100).astype("float32"), rng.uniform(0, 2 * math.pi, 100).astype("float32")
    expected = np.log(x.astype("f8")), np.sin(angles.astype("f8")), np.cos(angles.astype("f8"))
    got = float32.log32(x), *piece(angles)
    return {"numbers": 100}, list(expected), [one.astype("f8") for one in got]
