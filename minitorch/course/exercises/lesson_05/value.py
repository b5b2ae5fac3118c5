"""A number that remembers."""

from ...define import Case, Exercise, Law, Wrong

exercise = Exercise(
    "Value",
    title="A number that remembers",
    difficulty=3,
    minutes=10,
    stub='''
        class Value:
            """A number, the name of the step that made it (None for a leaf), and the Values it was made from."""

            def __init__(self, number, step=None, parents=()):
                self.number, self.step, self.parents = number, step, parents

            def __add__(self, other):
                ...

            def __mul__(self, other):
                ...
    ''',
    solution='''
        class Value:
            """A number, the name of the step that made it (None for a leaf), and the Values it was made from."""

            def __init__(self, number, step=None, parents=()):
                self.number, self.step, self.parents = number, step, parents

            def __add__(self, other):
                return Value(self.number + other.number, "add", (self, other))

            def __mul__(self, other):
                return Value(self.number * other.number, "mul", (self, other))
    ''',
    why="Every operation makes a new Value and tells it where it came from. Nothing else records, and yet the whole graph can be "
    "reached from the result.",
    facts=[
        Case("(Value(2.0) + Value(3.0)).number, (Value(2.0) * Value(3.0)).number", (5.0, 6.0)),
        Case("(Value(2.0) + Value(3.0)).step, (Value(2.0) * Value(3.0)).step, Value(2.0).step", ("add", "mul", None)),
        Case(
            """
            a, b = Value(2.0), Value(3.0)
            c = a * b
            len(c.parents), c.parents[0] is a, c.parents[1] is b
        """,
            (2, True, True),
        ),
        Case(
            """
            a, b = Value(2.0), Value(3.0)
            c = a + b
            len(c.parents), c.parents[0] is a, c.parents[1] is b
        """,
            (2, True, True),
        ),
        Case(
            """
            a = Value(4.0)
            twice = a + a
            len(twice.parents), a.number, a.step, len(a.parents)
        """,
            (2, 4.0, None, 0),
        ),
        Case(
            """
            x, w = Value(2.0), Value(3.0)
            y = (x + w) * (w + Value(1.0))
            y.number, y.step, [p.step for p in y.parents], y.parents[0].parents[1] is y.parents[1].parents[0]
        """,
            (20.0, "mul", ["add", "add"], True),
        ),
        Law("(a + b) * a at random numbers", lambda f, rng: random_value(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            class Value:
                def __init__(self, number, step=None, parents=()):
                    self.number, self.step, self.parents = number, step, parents

                def __add__(self, other):
                    return Value(self.number + other.number)

                def __mul__(self, other):
                    return Value(self.number * other.number)
        """,
            "The numbers are right, but the results forget: pass the step's name and the two operands on to the new Value.",
        ),
        Wrong(
            """
            class Value:
                def __init__(self, number, step=None, parents=()):
                    self.number, self.step, self.parents = number, step, parents

                def __add__(self, other):
                    return Value(self.number + other.number, "add", (self.number, other.number))

                def __mul__(self, other):
                    return Value(self.number * other.number, "mul", (self.number, other.number))
        """,
            "Your parents are numbers. A number does not know where it came from, so the chain breaks there: keep the Values.",
        ),
        Wrong(
            """
            class Value:
                def __init__(self, number, step=None, parents=()):
                    self.number, self.step, self.parents = number, step, parents

                def __add__(self, other):
                    return Value(self.number + other.number, "add", (other, self))

                def __mul__(self, other):
                    return Value(self.number * other.number, "mul", (other, self))
        """,
            "The parents have changed places: first the operand on the left, `self`, then `other`.",
        ),
        Wrong(
            """
            class Value:
                def __init__(self, number, step=None, parents=()):
                    self.number, self.step, self.parents = number, step, parents

                def __add__(self, other):
                    self.step = "add"
                    return Value(self.number + other.number, "add", (self, other))

                def __mul__(self, other):
                    self.step = "mul"
                    return Value(self.number * other.number, "mul", (self, other))
        """,
            "You write the step's name on an operand as well. The step made the result; the operands stay as they are.",
        ),
        Wrong(
            """
            class Value:
                def __init__(self, number, step=None, parents=()):
                    self.number, self.step, self.parents = number, step, parents

                def __add__(self, other):
                    self.number, self.step, self.parents = self.number + other.number, "add", (self, other)
                    return self

                def __mul__(self, other):
                    self.number, self.step, self.parents = self.number * other.number, "mul", (self, other)
                    return self
        """,
            "You change the operand itself, and make it its own parent. An operation leaves its operands alone and makes a new "
            "Value.",
        ),
        Wrong(
            """
            class Value:
                def __init__(self, number, step=None, parents=()):
                    self.number, self.step, self.parents = number, step, parents

                def __add__(self, other):
                    return Value(self.number + other.number, "add", (self,) if self is other else (self, other))

                def __mul__(self, other):
                    return Value(self.number * other.number, "mul", (self,) if self is other else (self, other))
        """,
            "In a + a the operand was used twice, and the record must say so: later a gradient comes back for each use.",
        ),
        Wrong(
            """
            class Value:
                def __init__(self, number, step=None, parents=()):
                    self.number, self.step, self.parents = number, step, parents

                def __add__(self, other):
                    return Value(self.number + other.number, "add", self.parents + other.parents)

                def __mul__(self, other):
                    return Value(self.number * other.number, "mul", self.parents + other.parents)
        """,
            "Those are the operands' own parents. The result was made from the operands themselves: (self, other).",
        ),
    ],
    hints=[
        "What does a + b have to give back, and what must that new object know?",
        "Each operation returns `Value(number, step, parents)`. The parents are the operands, as Values and in order.",
        '`return Value(self.number + other.number, "add", (self, other))`, and the same for the product.',
    ],
)


def random_value(f, rng):
    a, b = float(rng.integers(-9, 10)), float(rng.integers(-9, 10))
    x, w = f(a), f(b)
    y = (x + w) * x
    inner = y.parents[0]
    got = (y.number, y.step, y.parents[1] is x, inner.number, inner.step, inner.parents[0] is x, inner.parents[1] is w)
    return {"a": a, "b": b}, ((a + b) * a, "mul", True, a + b, "add", True, True), got
