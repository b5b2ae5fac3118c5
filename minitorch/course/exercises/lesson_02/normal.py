"""Normal numbers, sixteen at a time."""

import math

from minitorch.random import distributions

from ...define import Case, Exercise, Law, Mistake, Wrong

SETUP = """
import math

from minitorch.random import distributions
from minitorch.random.distributions import chosen, in_parts, one_by_one, rounded, rows_of_sixteen, working_type
from minitorch.random.float32 import log, multiply_add, sine_cosine

FLOAT32, FLOAT64 = np.dtype("float32"), np.dtype("float64")
QUARTERS = np.array([[0.5] * 8 + [0.0, 0.25, 0.5, 0.75, 0.0, 0.25, 0.5, 0.75]])


def seeded(seed):
    return mt.Generator().manual_seed(seed)


def some_rows(n):
    \"\"\"n rows of fractions, different in each place.\"\"\"
    return (np.arange(16 * n).reshape(n, 16) + 0.5) / (16 * n)
"""
POINT = '''
        def box_muller(direction, chance):
            """A random point (x, y) of the plane, from two fractions in [0, 1): an angle, and a distance."""
            angle, radius = 2 * math.pi * direction, math.sqrt(-2 * math.log1p(-chance))
            return radius * math.cos(angle), radius * math.sin(angle)
'''
ROWS = '''
        def by_sixteen(rows, n):
            """n normal numbers from rows of fractions, eight for the distance and eight for the direction; the last 16 overlap."""
            radius = np.sqrt(-2 * log(1 - rows[:, :8]))
            sine, cosine = sine_cosine(2 * math.pi * rows[:, 8:])
            numbers = np.concatenate([radius * cosine, radius * sine], axis=1).reshape(-1)
            if n % 16:
                numbers = np.append(numbers[: n - 16], numbers[-16:])
            return numbers
'''
NORMAL = '''
        def normal(shape, np_dtype, mean=0.0, std=1.0, generator=None):
            """Numbers from the normal distribution. Fewer than 16 are made one by one, others by the row of sixteen."""
            if np_dtype.kind == "c":  # the parts share the variance
                return in_parts(normal, shape, np_dtype, mean, std / math.sqrt(2), generator)
            real, n, generator = working_type(np_dtype, "normal_kernel_cpu"), math.prod(shape), chosen(generator)
            if n < 16:
                values, real = np.array(one_by_one(n, generator)), np.float64
            else:
                values = by_sixteen(rows_of_sixteen(n, np_dtype, real, generator), n)
            return rounded(multiply_add(values, real(std), real(mean)), np_dtype).reshape(shape)
'''


def point(angle="2 * math.pi * direction", radius="math.sqrt(-2 * math.log1p(-chance))", result=None):
    return f"""
        def box_muller(direction, chance):
            angle = {angle}
            radius = {radius}
            return {result or "radius * math.cos(angle), radius * math.sin(angle)"}
"""


def rows(
    radius="np.sqrt(-2 * log(1 - rows[:, :8]))",
    turned="sine_cosine(2 * math.pi * rows[:, 8:])",
    joined="np.concatenate([radius * cosine, radius * sine], axis=1).reshape(-1)",
    end="if n % 16:\n                numbers = np.append(numbers[: n - 16], numbers[-16:])\n            return numbers",
):
    return f"""
        def by_sixteen(rows, n):
            radius = {radius}
            sine, cosine = {turned}
            numbers = {joined}
            {end}
"""


def choosing(lines):
    return f"""
        def normal(shape, np_dtype, mean=0.0, std=1.0, generator=None):
            if np_dtype.kind == "c":
                return in_parts(normal, shape, np_dtype, mean, std / math.sqrt(2), generator)
            real, n, generator = working_type(np_dtype, "normal_kernel_cpu"), math.prod(shape), chosen(generator)
            {lines}
            return rounded(multiply_add(values, real(std), real(mean)), np_dtype).reshape(shape)
"""


exercise = Exercise(
    "normal",
    title="Normal numbers, sixteen at a time",
    difficulty=3,
    minutes=9,
    target="minitorch.random.distributions:normal",
    covers={
        "box_muller": "minitorch.random.distributions:box_muller",
        "by_sixteen": "minitorch.random.distributions:by_sixteen",
    },
    installed=True,
    setup=SETUP,
    stub='''
        def box_muller(direction, chance):
            """A random point (x, y) of the plane, from two fractions in [0, 1): an angle, and a distance."""
            ...

        def by_sixteen(rows, n):
            """n normal numbers from rows of fractions, eight for the distance and eight for the direction; the last 16 overlap."""
            ...

        def normal(shape, np_dtype, mean=0.0, std=1.0, generator=None):
            """Numbers from the normal distribution. Fewer than 16 are made one by one, others by the row of sixteen."""
            if np_dtype.kind == "c":  # the parts share the variance
                return in_parts(normal, shape, np_dtype, mean, std / math.sqrt(2), generator)
            real, n, generator = working_type(np_dtype, "normal_kernel_cpu"), math.prod(shape), chosen(generator)
            if n < 16:
                ...
            else:
                ...
            return rounded(multiply_add(values, real(std), real(mean)), np_dtype).reshape(shape)
    ''',
    solution=POINT + ROWS + NORMAL,
    why="The cloud of normal points is round, so every direction is equally likely. How far out a point lies is the inverse "
    "of the chance 1 - exp(-r² / 2) to lie within r. The row of sixteen does the same eight times at once.",
    facts=[
        Case("distributions.box_muller(0.0, 0.5)", (1.1774100225, 0.0)),
        Case("distributions.box_muller(0.25, 0.5)", (0.0, 1.1774100225)),
        Case("distributions.box_muller(0.5, 0.5)", (-1.1774100225, 0.0)),
        Case("distributions.box_muller(0.3, 0.0)", (0.0, 0.0)),
        Case("distributions.box_muller(0.125, 0.8646647167633873)", (1.4142135624, 1.4142135624)),
        Law("the distance follows from the chance, the direction from the angle", lambda f, rng: polar(f, rng)),
        Case(
            "distributions.by_sixteen(QUARTERS, 16).tolist()",
            [
                1.17741,
                0.0,
                -1.17741,
                0.0,
                1.17741,
                0.0,
                -1.17741,
                0.0,
                0.0,
                1.17741,
                0.0,
                -1.17741,
                0.0,
                1.17741,
                0.0,
                -1.17741,
            ],
        ),
        Law("the distance of each pair", lambda f, rng: distances(f, rng)),
        Case("distributions.by_sixteen(some_rows(3), 48).shape", (48,)),
        Case("distributions.by_sixteen(some_rows(2).astype('float32'), 32).dtype.name", "float32"),
        Case(
            "a, b = distributions.by_sixteen(some_rows(3), 48), distributions.by_sixteen(some_rows(3), 40)\n"
            "b.shape, bool((b[:24] == a[:24]).all()), bool((b[24:] == a[32:]).all())",
            ((40,), True, True),
        ),
        Case(
            "normal((16,), FLOAT32, generator=seeded(0)).tolist()[:4]",
            [-1.1258398294448853, -1.152360200881958, -0.2505785822868347, -0.4338788092136383],
        ),
        Case(
            "normal((17,), FLOAT32, generator=seeded(0)).tolist()[:3]",
            [-1.1258398294448853, -1.6959311962127686, 0.5666506290435791],
        ),
        Case(
            "normal((4, 4), FLOAT32, 5.0, 2.0, seeded(0)).tolist()[0]",
            [2.7483203411102295, 2.695279598236084, 4.498842716217041, 4.132242202758789],
        ),
        Case("normal((3,), FLOAT32, generator=seeded(0)).tolist()", [1.5409960746765137, -0.2934289, -2.1787893]),
        Case(
            "normal((3,), FLOAT32, 5.0, 2.0, seeded(0)).tolist()",
            [8.081992149353027, 4.413142204284668, 0.6424212455749512],
        ),
        Case(
            "normal((15,), FLOAT64, generator=seeded(0)).tolist()[:2]",
            [1.5409961082440804, -0.29342890585140344],
            rtol=1e-12,
        ),
        Case(
            "normal((16,), FLOAT64, generator=seeded(0)).tolist()[:3]",
            [-2.310411800234176, -0.3732508612577643, -1.0608166785462863],
            rtol=1e-12,
        ),
        Case(
            "normal((), FLOAT32).shape, normal((0, 3), FLOAT32).shape, normal((5, 5), FLOAT32).shape",
            ((), (0, 3), (5, 5)),
        ),
        Case(
            "normal((8,), FLOAT32, 0.1, 0.3, seeded(0)).tolist()",
            [
                0.5622988343238831,
                0.011971328407526016,
                -0.5536367893218994,
                0.2705293893814087,
                -0.22535669803619385,
                -0.319578617811203,
                0.22100405395030975,
                0.35140788555145264,
            ],
            rtol=0,
            atol=0,
        ),
        Case("mt.randn(3, generator=seeded(0)).tolist()", [1.5409960746765137, -0.2934289, -2.1787893]),
    ],
    wrong=[
        Wrong(
            point(radius="math.sqrt(-2 * math.log(chance))") + ROWS + NORMAL,
            "The fraction may be 0, and log(0) does not exist. It is never 1, so take the logarithm of 1 - chance.",
        ),
        Wrong(
            point(angle="math.pi * direction") + ROWS + NORMAL,
            "A full turn is 2 pi. With half a turn, y would never be negative.",
        ),
        Wrong(
            point(angle="2 * math.pi * chance", radius="math.sqrt(-2 * math.log1p(-direction))") + ROWS + NORMAL,
            "The two fractions have changed places: the first gives the angle, the second the distance.",
        ),
        Wrong(
            point(radius="-2 * math.log1p(-chance)") + ROWS + NORMAL,
            "-2 log(1 - chance) is the squared distance. Take its square root.",
        ),
        Wrong(
            point(result="radius * math.sin(angle), radius * math.cos(angle)") + ROWS + NORMAL,
            "x is the cosine's part and y the sine's: direction 0 points along x.",
        ),
        Wrong(
            point(angle="360 * direction") + ROWS + NORMAL,
            "math.cos wants the angle in radians: a full turn is 2 pi, not 360.",
        ),
        Wrong(
            POINT + rows(joined="np.concatenate([radius * cosine, radius * sine]).reshape(-1)") + NORMAL,
            "All the x come first here, and then all the y. Each row has its eight x and then its eight y: join them along axis 1.",
        ),
        Wrong(
            POINT + rows(joined="np.stack([radius * cosine, radius * sine], axis=2).reshape(-1)") + NORMAL,
            "x and y take turns here. In PyTorch's rows the eight x come first, and then the eight y.",
        ),
        Wrong(
            POINT + rows(joined="np.concatenate([radius * sine, radius * cosine], axis=1).reshape(-1)") + NORMAL,
            "The y come before the x here. x is the cosine's part, and the eight x come first.",
        ),
        Wrong(
            POINT + rows(joined="np.concatenate([radius * cosine, radius * sine], axis=1)") + NORMAL,
            "The numbers still stand in rows. One long row is asked for: reshape(-1).",
        ),
        Wrong(
            POINT + rows(turned="sine_cosine(rows[:, 8:])") + NORMAL,
            "A fraction is not an angle yet: a full turn is 2 pi.",
        ),
        Wrong(
            POINT
            + rows(radius="np.sqrt(-2 * log(1 - rows[:, 8:]))", turned="sine_cosine(2 * math.pi * rows[:, :8])")
            + NORMAL,
            "The halves of the row have changed places: the first eight fractions are for the distances, the "
            "others for the directions.",
        ),
        Wrong(
            POINT
            + rows(radius="np.sqrt(-2 * log(1 - rows[:, 0::2]))", turned="sine_cosine(2 * math.pi * rows[:, 1::2])")
            + NORMAL,
            "Distances and directions do not take turns in a row: the first eight fractions are for the distances, the others for the "
            "directions.",
        ),
        Wrong(
            POINT + rows(end="return numbers") + NORMAL,
            "Where n is no multiple of 16 there are too many numbers: the last row takes the places of the last sixteen.",
        ),
        Wrong(
            POINT + rows(end="return numbers[:n]") + NORMAL,
            "The end is cut off here. PyTorch writes the last row over the last sixteen places: numbers[:n - "
            "16], and then all of that row.",
        ),
        Wrong(
            POINT + rows(radius="np.sqrt(-2 * np.log(rows[:, :8]))") + NORMAL,
            "The fraction may be 0, and log(0) does not exist. It is never 1, so take the logarithm of 1 minus the fraction.",
        ),
        Wrong(
            POINT + ROWS + choosing("values = by_sixteen(rows_of_sixteen(n, np_dtype, real, generator), n)"),
            "Fewer than 16 numbers do not fill a row: one_by_one makes those.",
        ),
        Wrong(
            POINT + ROWS + choosing("values, real = np.array(one_by_one(n, generator)), np.float64"),
            "From 16 numbers on, PyTorch makes them by rows of sixteen, and they are other numbers.",
        ),
        Wrong(
            POINT
            + ROWS
            + choosing(
                "if n <= 16:\n                values, real = np.array(one_by_one(n, generator)), np.float64\n"
                "            else:\n                values = by_sixteen(rows_of_sixteen(n, np_dtype, real, generator), n)"
            ),
            "Sixteen numbers fill a row: only fewer than 16 are made one by one.",
        ),
        Wrong(
            POINT
            + ROWS
            + choosing(
                "if n < 16:\n                values = np.array(one_by_one(n, generator), real)\n"
                "            else:\n                values = by_sixteen(rows_of_sixteen(n, np_dtype, real, generator), n)"
            ).replace("np.array(one_by_one(n, generator), real)", "one_by_one(n, generator)"),
            "one_by_one makes a list. multiply_add wants an array: np.array(...).",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and isinstance(expected, list) and len(expected) == len(got) == 8
            ),
            "Fewer than 16 numbers are made, and stretched, in double precision: the list becomes an array of "
            "float64, and real is np.float64. Only the last line rounds.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "math domain" in str(error),
            "The logarithm of 1 - chance exists, for chance is below 1; and -2 times it is not negative, so it has a root.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list)
                and isinstance(expected, list)
                and len(expected) == 16
                and expected[0] == 1.17741
                and got == []
            ),
            "rows[:8] are the first eight rows. Of every row the first eight fractions are rows[:, :8].",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list)
                and isinstance(expected, list)
                and len(expected) == 16
                and expected[0] == 1.17741
                and got[0] != got[0]
            ),
            "The root of a negative number: the squared distance is -2 times the logarithm, which is negative itself.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list)
                and isinstance(expected, list)
                and len(expected) == 16
                and expected[0] == 1.17741
                and abs(got[0] - 1) < 1e-6
            ),
            "All these points lie at distance 1. Multiply by the radius.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list)
                and isinstance(expected, list)
                and len(expected) == 16
                and expected[0] == 1.17741
                and abs(got[1]) > 1e-6
            ),
            "The angles are not right. A fraction times a full turn, 2 pi, is the angle that sine_cosine wants; "
            "the directions are rows[:, 8:].",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'list' object" in str(error),
            "one_by_one makes a list. multiply_add wants an array: np.array(...).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, NameError) and "values" in str(error),
            "The last line stretches `values`: both ways have to put their numbers there.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, tuple) and expected[0] == 1.1774100225 and abs(got[0] - expected[0]) > 1e-6
            ),
            "The distance is not right. Solve chance = 1 - exp(-r**2 / 2) for r: r**2 is -2 log(1 - chance).",
        ),
        Mistake(
            lambda expected, got, error: "cannot reshape array" in str(error),
            "n numbers are wanted, as many as the shape has places. Where n is no multiple of 16, the last row "
            "takes the places of the "
            "last sixteen.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "only" in str(error) and "scalar" in str(error)
            ),
            "The functions of `math` take one number. For arrays there are np.sqrt, and log and sine_cosine of float32.py.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'NoneType'" in str(error),
            "A function returns None: box_muller a pair, by_sixteen an array.",
        ),
        Mistake(
            lambda expected, got, error: expected == "float32" and got == "float64",
            "The fractions are float32, and the numbers have become float64 on the way: NumPy's arrays and Python's numbers keep the "
            "dtype, lists and np.float64 do not.",
        ),
    ],
    forbids={
        "randn": "randn calls the very function that you write.",
        "np.random": "NumPy draws other numbers. Begin with the fractions.",
    },
    hints=[
        "box_muller: the first fraction chooses an angle between 0 and a full turn, the second a distance. "
        "by_sixteen does the same with "
        "arrays: rows[:, :8] are the chances, rows[:, 8:] the directions.",
        "A point lies within r with chance 1 - exp(-r**2 / 2). Set this equal to `chance` and solve for r. "
        "Then x is radius * cosine, and "
        "y radius * sine: eight of the one and eight of the other in each row. normal: n < 16, or not.",
        "`radius = np.sqrt(-2 * log(1 - rows[:, :8]))`, `sine, cosine = sine_cosine(2 * math.pi * rows[:, 8:])`, "
        "`np.concatenate([radius * cosine, radius * sine], axis=1).reshape(-1)`, `np.append(numbers[: n - 16], numbers[-16:])`; "
        "`values, real = np.array(one_by_one(n, generator)), np.float64`.",
    ],
)


def polar(f, rng):
    direction, chance = float(rng.random()), float(rng.random()) * 0.99
    turn, squared = direction * math.tau, -2 * math.log1p(-chance)
    expected = (squared**0.5 * math.cos(turn), squared**0.5 * math.sin(turn))
    return {"direction": direction, "chance": chance}, expected, distributions.box_muller(direction, chance)


def distances(f, rng):
    rows = rng.random((2, 16)) * 0.99
    got = distributions.by_sixteen(rows, 32).reshape(2, 16)
    expected = [(-2 * math.log1p(-chance)) for row in rows.tolist() for chance in row[:8]]
    return (
        {"rows": rows},
        expected,
        [x * x + y * y for row in got.tolist() for x, y in zip(row[:8], row[8:], strict=True)],
    )
