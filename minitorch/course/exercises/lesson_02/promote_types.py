"""Two kinds of number meet."""

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, Wrong

exercise = Exercise(
    "promote_types",
    title="Two kinds of number meet",
    difficulty=3,
    minutes=4,
    target="minitorch.dtypes:promote_types",
    stub='''
        def promote_types(type1, type2):
            """The smallest dtype that both convert to by PyTorch's rules."""
            if type1 is type2:
                return type1
            refuse_unsigned(type1, type2)
            ...
    ''',
    solution='''
        def promote_types(type1, type2):
            """The smallest dtype that both convert to by PyTorch's rules."""
            if type1 is type2:
                return type1
            refuse_unsigned(type1, type2)
            low, high = sorted((type1, type2), key=lambda one: (one.category, one.itemsize))
            return holds_both(low, high) or high
    ''',
    setup="from minitorch.dtypes import holds_both, refuse_unsigned\n",
    why="The category decides first, whatever the sizes; inside one category the wider wins. The exceptions are pairs where "
    "neither can hold the other's numbers: int8 with uint8, float16 with bfloat16, complex64 with float64.",
    facts=[
        Case("promote_types(mt.uint16, mt.int32)", raises=RuntimeError, match="not supported"),
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
                if type1 is type2:
                    return type1
                refuse_unsigned(type1, type2)
                return max(type1, type2, key=lambda one: (one.category, one.itemsize))
            """,
            "Of some pairs neither holds the numbers of the other, such as uint8 with int8. Ask holds_both first.",
        ),
        Wrong(
            """
            def promote_types(type1, type2):
                if type1 is type2:
                    return type1
                refuse_unsigned(type1, type2)
                return holds_both(type1, type2)
            """,
            "holds_both speaks only of the pairs that need a third dtype, and says None of all others: then the higher one wins.",
        ),
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
    mistakes=[
        Mistake(
            lambda expected, got, error: "do not have a common DType" in str(error),
            "NumPy's np.promote_types has no rule for these. It is asked for two integers only, by holds_both, and by you not at all.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "not supported between instances of 'dtype'" in str(error)
            ),
            "Dtypes have no order of their own. Compare their category, and inside one category their itemsize.",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None and isinstance(expected, type) and issubclass(expected, RuntimeError)
            ),
            "For the large unsigned integers PyTorch has no rule: refuse_unsigned(type1, type2) says so, and comes first.",
        ),
        Mistake(
            lambda expected, got, error: expected in (mt.float32, mt.float64) and got is mt.int64,
            "The lower category won. int64 has more bits than float32 and no fractions: the higher category wins.",
        ),
        Mistake(
            lambda expected, got, error: (expected, got) == (mt.int64, mt.int32),
            "The narrower one won, or the first or second of the two, whichever it is: in one category the wider wins.",
        ),
        Mistake(
            lambda expected, got, error: (expected, got) == (mt.float32, mt.float64),
            "float32 is wide enough: it has the digits of float16 and the range of bfloat16.",
        ),
        Mistake(
            lambda expected, got, error: "dtype(" in repr(got) or "DType" in type(got).__name__,
            "This is NumPy's dtype, and NumPy's rule. mt.dtypes.from_numpy_dtype gives ours, and the rule is "
            "for two integers only.",
        ),
        Mistake(
            lambda expected, got, error: error is None and type(got) is mt.dtype,
            "The result is the one of the two with the higher category, or inside one category the wider, as it "
            "is; unless holds_both names a third.",
        ),
    ],
    forbids={
        "mt.promote_types": "That is the function you are writing.",
        "dtypes.promote_types": "That is the function you are writing.",
    },
    hints=[
        "Every dtype has a `.category` (0 bool, 1 integer, 2 floating, 3 complex) and an `.itemsize` in bytes. Which of the "
        "two is asked first?",
        "Sort the two by (category, itemsize) and return the higher, unless holds_both names a third dtype for the pair.",
        "`low, high = sorted((type1, type2), key=lambda one: (one.category, one.itemsize))`, "
        "`return holds_both(low, high) or high`.",
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
    one, two = getattr(mt, first), getattr(mt, second)
    return {"type1": one, "type2": two}, getattr(mt, winner), f(one, two)


def from_table(f, rng):
    first = list(TABLE)[int(rng.integers(len(TABLE)))]
    others = TABLE[first].split()
    second, _, winner = others[int(rng.integers(len(others)))].partition(":")
    pair = (first, second) if rng.random() < 0.5 else (second, first)
    return met(f, *pair, winner or second)
