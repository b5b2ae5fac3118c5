"""Exercises of lesson 01: one array and eight attributes, what data becomes, and random numbers."""

import math

from ..define import Case, Exercise, Law, Wrong

tiny = Exercise(
    "Tiny",
    title="One array, and facts that follow it",
    difficulty=2,
    minutes=8,
    stub='''
        class Tiny:
            """One array, kept as it is, with shape and is_leaf worked out whenever they are asked for."""

            def __init__(self, array):
                self.array = array
                self.requires_grad = False
                self.grad = None
                self.grad_fn = None

            @property
            def shape(self):
                ...

            @property
            def is_leaf(self):
                ...
    ''',
    solution='''
        class Tiny:
            """One array, kept as it is, with shape and is_leaf worked out whenever they are asked for."""

            def __init__(self, array):
                self.array = array
                self.requires_grad = False
                self.grad = None
                self.grad_fn = None

            @property
            def shape(self):
                return self.array.shape

            @property
            def is_leaf(self):
                return self.grad_fn is None
    ''',
    why="Neither fact is stored, so neither can go stale. The array knows its shape; having no maker is what makes a leaf.",
    facts=[
        Case("Tiny(np.zeros((2, 3))).shape", (2, 3)),
        Case("Tiny(np.array(5.0)).shape", ()),
        Case("Tiny(np.zeros(4)).is_leaf", True),
        Case(
            """
            t = Tiny(np.zeros(3))
            t.array = np.zeros((5, 1))
            t.shape
            """,
            (5, 1),
        ),
        Case(
            """
            t = Tiny(np.zeros(3))
            t.grad_fn = "AddBackward0"
            t.is_leaf
            """,
            False,
        ),
        Case(
            """
            t = Tiny(np.zeros(3))
            t.requires_grad = True
            t.is_leaf
            """,
            True,
        ),
        Case(
            """
            t = Tiny(np.zeros(3))
            t.grad = np.ones(3)
            t.is_leaf
            """,
            True,
        ),
        Case(
            """
            a = np.zeros(3)
            Tiny(a).array is a
            """,
            True,
        ),
        Case(
            """
            t = Tiny(np.zeros(3))
            (t.requires_grad, t.grad, t.grad_fn)
            """,
            (False, None, None),
        ),
    ],
    wrong=[
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = array
                    self.requires_grad, self.grad, self.grad_fn = False, None, None
                    self.first_shape = array.shape

                @property
                def shape(self):
                    return self.first_shape

                @property
                def is_leaf(self):
                    return self.grad_fn is None
            """,
            "The shape is a copy made at the start, and goes stale when another array is put in. Ask self.array each time.",
        ),
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = array
                    self.requires_grad, self.grad, self.grad_fn = False, None, None

                @property
                def shape(self):
                    return self.array.shape

                @property
                def is_leaf(self):
                    return True
            """,
            "Every tensor of this lesson is a leaf, but not every tensor is. One with a grad_fn was made by an operation.",
        ),
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = array
                    self.requires_grad, self.grad, self.grad_fn = False, None, None

                @property
                def shape(self):
                    return self.array.shape

                @property
                def is_leaf(self):
                    return self.grad_fn is None and not self.requires_grad
            """,
            "A weight wants a gradient and is a leaf all the same. Only the maker, grad_fn, decides.",
        ),
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = array
                    self.requires_grad, self.grad, self.grad_fn = False, None, None

                @property
                def shape(self):
                    return self.array.shape

                @property
                def is_leaf(self):
                    return self.grad is None
            """,
            "grad is the gradient that was received; grad_fn is what made the tensor. is_leaf asks about the maker.",
        ),
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = np.array(array)
                    self.requires_grad, self.grad, self.grad_fn = False, None, None

                @property
                def shape(self):
                    return self.array.shape

                @property
                def is_leaf(self):
                    return self.grad_fn is None
            """,
            "np.array(...) makes a copy. Keep the very array that came in: wrapping must not cost memory.",
        ),
        Wrong(
            """
            class Tiny:
                def __init__(self, array):
                    self.array = array
                    self.requires_grad, self.grad, self.grad_fn = False, None, None

                @property
                def shape(self):
                    return len(self.array)

                @property
                def is_leaf(self):
                    return self.grad_fn is None
            """,
            "len(array) is only the first number of the shape, and a single number has no length at all.",
        ),
    ],
    hints=[
        "A property is a method that runs each time the attribute is read. Read the answer off something you already keep.",
        "The array knows its own shape. A leaf is a tensor that no operation made: which of the four fields says that?",
        "`return self.array.shape`, and `return self.grad_fn is None`.",
    ],
)

shape_of = Exercise(
    "shape_of",
    title="The shape that nested lists promise",
    difficulty=2,
    minutes=8,
    target="minitorch.nested:shape_of",
    stub='''
        def shape_of(data):
            """The shape that the first element of every level promises: [[1, 2], [3]] promises (2, 2)."""
            ...
    ''',
    solution='''
        def shape_of(data):
            """The shape that the first element of every level promises: [[1, 2], [3]] promises (2, 2)."""
            shape = []
            while isinstance(data, (list, tuple)):
                shape.append(len(data))
                if not data:
                    break
                data = data[0]
            return tuple(shape)
    ''',
    why="One length per level, always of the first element. Whether the others keep that promise is checked afterwards, "
    "so that the error can name the dimension that breaks it.",
    facts=[
        Case("shape_of([[1, 2, 3], [4, 5, 6]])", (2, 3)),
        Case("shape_of([7, 8])", (2,)),
        Case("shape_of(7)", ()),
        Case("shape_of([[[1], [2]]])", (1, 2, 1)),
        Case("shape_of(((1, 2), (3, 4), (5, 6)))", (3, 2)),
        Case("shape_of([])", (0,)),
        Case("shape_of([[], []])", (2, 0)),
        Case("shape_of([[1, 2], [3]])", (2, 2)),
        Law("an array's nested lists have its shape", lambda f, rng: nested(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def shape_of(data):
                shape = []
                while isinstance(data, (list, tuple)):
                    shape.append(len(data))
                    data = data[0]
                return tuple(shape)
            """,
            "An empty list has no first element to look into. Note its length 0 and stop there.",
        ),
        Wrong(
            """
            def shape_of(data):
                if not isinstance(data, list):
                    return ()
                if not data:
                    return (0,)
                return (len(data),) + shape_of(data[0])
            """,
            "Tuples nest as lists do: shape_of(((1, 2), (3, 4))) is (2, 2).",
        ),
        Wrong(
            """
            def shape_of(data):
                if not isinstance(data, (list, tuple)):
                    return ()
                if not data:
                    return (0,)
                return (len(data),) + shape_of(data[-1])
            """,
            "You follow the last element of each level. The promise is made by the first.",
        ),
        Wrong(
            """
            def shape_of(data):
                if not data or not isinstance(data[0], (list, tuple)):
                    return (len(data),)
                return (len(data), len(data[0]))
            """,
            "Lists nest to any depth, and a bare number has depth 0, shape (). Go on while there is a list.",
        ),
        Wrong(
            """
            def shape_of(data):
                if not isinstance(data, (list, tuple)):
                    return ()
                if not data:
                    return ()
                return (len(data),) + shape_of(data[0])
            """,
            "An empty list is a dimension too, of length 0: shape_of([]) is (0,).",
        ),
        Wrong(
            """
            def shape_of(data):
                if not isinstance(data, (list, tuple)):
                    return ()
                if not data:
                    return (0,)
                return shape_of(data[0]) + (len(data),)
            """,
            "The outermost level comes first: three rows of two numbers have shape (3, 2).",
        ),
    ],
    forbids={
        "np.array": "NumPy would do the whole exercise. Walk down the lists yourself.",
        "np.shape": "NumPy would do the whole exercise. Walk down the lists yourself.",
        "np.asarray": "NumPy would do the whole exercise. Walk down the lists yourself.",
    },
    hints=[
        "Each level of brackets is one dimension, and its length is one number of the shape.",
        "Note the length, step into the first element, and go on while there is a list or tuple. Mind the empty list.",
        "`while isinstance(data, (list, tuple)): shape.append(len(data))`, then break if it is empty, else `data = data[0]`.",
    ],
)


def nested(f, rng):
    import numpy as np

    shape = tuple(int(n) for n in rng.integers(1, 4, size=int(rng.integers(0, 5))))
    data = np.zeros(shape).tolist()
    return {"data": data}, shape, f(data)


infer_dtype = Exercise(
    "infer_dtype",
    title="What kind of number is it?",
    difficulty=2,
    minutes=8,
    stub='''
        def infer_dtype(data):
            """The dtype that mt.tensor(data) has, for a bool, int or float, or nested lists of them."""
            ...
    ''',
    solution='''
        def infer_dtype(data):
            """The dtype that mt.tensor(data) has, for a bool, int or float, or nested lists of them."""
            if isinstance(data, list):
                kinds = [infer_dtype(item) for item in data] or [mt.get_default_dtype()]
                return max(kinds, key=lambda kind: kind.category)
            if isinstance(data, bool):
                return mt.bool
            if isinstance(data, int):
                return mt.int64
            return mt.get_default_dtype()
    ''',
    why="One float anywhere makes the whole tensor floating: the highest category wins. bool is asked for first, because in "
    "Python True is an int too.",
    facts=[
        Law("a float is the default dtype, float32", lambda f, rng: inferred(f, 1.5, "float32")),
        Law("an int is int64", lambda f, rng: inferred(f, 3, "int64")),
        Law("a bool is bool", lambda f, rng: inferred(f, True, "bool")),
        Law("a list of ints", lambda f, rng: inferred(f, [1, 2], "int64")),
        Law("one float is enough", lambda f, rng: inferred(f, [1, 2, 0.5], "float32")),
        Law("a bool among ints counts as an int", lambda f, rng: inferred(f, [True, 2], "int64")),
        Law("an int among bools", lambda f, rng: inferred(f, [2, True], "int64")),
        Law("nested lists", lambda f, rng: inferred(f, [[True, False], [True, 2.5]], "float32")),
        Law("nothing at all has the default dtype", lambda f, rng: inferred(f, [], "float32")),
        Law("nothing, nested", lambda f, rng: inferred(f, [[], []], "float32")),
        Law("the default dtype may be changed", lambda f, rng: inferred(f, [1, 0.5], "float64", "float64")),
        Law("ints do not follow the default", lambda f, rng: inferred(f, [1], "int64", "float64")),
        Law("nor do empty lists ignore it", lambda f, rng: inferred(f, [], "float64", "float64")),
        Law("the place of the float does not matter", lambda f, rng: shuffled(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def infer_dtype(data):
                if isinstance(data, list):
                    kinds = [infer_dtype(item) for item in data] or [mt.get_default_dtype()]
                    return max(kinds, key=lambda kind: kind.category)
                if isinstance(data, int):
                    return mt.int64
                if isinstance(data, bool):
                    return mt.bool
                return mt.get_default_dtype()
            """,
            "In Python a bool is an int: isinstance(True, int) is true. Ask for bool first.",
        ),
        Wrong(
            """
            def infer_dtype(data):
                while isinstance(data, list):
                    if not data:
                        return mt.get_default_dtype()
                    data = data[0]
                if isinstance(data, bool):
                    return mt.bool
                return mt.int64 if isinstance(data, int) else mt.get_default_dtype()
            """,
            "You look at the first number only. One float anywhere makes all of them floats.",
        ),
        Wrong(
            """
            def infer_dtype(data):
                if isinstance(data, list):
                    kinds = [infer_dtype(item) for item in data] or [mt.float64]
                    return max(kinds, key=lambda kind: kind.category)
                if isinstance(data, bool):
                    return mt.bool
                return mt.int64 if isinstance(data, int) else mt.float64
            """,
            "Python's and NumPy's floats have 64 bits, but PyTorch's default is float32: half the memory, and fast on a GPU.",
        ),
        Wrong(
            """
            def infer_dtype(data):
                if isinstance(data, list):
                    kinds = [infer_dtype(item) for item in data] or [mt.float32]
                    return max(kinds, key=lambda kind: kind.category)
                if isinstance(data, bool):
                    return mt.bool
                return mt.int64 if isinstance(data, int) else mt.float32
            """,
            "float32 is only what the default happens to be. mt.get_default_dtype() says what it is now.",
        ),
        Wrong(
            """
            def infer_dtype(data):
                if isinstance(data, list):
                    kinds = [infer_dtype(item) for item in data] or [mt.int64]
                    return max(kinds, key=lambda kind: kind.category)
                if isinstance(data, bool):
                    return mt.bool
                return mt.int64 if isinstance(data, int) else mt.get_default_dtype()
            """,
            "Nothing says that the numbers of an empty list would be whole. Without any evidence it is the default dtype.",
        ),
    ],
    forbids={
        "mt.tensor": "mt.tensor does the whole exercise. Work the dtype out from the data.",
        "np.array": "NumPy has other rules. Work the dtype out from the data.",
    },
    hints=[
        "First answer for a single number: a bool, an int, a float. The order of the questions matters.",
        "For a list, find the dtype of every item and take the highest category: bool < integer < floating. Each dtype has "
        "a number `.category` for this.",
        "`kinds = [infer_dtype(item) for item in data] or [mt.get_default_dtype()]`, then "
        "`max(kinds, key=lambda kind: kind.category)`.",
    ],
)


def inferred(f, data, name, default="float32"):
    import minitorch as mt

    before = mt.get_default_dtype()
    mt.set_default_dtype(getattr(mt, default))
    try:
        found = f(data)
    finally:
        mt.set_default_dtype(before)
    shown = {"data": data} if default == "float32" else {"data": data, "default dtype": default}
    return shown, getattr(mt, name), found


def shuffled(f, rng):
    import minitorch as mt

    data = [[1, 2, 3], [True, False, 4]]
    row, place = (int(n) for n in rng.integers(0, [2, 3]))
    data[row][place] = 0.5
    return {"data": data}, mt.float32, f(data)


promote_types = Exercise(
    "promote_types",
    title="Two kinds of number meet",
    difficulty=3,
    minutes=12,
    target="minitorch.dtypes:promote_types",
    stub='''
        def promote_types(type1, type2):
            """The smallest dtype that both convert to by PyTorch's rules."""
            ...
    ''',
    solution='''
        def promote_types(type1, type2):
            """The smallest dtype that both convert to by PyTorch's rules."""
            low, high = sorted((type1, type2), key=lambda one: (one.category, one.itemsize))
            if low is mt.float64 and high is mt.complex64:
                return mt.complex128
            if low.category != high.category or low is high:
                return high
            if {low, high} == {mt.float16, mt.bfloat16}:
                return mt.float32
            if low.is_floating_point or low.is_complex:
                return high
            return mt.dtypes.from_numpy_dtype(np.promote_types(low.numpy, high.numpy))
    ''',
    why="The category decides first, whatever the sizes; inside one category the wider wins. The exceptions are pairs where "
    "neither can hold the other's numbers: int8 with uint8, float16 with bfloat16, complex64 with float64.",
    facts=[
        Law(
            "a fraction beats a whole number, whatever the sizes", lambda f, rng: met(f, "int64", "float32", "float32")
        ),
        Law("the order does not matter", lambda f, rng: met(f, "float32", "int64", "float32")),
        Law("even with half the bits", lambda f, rng: met(f, "float16", "int64", "float16")),
        Law("a bool gives way to any number", lambda f, rng: met(f, "bool", "uint8", "uint8")),
        Law("the same kind twice", lambda f, rng: met(f, "int16", "int16", "int16")),
        Law("two bools stay bool", lambda f, rng: met(f, "bool", "bool", "bool")),
        Law("in one category the wider wins", lambda f, rng: met(f, "float32", "float64", "float64")),
        Law("wider, the other way round", lambda f, rng: met(f, "int64", "int32", "int64")),
        Law("int8 has no 200, uint8 no -1: both fit in int16", lambda f, rng: met(f, "uint8", "int8", "int16")),
        Law("int16 holds all of uint8", lambda f, rng: met(f, "uint8", "int16", "int16")),
        Law("bfloat16 with float16", lambda f, rng: met(f, "bfloat16", "float16", "float32")),
        Law("bfloat16 with float32", lambda f, rng: met(f, "bfloat16", "float32", "float32")),
        Law("complex numbers come last", lambda f, rng: met(f, "complex64", "int64", "complex64")),
        Law("the parts keep the precision", lambda f, rng: met(f, "complex64", "float64", "complex128")),
        Law("PyTorch's table", lambda f, rng: from_table(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def promote_types(type1, type2):
                return max(type1, type2, key=lambda one: one.itemsize)
            """,
            "The wider one does not always win: int64 with float32 is float32, or 0.5 would be lost. Compare the categories "
            "first.",
        ),
        Wrong(
            """
            def promote_types(type1, type2):
                return mt.dtypes.from_numpy_dtype(np.promote_types(type1.numpy, type2.numpy))
            """,
            "This is NumPy's rule, which keeps every digit: int64 with float32 becomes float64. PyTorch keeps float32.",
        ),
        Wrong(
            """
            def promote_types(type1, type2):
                return max(type1, type2, key=lambda one: one.category)
            """,
            "The category is compared, the width is not: float32 with float64 depends on which comes first.",
        ),
        Wrong(
            """
            def promote_types(type1, type2):
                if {type1, type2} == {mt.float16, mt.bfloat16}:
                    return mt.float32
                if {type1, type2} == {mt.complex64, mt.float64}:
                    return mt.complex128
                return max(type1, type2, key=lambda one: (one.category, one.itemsize))
            """,
            "uint8 and int8 are equally wide, but neither holds the other's numbers. int16 is the smallest that holds both.",
        ),
        Wrong(
            """
            def promote_types(type1, type2):
                if {type1, type2} == {mt.uint8, mt.int8}:
                    return mt.int16
                if {type1, type2} == {mt.complex64, mt.float64}:
                    return mt.complex128
                return max(type1, type2, key=lambda one: (one.category, one.itemsize))
            """,
            "float16 and bfloat16 share their 16 bits out differently, digits against range. Only float32 holds both.",
        ),
        Wrong(
            """
            def promote_types(type1, type2):
                if {type1, type2} == {mt.uint8, mt.int8}:
                    return mt.int16
                if {type1, type2} == {mt.float16, mt.bfloat16}:
                    return mt.float32
                return max(type1, type2, key=lambda one: (one.category, one.itemsize))
            """,
            "complex64 is two float32 numbers. With a float64 its parts would lose digits: the answer is complex128.",
        ),
        Wrong(
            """
            def promote_types(type1, type2):
                if type1.category == type2.category:
                    return max(type1, type2, key=lambda one: one.itemsize)
                return mt.complex64 if type1.is_complex or type2.is_complex else mt.float32
            """,
            "A higher category wins as it is: float16 with int64 stays float16, and bool with uint8 is uint8.",
        ),
    ],
    forbids={
        "mt.promote_types": "That is the function you are writing.",
        "dtypes.promote_types": "That is the function you are writing.",
    },
    hints=[
        "Every dtype has a `.category` (0 bool, 1 integer, 2 floating, 3 complex) and an `.itemsize` in bytes. Which of the "
        "two is asked first?",
        "Sort the two by (category, itemsize) and return the higher, except for three pairs where neither holds the other's "
        "numbers.",
        "`low, high = sorted((type1, type2), key=lambda one: (one.category, one.itemsize))`. The pairs: uint8 with int8 "
        "(int16), float16 with bfloat16 (float32), float64 with complex64 (complex128).",
    ],
)

TABLE = {
    "uint8": "uint8 int8:int16 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128",
    "int8": "int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128",
    "int32": "int32 int64 float16 bfloat16 float32 float64 complex64 complex128",
    "float16": "float16 bfloat16:float32 float32 float64 complex64 complex128",
    "float32": "float32 float64 complex64 complex128",
    "float64": "float64 complex64:complex128 complex128",
    "complex64": "complex64 complex128",
}  # PyTorch's torch.promote_types: with each of these, "other:result", or just the other where it wins


def met(f, first, second, winner):
    import minitorch as mt

    one, two = getattr(mt, first), getattr(mt, second)
    return {"type1": one, "type2": two}, getattr(mt, winner), f(one, two)


def from_table(f, rng):
    first = list(TABLE)[int(rng.integers(len(TABLE)))]
    others = TABLE[first].split()
    second, _, winner = others[int(rng.integers(len(others)))].partition(":")
    pair = (first, second) if rng.random() < 0.5 else (second, first)
    return met(f, *pair, winner or second)


box_muller = Exercise(
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
