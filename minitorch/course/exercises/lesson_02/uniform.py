"""Fractions stretched to a range, and compared with a chance."""

from minitorch.random import distributions

from ...define import A, Case, Exercise, Law, Mistake, Wrong

SETUP = """
import math

from minitorch.random import distributions
from minitorch.random.distributions import chances, chosen, fractions, in_parts, working_type
from minitorch.random.float32 import multiply_add

FLOAT16, FLOAT32, FLOAT64 = np.dtype("float16"), np.dtype("float32"), np.dtype("float64")


def seeded(seed):
    return mt.Generator().manual_seed(seed)


def one_word(g):
    \"\"\"The next word of a generator: it tells how many have been drawn.\"\"\"
    return g.words(1).tolist()[0]
"""
STRETCHED = '''
        def stretched(values, low, high, np_dtype):
            """Fractions from [0, 1), stretched to [low, high) and rounded to a dtype."""
            values = multiply_add(values, high - low, low).astype(np_dtype)
            values[values >= high.astype(np_dtype)] = low
            return values
'''
BERNOULLI = '''
        def bernoulli(p, shape, np_dtype, generator=None):
            """1 with probability p, else 0; p is a number, or an array with a probability for each place."""
            p, real = chances(p)
            values = fractions(math.prod(shape), real, chosen(generator)).reshape(shape)
            return (values < p).astype(np_dtype)
'''
UNIFORM = '''
        def uniform(shape, np_dtype, low=0.0, high=1.0, generator=None):
            """Numbers drawn evenly from [low, high)."""
            if np_dtype.kind == "c":
                return in_parts(uniform, shape, np_dtype, low, high, generator)
            real = working_type(np_dtype, "check_uniform_bounds")
            values = fractions(math.prod(shape), real, chosen(generator))
            return stretched(values, real(low), real(high), np_dtype).reshape(shape)
'''


def stretching(lines):
    return f"""
        def stretched(values, low, high, np_dtype):
            {lines}
"""


def tossing(lines):
    return f"""
        def bernoulli(p, shape, np_dtype, generator=None):
            p, real = chances(p)
            {lines}
"""


def drawing(lines):
    return f"""
        def uniform(shape, np_dtype, low=0.0, high=1.0, generator=None):
            if np_dtype.kind == "c":
                return in_parts(uniform, shape, np_dtype, low, high, generator)
            real = working_type(np_dtype, "check_uniform_bounds")
            {lines}
"""


exercise = Exercise(
    "uniform",
    title="Fractions stretched, and compared",
    difficulty=2,
    minutes=6,
    target="minitorch.random.distributions:uniform",
    covers={
        "stretched": "minitorch.random.distributions:stretched",
        "bernoulli": "minitorch.random.distributions:bernoulli",
    },
    installed=True,
    setup=SETUP,
    stub='''
        def stretched(values, low, high, np_dtype):
            """Fractions from [0, 1), stretched to [low, high) and rounded to a dtype."""
            ...

        def bernoulli(p, shape, np_dtype, generator=None):
            """1 with probability p, else 0; p is a number, or an array with a probability for each place."""
            p, real = chances(p)
            ...

        def uniform(shape, np_dtype, low=0.0, high=1.0, generator=None):
            """Numbers drawn evenly from [low, high)."""
            if np_dtype.kind == "c":
                return in_parts(uniform, shape, np_dtype, low, high, generator)
            real = working_type(np_dtype, "check_uniform_bounds")
            ...
            return stretched(values, real(low), real(high), np_dtype).reshape(shape)
    ''',
    solution=STRETCHED + BERNOULLI + UNIFORM,
    why="One multiplication and one addition take [0, 1) to [low, high); rounding may take a number to the end that is excluded, and "
    "that is put right. And a fraction is below p with probability p.",
    facts=[
        Case(
            "uniform((3,), FLOAT32, generator=seeded(0))",
            A([0.49625658988952637, 0.7682217955589294, 0.08847743272781372], "float32"),
            rtol=0,
            atol=0,
        ),
        Case(
            "uniform((2, 2), FLOAT32, 1.0, 2.0, seeded(0))",
            A([[1.4962565898895264, 1.7682218551635742], [1.088477373123169, 1.1320304870605469]], "float32"),
            rtol=1e-7,
            atol=0,
        ),
        Case(
            "uniform((5,), FLOAT32, -1.0, 1.0, seeded(0)).tolist()",
            [-0.007486820220947266, 0.5364435911178589, -0.8230451345443726, -0.7359390258789062, -0.3851543664932251],
            rtol=1e-6,
            atol=0,
        ),
        Case(
            "uniform((2,), FLOAT64, generator=seeded(0)).tolist()",
            [0.9700530018065531, 0.707819864399788],
            rtol=1e-15,
            atol=0,
        ),
        Case("uniform((3,), FLOAT16, generator=seeded(0)).dtype.name", "float16"),
        Case("uniform((), FLOAT32).shape, uniform((0, 3), FLOAT32).shape", ((), (0, 3))),
        Case(
            "distributions.stretched(np.array([0.5, 0.25]), np.float64(2), np.float64(6), FLOAT64).tolist()", [4.0, 3.0]
        ),
        Case(
            "distributions.stretched(np.array([0.5, 0.25]), np.float64(0), np.float64(1), FLOAT32).dtype.name",
            "float32",
        ),
        Case(
            "distributions.stretched(np.array([0.5, 0.99999994], 'float32'), np.float32(1), np.float32(2), FLOAT32).tolist()",
            [1.5, 1.0],
        ),
        Case(
            "distributions.stretched(np.array([0.5, 0.9999], 'float32'), np.float32(0), np.float32(1), FLOAT16).tolist()",
            [0.5, 0.0],
        ),
        Law("a stretch in float32 is rounded once", lambda f, rng: rounded_once(f, rng), rtol=0, atol=0),
        Case(
            """
            g = seeded(0)
            uniform((2,), FLOAT32, generator=g)
            one_word(g)
            """,
            3071714933,
            changes=True,
        ),
        Case(
            "uniform((2,), np.dtype('complex64'), generator=seeded(0)).tolist()",
            [0.49625658988952637 + 0.7682217955589294j, 0.08847743272781372 + 0.13203048706054688j],
        ),
        Case("uniform((2,), np.dtype('int64'))", raises=NotImplementedError, match="check_uniform_bounds"),
        Case(
            "distributions.bernoulli(np.array([0.5, 0.5, 0.5, 0.9, 0.1], 'float32'), (5,), FLOAT32, seeded(0))",
            A([1.0, 0.0, 1.0, 1.0, 0.0], "float32"),
        ),
        Case("distributions.bernoulli(np.array([1.0, 0.0], 'float32'), (2,), FLOAT32, seeded(3)).tolist()", [1.0, 0.0]),
        Case("distributions.bernoulli(1, (2, 2), np.dtype('int64')).tolist()", [[1, 1], [1, 1]]),
        Case("distributions.bernoulli(0.0, (3,), np.dtype('bool')).tolist()", [False, False, False]),
        Case("distributions.bernoulli(0.8, (3,), FLOAT64, seeded(0)).tolist()", [0.0, 1.0, 1.0]),
        Case("distributions.bernoulli(1.5, (3,), FLOAT32)", raises=RuntimeError, match="p to be in"),
        Case("distributions.bernoulli(0.5, (2, 3), FLOAT32).shape", (2, 3)),
        Case("mt.rand(2, generator=seeded(0)).tolist()", [0.49625658988952637, 0.7682217955589294], rtol=0, atol=0),
    ],
    wrong=[
        Wrong(
            stretching("return multiply_add(values, high - low, low).astype(np_dtype)") + BERNOULLI + UNIFORM,
            "Rounding takes a number just below the upper end to the end itself, which is excluded. Put `low` in "
            "its place, as PyTorch "
            "does.",
        ),
        Wrong(
            stretching(
                "values = (values * (high - low) + low).astype(np_dtype)\n"
                "            values[values >= high.astype(np_dtype)] = low\n            return values"
            )
            + BERNOULLI
            + UNIFORM,
            "Product and sum are rounded one after the other here, and the last bit is sometimes another than PyTorch's. multiply_add "
            "rounds once.",
        ),
        Wrong(
            stretching(
                "values = multiply_add(values, high, low).astype(np_dtype)\n"
                "            values[values >= high.astype(np_dtype)] = low\n            return values"
            )
            + BERNOULLI
            + UNIFORM,
            "The range is high - low wide: with a factor of `high`, numbers come out that are above it.",
        ),
        Wrong(
            stretching(
                "values = multiply_add(values, high - low, low)\n            values[values >= high] = low\n"
                "            return values.astype(np_dtype)"
            )
            + BERNOULLI
            + UNIFORM,
            "The numbers are rounded to the dtype after they were compared, and float16 rounds 0.9999 to 1. Round first.",
        ),
        Wrong(
            stretching(
                "values = multiply_add(values, high - low, low)\n            values[values >= high] = low\n            return values"
            )
            + BERNOULLI
            + UNIFORM,
            "The dtype asked for is not looked at: astype(np_dtype).",
        ),
        Wrong(
            STRETCHED
            + tossing(
                "values = fractions(math.prod(shape), real, chosen(generator)).reshape(shape)\n"
                "            return (values > p).astype(np_dtype)"
            )
            + UNIFORM,
            "The other way round: a fraction is *below* p with probability p.",
        ),
        Wrong(
            STRETCHED
            + tossing(
                "values = fractions(math.prod(shape), real, chosen(generator)).reshape(shape)\n            return values < p"
            )
            + UNIFORM,
            "These are truth values. astype(np_dtype) makes the numbers 1 and 0 of them, of the dtype that was asked for.",
        ),
        Wrong(
            STRETCHED
            + tossing(
                "values = fractions(math.prod(shape), real, chosen(generator))\n            return (values < p).astype(np_dtype)"
            )
            + UNIFORM,
            "The fractions stand in a row. Give them the shape before they are compared.",
        ),
        Wrong(
            STRETCHED
            + BERNOULLI
            + drawing(
                "values = fractions(math.prod(shape), real, chosen(generator))\n"
                "            return stretched(values, real(low), real(high), np_dtype)"
            ),
            "The numbers stand in a row. Give them the shape.",
        ),
        Wrong(
            STRETCHED
            + BERNOULLI
            + drawing(
                "values = fractions(math.prod(shape), np.float64, chosen(generator))\n"
                "            return stretched(values, real(low), real(high), np_dtype).reshape(shape)"
            ),
            "The fractions are of another type than asked for: a float32 takes one word and 24 bits of it. Draw in the type `real`.",
        ),
        Wrong(
            STRETCHED
            + BERNOULLI
            + drawing(
                "values = fractions(math.prod(shape), real, generator)\n"
                "            return stretched(values, real(low), real(high), np_dtype).reshape(shape)"
            ),
            "Who gives no generator draws from the default one: chosen(generator) sees to that.",
        ),
        Wrong(
            STRETCHED
            + BERNOULLI
            + drawing(
                "values = fractions(math.prod(shape), real, chosen(None))\n"
                "            return stretched(values, real(low), real(high), np_dtype).reshape(shape)"
            ),
            "The generator that was given is not drawn from: chosen(generator).",
        ),
        Wrong(
            STRETCHED
            + BERNOULLI
            + drawing(
                "values = fractions(math.prod(shape), real, chosen(generator))\n            return "
                "values.reshape(shape).astype(np_dtype)"
            ),
            "The range is not looked at: stretched takes [0, 1) to [low, high).",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                expected.values.tolist() == [1, 0, 1, 1, 0] and got.values.tolist() == [1, 1, 1, 1, 0]
            ),
            "One fraction decides about all places. Each place has a fraction of its own: math.prod(shape) of them.",
        ),
        Mistake(
            lambda expected, got, error: not got.values.any() and got.values.shape == expected.values.shape == (3,),
            "All are 0. The fractions are multiplied by the width, high - low, and then low is added.",
        ),
        Mistake(
            lambda expected, got, error: (
                abs(float(got.values[0]) - 0.50374) < 1e-4 and got.values.shape == expected.values.shape == (3,)
            ),
            "The range is turned round: the width is high - low, and what is added is low.",
        ),
        Mistake(
            lambda expected, got, error: (
                bool((got.values < 1).all()) and got.values.shape == expected.values.shape == (3,)
            ),
            "These are other numbers than those of the generator given: draw them all at once, from "
            "chosen(generator), and stretch them.",
        ),
        Mistake(
            lambda expected, got, error: (
                got.values.tolist() == [1.0, 0.0, 1.0, 0.0, 1.0] and got.values.shape == expected.values.shape == (5,)
            ),
            "These are 1 with the probability 1 - p. A fraction is below p with probability p.",
        ),
        Mistake(
            lambda expected, got, error: not got.values.any() and got.values.shape == expected.values.shape == (5,),
            "A fraction hardly ever hits p. It is *below* p with probability p.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, NotImplementedError),
            "np_dtype is the dtype of the answer, which may be an integer one. The fractions are drawn in the type `real`.",
        ),
        Mistake(
            lambda expected, got, error: expected == [0.9700530018065531, 0.707819864399788] and isinstance(got, list),
            "These are not the fractions of a float64: math.prod(shape) of them, in the type `real`, which is np.float64 itself.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected == [0.0, 1.0, 1.0],
            "For a number p the fractions are double: draw them in the type `real` that `chances` gives.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'float' object has no attribute" in str(error)
            ),
            "low and high have to be numbers of the type `real` when they go to stretched: real(low), real(high).",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'NoneType' object has no attribute" in str(error)
            ),
            "It returns None, or the default generator is missing: chosen(generator) is the one to draw from, and all three functions "
            "return an array.",
        ),
        Mistake(
            lambda expected, got, error: "cannot reshape array" in str(error) or "could not be broadcast" in str(error),
            "There must be as many fractions as the shape has places: math.prod(shape).",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None and expected == [1.5, 1.0] or expected == [0.5, 0.0] and error is None
            ),
            "A number that rounding has taken to the upper end, or beyond, becomes `low`, and all others stay. "
            "Round to the dtype first, "
            "and then compare with high.astype(np_dtype).",
        ),
        Mistake(
            lambda expected, got, error: type(got).__name__ == "Array" and type(expected).__name__ == "Array",
            "These are other numbers. A fraction times high - low, plus low: so it goes to stretched, from real(low) to real(high).",
        ),
    ],
    forbids={
        "np.random": "NumPy draws other numbers. Begin with `fractions`.",
        "mt.rand": "rand calls the very function that you write.",
    },
    hints=[
        "What do you multiply [0, 1) by to make it as wide as [low, high), and what do you add? And how "
        "often is a fraction below 0.3?",
        "stretched: multiply_add(values, high - low, low), rounded by astype; then what is not below high becomes low. bernoulli and "
        "uniform draw math.prod(shape) fractions of type `real` from chosen(generator).",
        "`values = multiply_add(values, high - low, low).astype(np_dtype)`, `values[values >= high.astype(np_dtype)] = low`; "
        "`(values < p).astype(np_dtype)`; `stretched(values, real(low), real(high), np_dtype).reshape(shape)`.",
    ],
)


def rounded_once(f, rng):
    from fractions import Fraction

    import numpy as np

    values = (rng.integers(0, 2**24, size=64) / 2**24).astype(np.float32)
    low, high = np.float32(-0.1), np.float32(0.2)
    exact = [Fraction(float(v)) * Fraction(float(high - low)) + Fraction(float(low)) for v in values]
    expected = [float(np.float32(float(one))) for one in exact]
    return (
        {"low": low, "high": high},
        expected,
        distributions.stretched(values, low, high, np.dtype("float32")).tolist(),
    )
