"""Logarithm, sine and cosine from multiplications and additions."""

import math

import numpy as np

from ...define import Case, Exercise, Law, Mistake, Wrong

SETUP = """
import math

from minitorch.random import float32
from minitorch.random.float32 import after_quarters, log_of_parts, multiply_add


def floats(*numbers):
    return np.array(numbers, "float32")
"""
POLYNOMIAL = '''
        def polynomial(x, coefficients):
            """The polynomial with these coefficients, the highest power's first, by one multiply_add for each (Horner)."""
            value = coefficients[0]
            for coefficient in coefficients[1:]:
                value = multiply_add(x, value, coefficient)
            return value
'''
LOG = '''
        def log32(x):
            """Natural logarithm of positive float32 numbers, each of which is (1 + m) * 2**exponent with a small m."""
            m, exponent = np.frexp(x)
            small = m < np.float32(math.sqrt(0.5))
            m = np.where(small, 2 * m, m) - 1
            return log_of_parts(m, exponent - small)
'''
SINE = '''
        def sine_cosine32(x):
            """Sine and cosine of float32 angles from 0 to 2 pi."""
            quarters, sine, cosine = after_quarters(x)
            odd, back = quarters % 2 == 1, quarters % 4 >= 2
            sine, cosine = np.where(odd, cosine, sine), np.where(odd, -sine, cosine)
            return np.where(back, -sine, sine), np.where(back, -cosine, cosine)
'''


def horner(lines):
    return f"""
        def polynomial(x, coefficients):
            {lines}
"""


def logarithm(lines):
    return f"""
        def log32(x):
            m, exponent = np.frexp(x)
            {lines}
"""


def turned(lines):
    return f"""
        def sine_cosine32(x):
            quarters, sine, cosine = after_quarters(x)
            {lines}
"""


exercise = Exercise(
    "sine_cosine32",
    title="Logarithm and sine from products and sums",
    difficulty=3,
    minutes=7,
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
            m, exponent = np.frexp(x)
            ...

        def sine_cosine32(x):
            """Sine and cosine of float32 angles from 0 to 2 pi."""
            quarters, sine, cosine = after_quarters(x)
            ...
    ''',
    solution=POLYNOMIAL + LOG + SINE,
    why="A polynomial is good near one place only. So every number is brought there first, by a power of two or by quarter turns, "
    "and what was taken away is put back at the end.",
    facts=[
        Case("float32.polynomial(floats(2.0), floats(1.0, 0.0, 3.0)).tolist()", [7.0]),
        Case("float32.polynomial(floats(2.0, -1.0), floats(3.0, 2.0, 1.0)).tolist()", [17.0, 2.0]),
        Case("float32.polynomial(floats(0.5), floats(4.0, 1.0)).tolist()", [3.0]),
        Case("float32.polynomial(floats(0.5, 1.5), floats(1.0, 2.0, 3.0, 4.0)).dtype.name", "float32"),
        Law("each step is rounded once", lambda f, rng: rounded_once(f, rng), rtol=0, atol=0),
        Case("float32.log32(floats(1.0)).tolist()", [0.0]),
        Case("float32.log32(floats(0.5, 2.0, 0.25)).tolist()", [-0.6931472, 0.6931472, -1.3862944]),
        Law("the logarithm", lambda f, rng: logarithms(f, rng), rtol=1e-6, atol=1e-7),
        Case("float32.log32(floats(0.9999999, 1e-7, 0.71, 0.7)).dtype.name", "float32"),
        Case("float32.log32(floats(0.6)).tolist()", [-0.5108255743980408], rtol=1e-7),
        Case("float32.log32(np.full((2, 3), 0.5, 'float32')).shape", (2, 3)),
        Case("sine_cosine32(floats(0.0))", (np.float32([0.0]), np.float32([1.0]))),
        Case("[round(float(one[0]), 6) for one in sine_cosine32(floats(0.3))]", [0.29552, 0.955337]),
        Case("[round(float(one[0]), 6) for one in sine_cosine32(floats(1.5))]", [0.997495, 0.070737]),
        Case("[round(float(one[0]), 6) for one in sine_cosine32(floats(1.8))]", [0.973848, -0.227202]),
        Case("[round(float(one[0]), 6) for one in sine_cosine32(floats(3.0))]", [0.14112, -0.989992]),
        Case("[round(float(one[0]), 6) for one in sine_cosine32(floats(4.5))]", [-0.97753, -0.210796]),
        Case("[round(float(one[0]), 6) for one in sine_cosine32(floats(6.0))]", [-0.279415, 0.96017]),
        Law("sine and cosine", lambda f, rng: sines(f, rng), rtol=1e-5, atol=2e-7),
        Case("sine_cosine32(floats(1.0))[0].dtype.name", "float32"),
        Case(
            "mt.randn(16, generator=mt.Generator().manual_seed(0)).tolist()[:4]",
            [-1.1258398294448853, -1.152360200881958, -0.2505785822868347, -0.4338788092136383],
            rtol=1e-6,
        ),
    ],
    wrong=[
        Wrong(
            horner(
                "value = coefficients[0]\n            for coefficient in coefficients[1:]:\n"
                "                value = x * value + coefficient\n            return value"
            )
            + LOG
            + SINE,
            "Products and sums are rounded one by one here, and the last bit is sometimes another than "
            "PyTorch's. Begin with the highest "
            "power, and take one multiply_add for each further coefficient: it rounds once.",
        ),
        Wrong(
            horner(
                "value = coefficients[-1]\n            for coefficient in coefficients[-2::-1]:\n"
                "                value = multiply_add(x, value, coefficient)\n            return value"
            )
            + LOG
            + SINE,
            "The coefficients come with the highest power's first: begin at the front.",
        ),
        Wrong(
            horner(
                "value = coefficients[0]\n            for coefficient in coefficients:\n"
                "                value = multiply_add(x, value, coefficient)\n            return value"
            )
            + LOG
            + SINE,
            "The first coefficient is used twice: the loop has to begin with the second.",
        ),
        Wrong(
            POLYNOMIAL + logarithm("return log_of_parts(m, exponent)") + SINE,
            "frexp gives x = m * 2**exponent, with m from 0.5 up to 1. log_of_parts wants what m is above 1, "
            "near 0: where m is small, "
            "double it and take 1 from the exponent; then subtract 1.",
        ),
        Wrong(
            POLYNOMIAL + logarithm("return log_of_parts(m - 1, exponent)") + SINE,
            "For m near 0.5, m - 1 is near -0.5, and there the polynomial is not good. Where m is below the root "
            "of one half, double it, "
            "and take 1 from the exponent.",
        ),
        Wrong(
            POLYNOMIAL + logarithm("return log_of_parts(2 * m - 1, exponent - 1)") + SINE,
            "For m near 1, 2 * m - 1 is near 1, and there the polynomial is not good. Double only what is below the root of one half.",
        ),
        Wrong(
            POLYNOMIAL
            + logarithm(
                "small = m < np.float32(math.sqrt(0.5))\n            return log_of_parts(np.where(small, 2 * m, m) - 1, exponent)"
            )
            + SINE,
            "Where m is doubled, the exponent has to be one less, or the number is twice as large.",
        ),
        Wrong(
            POLYNOMIAL
            + logarithm(
                "small = m < np.float32(math.sqrt(0.5))\n"
                "            return log_of_parts(np.where(small, 2 * m, m) - 1, exponent + small)"
            )
            + SINE,
            "Where m is doubled, the exponent has to be one less, not one more: x is m * 2**exponent all the while.",
        ),
        Wrong(
            POLYNOMIAL
            + logarithm(
                "small = m < np.float32(math.sqrt(0.5))\n"
                "            return log_of_parts(np.where(small, 2 * m, m), exponent - small)"
            )
            + SINE,
            "log_of_parts wants what m is above 1: subtract 1 in the end.",
        ),
        Wrong(
            POLYNOMIAL + LOG + turned("return sine, cosine"),
            "These are sine and cosine of the rest. The quarter turns before it have to be put back: each takes (cosine, sine) to "
            "(-sine, cosine).",
        ),
        Wrong(
            POLYNOMIAL
            + LOG
            + turned(
                "odd, back = quarters % 2 == 1, quarters % 4 >= 2\n"
                "            sine, cosine = np.where(odd, cosine, sine), np.where(odd, sine, cosine)\n"
                "            return np.where(back, -sine, sine), np.where(back, -cosine, cosine)"
            ),
            "After one quarter turn the sine is the cosine of the rest, and the cosine is *minus* its sine.",
        ),
        Wrong(
            POLYNOMIAL
            + LOG
            + turned(
                "odd = quarters % 2 == 1\n            return np.where(odd, cosine, sine), np.where(odd, -sine, cosine)"
            ),
            "After half a turn both have changed their sign, and so for three quarters: quarters 2 and 3.",
        ),
        Wrong(
            POLYNOMIAL
            + LOG
            + turned(
                "odd, back = quarters % 2 == 1, quarters >= 2\n"
                "            sine, cosine = np.where(odd, cosine, sine), np.where(odd, -sine, cosine)\n"
                "            return np.where(back, -sine, sine), np.where(back, -cosine, cosine)"
            ),
            "Four quarters are a full turn, and change nothing: look at the remainder, quarters % 4.",
        ),
        Wrong(
            POLYNOMIAL
            + LOG
            + turned(
                "odd, back = quarters % 2 == 1, quarters % 4 >= 2\n"
                "            sine, cosine = np.where(odd, cosine, sine), np.where(odd, -sine, cosine)\n"
                "            return np.where(back, -cosine, cosine), np.where(back, -sine, sine)"
            ),
            "The sine is returned first, and then the cosine.",
        ),
        Wrong(
            POLYNOMIAL
            + LOG
            + turned(
                "odd, back = quarters % 2 == 1, quarters % 4 >= 2\n"
                "            sine = np.where(odd, cosine, sine)\n            cosine = np.where(odd, -sine, cosine)\n"
                "            return np.where(back, -sine, sine), np.where(back, -cosine, cosine)"
            ),
            "The second line uses the sine that the first has just changed. Exchange both at once, or keep the old one.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: error is None and isinstance(expected, tuple) and isinstance(got, tuple),
            "At the angle 0 the sine is 0 and the cosine is 1. The sine is returned first, and then the cosine.",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, list) and expected == [0.997495, 0.070737],
            "One quarter turn takes the point (cosine, sine) to (-sine, cosine).",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None and isinstance(got, list) and expected == [17.0, 2.0] and got == [9.0, 0.0]
            ),
            "multiply_add(x, value, coefficient) is x * value + coefficient. Here value and coefficient have changed places.",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, list) and expected == [7.0] and got == [3.0],
            "The first coefficient is lost: `value` begins with it.",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, list) and expected == [7.0] and got == [2.0],
            "The last coefficient is not used: the loop ends one step too early. Is the `return` inside it, or its range too short?",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, list) and expected == [0.0],
            "The logarithm of 1 is 0. frexp gives m = 0.5 and exponent = 1 for it; 0.5 is below the root of one "
            "half, so m becomes 1 and the exponent 0; and what m is above 1 is 0.",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, list) and expected == [0.973848, -0.227202],
            "One quarter turn takes the point (cosine, sine) to (-sine, cosine).",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, list) and expected == [0.14112, -0.989992],
            "Two quarter turns change the signs of both.",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, list) and expected == [-0.97753, -0.210796],
            "Three quarter turns are two, which change both signs, and one more, which exchanges the two and takes a minus.",
        ),
        Mistake(
            lambda expected, got, error: error is None and isinstance(got, list) and expected == [-0.279415, 0.96017],
            "Four quarter turns are a full one, and change nothing: look at the remainder, quarters % 4.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and error is None and not isinstance(got, tuple),
            "Both are returned: the sine, and then the cosine.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, IndexError) or isinstance(error, ValueError) and "unpack" in str(error)
            ),
            "Both are returned: the sine, and then the cosine.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'float' object has no attribute" in str(error)
            ),
            "multiply_add wants NumPy's numbers: the coefficients are float32 already, and a Python number is not.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "truth value of an array" in str(error),
            "There are many numbers at once, and `if` asks about one. np.where(condition, a, b) chooses place by place.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, (TypeError, AttributeError)) and "NoneType" in str(error),
            "A function returns None: polynomial and log32 return an array, sine_cosine32 two.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "boolean subtract" in str(error),
            "NumPy does not subtract truth values from each other. From the integers in `exponent` it does.",
        ),
    ],
    forbids={
        "np.log": "That is NumPy's logarithm, rounded in its own way. Here it is to be built.",
        "math.log": "That is Python's logarithm, of one number and rounded in its own way. Here it is to be built.",
        "np.sin": "That is NumPy's sine, rounded in its own way. Here it is to be built.",
        "np.cos": "That is NumPy's cosine, rounded in its own way. Here it is to be built.",
        "polyval": "polyval rounds every product and every sum. Here each step is one multiply_add.",
    },
    hints=[
        "4x² + 3x + 2 is (4x + 3)x + 2. And a quarter turn takes the point (cosine, sine) to (-sine, cosine).",
        "polynomial: begin with the first coefficient; for each further one, multiply by x and add it. "
        "log32: where m is below the root of "
        "one half, it doubles and the exponent falls by 1; then m - 1. sine_cosine32: an odd number of "
        "quarters exchanges the two, with a "
        "minus; two or three quarters turn both signs.",
        "`value = multiply_add(x, value, coefficient)`; `small = m < np.float32(math.sqrt(0.5))`, `m = "
        "np.where(small, 2 * m, m) - 1`, "
        "`log_of_parts(m, exponent - small)`; `odd, back = quarters % 2 == 1, quarters % 4 >= 2`, then np.where twice.",
    ],
)


def rounded_once(f, rng):
    from fractions import Fraction

    from minitorch.random import float32

    x, coefficients = rng.random(50).astype(np.float32), rng.standard_normal(5).astype(np.float32)
    expected = []
    for one in x:
        value = coefficients[0]
        for c in coefficients[1:]:
            value = np.float32(float(Fraction(float(one)) * Fraction(float(value)) + Fraction(float(c))))
        expected.append(float(value))
    return {"x": x, "coefficients": coefficients}, expected, float32.polynomial(x, coefficients).tolist()


def logarithms(f, rng):
    from minitorch.random import float32

    x = rng.uniform(1e-6, 1, 40).astype(np.float32)
    return {"x": x}, [math.log(one) for one in x.tolist()], float32.log32(x).tolist()


def sines(f, rng):
    x = rng.uniform(0, 2 * math.pi, 40).astype(np.float32)
    sine, cosine = f(x)
    return (
        {"x": x},
        [(math.sin(one), math.cos(one)) for one in x.tolist()],
        list(zip(sine.tolist(), cosine.tolist(), strict=True)),
    )
