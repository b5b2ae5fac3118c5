"""Two normal numbers from two fractions."""

import math

from ...define import Case, Exercise, Law, Wrong

exercise = Exercise(
    "box_muller",
    title="Two normal numbers from two fractions",
    difficulty=3,
    minutes=10,
    stub='''
        def box_muller(direction, chance):
            """A random point (x, y) of the plane, from two fractions in [0, 1): an angle, and a distance."""
            ...
    ''',
    solution='''
        def box_muller(direction, chance):
            """A random point (x, y) of the plane, from two fractions in [0, 1): an angle, and a distance."""
            angle = 2 * math.pi * direction
            radius = math.sqrt(-2 * math.log(1 - chance))
            return radius * math.cos(angle), radius * math.sin(angle)
    ''',
    setup="import math\n",
    why="The cloud of normal points is round, so every direction is equally likely. How far out a point lies is the inverse "
    "of the chance 1 - exp(-r² / 2) to lie within r.",
    facts=[
        Case("box_muller(0.0, 0.5)", (1.1774100225, 0.0)),
        Case("box_muller(0.25, 0.5)", (0.0, 1.1774100225)),
        Case("box_muller(0.5, 0.5)", (-1.1774100225, 0.0)),
        Case("box_muller(0.3, 0.0)", (0.0, 0.0)),
        Case("box_muller(0.125, 0.8646647167633873)", (1.4142135624, 1.4142135624)),
        Law("the distance follows from the chance, the direction from the angle", lambda f, rng: polar(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def box_muller(direction, chance):
                angle = 2 * math.pi * direction
                radius = math.sqrt(-2 * math.log(chance))
                return radius * math.cos(angle), radius * math.sin(angle)
            """,
            "The fraction may be 0, and log(0) does not exist. It is never 1, so take the logarithm of 1 - chance.",
        ),
        Wrong(
            """
            def box_muller(direction, chance):
                angle = math.pi * direction
                radius = math.sqrt(-2 * math.log(1 - chance))
                return radius * math.cos(angle), radius * math.sin(angle)
            """,
            "A full turn is 2 pi. With half a turn, y would never be negative.",
        ),
        Wrong(
            """
            def box_muller(direction, chance):
                angle = 2 * math.pi * chance
                radius = math.sqrt(-2 * math.log(1 - direction))
                return radius * math.cos(angle), radius * math.sin(angle)
            """,
            "The two fractions have changed places: the first gives the angle, the second the distance.",
        ),
        Wrong(
            """
            def box_muller(direction, chance):
                angle = 2 * math.pi * direction
                radius = -2 * math.log(1 - chance)
                return radius * math.cos(angle), radius * math.sin(angle)
            """,
            "-2 log(1 - chance) is the squared distance. Take its square root.",
        ),
        Wrong(
            """
            def box_muller(direction, chance):
                angle = 2 * math.pi * direction
                radius = math.sqrt(-2 * math.log(1 - chance))
                return radius * math.sin(angle), radius * math.cos(angle)
            """,
            "x is the cosine's part and y the sine's: direction 0 points along x.",
        ),
        Wrong(
            """
            def box_muller(direction, chance):
                angle = 360 * direction
                radius = math.sqrt(-2 * math.log(1 - chance))
                return radius * math.cos(angle), radius * math.sin(angle)
            """,
            "math.cos wants the angle in radians: a full turn is 2 pi, not 360.",
        ),
    ],
    hints=[
        "Polar coordinates: the first fraction chooses an angle between 0 and a full turn, the second a distance.",
        "A point lies within r with chance 1 - exp(-r**2 / 2). Set this equal to `chance` and solve for r.",
        "`radius = math.sqrt(-2 * math.log(1 - chance))`; return `radius * math.cos(angle), radius * math.sin(angle)`.",
    ],
)


def polar(f, rng):
    direction, chance = float(rng.random()), float(rng.random()) * 0.99
    turn, squared = direction * math.tau, -2 * math.log1p(-chance)
    expected = (squared**0.5 * math.cos(turn), squared**0.5 * math.sin(turn))
    return {"direction": direction, "chance": chance}, expected, f(direction, chance)
