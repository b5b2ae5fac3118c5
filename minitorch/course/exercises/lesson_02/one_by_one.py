"""Normal numbers, two at a time."""

import math

from minitorch.random import distributions

from ...define import Case, Exercise, Law, Mistake, Wrong

SETUP = """
import math

from minitorch.random import distributions
from minitorch.random.distributions import fractions


def seeded(seed):
    return mt.Generator().manual_seed(seed)
"""
POINT = '''
        def box_muller(direction, chance):
            """A random point (x, y) of the plane, from two fractions in [0, 1): an angle, and a distance."""
            angle = 2 * math.pi * direction
            radius = math.sqrt(-2 * math.log1p(-chance))
            return radius * math.cos(angle), radius * math.sin(angle)
'''
LIST = '''
        def one_by_one(n, generator):
            """A list of n normal numbers; of each pair, the second waits in generator._spare until it is needed."""
            numbers = []
            for _ in range(n):
                number, generator._spare = generator._spare, None
                if number is None:
                    number, generator._spare = box_muller(*fractions(2, np.float64, generator).tolist())
                numbers.append(number)
            return numbers
'''


def point(angle="2 * math.pi * direction", radius="math.sqrt(-2 * math.log1p(-chance))", result=None):
    return f"""
        def box_muller(direction, chance):
            angle = {angle}
            radius = {radius}
            return {result or "radius * math.cos(angle), radius * math.sin(angle)"}
"""


exercise = Exercise(
    "one_by_one",
    title="Normal numbers, two at a time",
    difficulty=3,
    minutes=9,
    target="minitorch.random.distributions:one_by_one",
    covers={"box_muller": "minitorch.random.distributions:box_muller"},
    installed=True,
    setup=SETUP,
    stub='''
        def box_muller(direction, chance):
            """A random point (x, y) of the plane, from two fractions in [0, 1): an angle, and a distance."""
            ...

        def one_by_one(n, generator):
            """A list of n normal numbers; of each pair, the second waits in generator._spare until it is needed."""
            ...
    ''',
    solution=POINT + LIST,
    why="The cloud of normal points is round, so every direction is equally likely. How far out a point lies is the inverse "
    "of the chance 1 - exp(-r² / 2) to lie within r. A point has two coordinates, so the second waits for the next call.",
    facts=[
        Case("distributions.box_muller(0.0, 0.5)", (1.1774100225, 0.0)),
        Case("distributions.box_muller(0.25, 0.5)", (0.0, 1.1774100225)),
        Case("distributions.box_muller(0.5, 0.5)", (-1.1774100225, 0.0)),
        Case("distributions.box_muller(0.3, 0.0)", (0.0, 0.0)),
        Case("distributions.box_muller(0.125, 0.8646647167633873)", (1.4142135624, 1.4142135624)),
        Law("the distance follows from the chance, the direction from the angle", lambda f, rng: polar(f, rng)),
        Case("one_by_one(2, seeded(0))", [1.5409961082, -0.2934289058]),
        Case("one_by_one(3, seeded(0))", [1.5409961082, -0.2934289058, -2.1787893821]),
        Case("one_by_one(5, seeded(0))", [1.5409961082, -0.2934289058, -2.1787893821, 0.5684312773, -1.0845223424]),
        Case("one_by_one(0, seeded(0))", []),
        Case(
            """
            g = seeded(0)
            one_by_one(1, g) + one_by_one(1, g) + one_by_one(1, g)
            """,
            [1.5409961082, -0.2934289058, -2.1787893821],
            changes=True,
        ),
        Case(
            """
            g = seeded(0)
            one_by_one(1, g)
            g._spare
            """,
            -0.2934289058,
            changes=True,
        ),
        Case(
            """
            g = seeded(0)
            one_by_one(2, g)
            g._spare
            """,
            None,
            changes=True,
        ),
        Case("mt.randn(3, generator=seeded(0)).tolist()", [1.5409961082, -0.2934289058, -2.1787893821]),
    ],
    wrong=[
        Wrong(
            point(radius="math.sqrt(-2 * math.log(chance))") + LIST,
            "The fraction may be 0, and log(0) does not exist. It is never 1, so take the logarithm of 1 - chance.",
        ),
        Wrong(
            point(angle="math.pi * direction") + LIST,
            "A full turn is 2 pi. With half a turn, y would never be negative.",
        ),
        Wrong(
            point(angle="2 * math.pi * chance", radius="math.sqrt(-2 * math.log1p(-direction))") + LIST,
            "The two fractions have changed places: the first gives the angle, the second the distance.",
        ),
        Wrong(
            point(radius="-2 * math.log1p(-chance)") + LIST,
            "-2 log(1 - chance) is the squared distance. Take its square root.",
        ),
        Wrong(
            point(result="radius * math.sin(angle), radius * math.cos(angle)") + LIST,
            "x is the cosine's part and y the sine's: direction 0 points along x.",
        ),
        Wrong(
            point(angle="360 * direction") + LIST,
            "math.cos wants the angle in radians: a full turn is 2 pi, not 360.",
        ),
        Wrong(
            POINT
            + """
        def one_by_one(n, generator):
            numbers = []
            while len(numbers) < n:
                numbers += box_muller(*fractions(2, np.float64, generator).tolist())
            return numbers
""",
            "Every point gives two numbers, so this makes one too many where n is odd. The second has to wait in generator._spare.",
        ),
        Wrong(
            POINT
            + """
        def one_by_one(n, generator):
            numbers = []
            while len(numbers) < n:
                numbers += box_muller(*fractions(2, np.float64, generator).tolist())
            return numbers[:n]
""",
            "The second number of the last pair is thrown away. PyTorch keeps it, in generator._spare, for the next call.",
        ),
        Wrong(
            POINT
            + """
        def one_by_one(n, generator):
            return [box_muller(*fractions(2, np.float64, generator).tolist())[0] for _ in range(n)]
""",
            "Only the first number of each point is used. The second is normal, too, and is the next one.",
        ),
        Wrong(
            POINT
            + """
        def one_by_one(n, generator):
            numbers = []
            for _ in range(n):
                number = generator._spare
                if number is None:
                    number, generator._spare = box_muller(*fractions(2, np.float64, generator).tolist())
                numbers.append(number)
            return numbers
""",
            "The number that waits is used again and again. Whoever takes it leaves None in its place.",
        ),
        Wrong(
            POINT
            + """
        def one_by_one(n, generator):
            numbers = []
            for _ in range(n):
                number, generator._spare = generator._spare, None
                if number is None:
                    number, generator._spare = box_muller(*fractions(2, np.float32, generator).tolist())
                numbers.append(number)
            return numbers
""",
            "The fractions are float32 here. A single normal number is made in double precision: np.float64.",
        ),
        Wrong(
            POINT
            + """
        def one_by_one(n, generator):
            numbers = []
            for _ in range(n):
                number, generator._spare = generator._spare, None
                if not number:
                    generator._spare, number = box_muller(*fractions(2, np.float64, generator).tolist())
                numbers.append(number)
            return numbers
""",
            "The pair comes in the wrong order: x is handed out at once, and y waits.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(got, list) and bool(got) and isinstance(got[0], tuple),
            "A point is two numbers, and each of them is one of the n. Hand out x, and let y wait in generator._spare.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and bool(got) and isinstance(got[0], float) and abs(got[0] - expected[0]) > 1e-6
            ),
            "The first number is another one: box_muller is right, so look at what it is given. The first "
            "fraction is the direction, the second the chance.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and isinstance(expected, list) and len(got) < len(expected)
            ),
            "Fewer numbers than were asked for: when n is odd, one more point is needed, and its second number waits.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, tuple) and expected[0] == 1.1774100225 and abs(got[0] - expected[0]) > 1e-6
            ),
            "The distance is not right. Solve chance = 1 - exp(-r**2 / 2) for r: r**2 is -2 log(1 - chance).",
        ),
        Mistake(
            lambda expected, got, error: (
                "can only concatenate" in str(error) or isinstance(got, tuple) and isinstance(expected, list)
            ),
            "A list of Python's numbers is asked for.",
        ),
        Mistake(
            lambda expected, got, error: "missing 1 required positional argument" in str(error),
            "box_muller takes two fractions: `box_muller(*fractions(2, np.float64, generator))`, with the star.",
        ),
    ],
    forbids={
        "randn": "randn calls the very function that you write.",
        "np.random": "NumPy draws other numbers. Begin with `fractions`.",
    },
    hints=[
        "box_muller: the first fraction chooses an angle between 0 and a full turn, the second a distance. one_by_one: what may lie "
        "ready before you draw?",
        "A point lies within r with chance 1 - exp(-r**2 / 2). Set this equal to `chance` and solve for r. For each number: take the "
        "one that waits, if there is one; otherwise make a pair, hand out the first and let the second wait.",
        "`radius = math.sqrt(-2 * math.log1p(-chance))`; `radius * math.cos(angle), radius * math.sin(angle)`. In the loop, "
        "`number, generator._spare = generator._spare, None`, and if it is None "
        "`number, generator._spare = box_muller(*fractions(2, np.float64, generator).tolist())`.",
    ],
)


def polar(f, rng):
    direction, chance = float(rng.random()), float(rng.random()) * 0.99
    turn, squared = direction * math.tau, -2 * math.log1p(-chance)
    expected = (squared**0.5 * math.cos(turn), squared**0.5 * math.sin(turn))
    return {"direction": direction, "chance": chance}, expected, distributions.box_muller(direction, chance)
