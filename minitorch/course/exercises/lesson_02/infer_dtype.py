"""What kind of number is it?."""

import minitorch as mt

from ...define import Exercise, Law, Wrong

exercise = Exercise(
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
        Law("a float that prints without a point", lambda f, rng: inferred(f, [1, 1e30], "float32")),
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
                    kinds = [infer_dtype(item) for item in data] or [mt.get_default_dtype()]
                    return max(kinds, key=lambda kind: kind.itemsize)
                if isinstance(data, bool):
                    return mt.bool
                return mt.int64 if isinstance(data, int) else mt.get_default_dtype()
            """,
            "The widest does not win: int64 has more bits than float32, and no fractions. Compare the categories.",
        ),
        Wrong(
            """
            def infer_dtype(data):
                text = str(data)
                if "." in text or not any(letter.isalnum() for letter in text):
                    return mt.get_default_dtype()
                return mt.int64 if any(letter.isdigit() for letter in text) else mt.bool
            """,
            "The printed form does not tell: 1e30 is a float without a point. Ask with isinstance.",
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
    before = mt.get_default_dtype()
    mt.set_default_dtype(getattr(mt, default))
    try:
        found = f(data)
    finally:
        mt.set_default_dtype(before)
    shown = {"data": data} if default == "float32" else {"data": data, "default dtype": default}
    return shown, getattr(mt, name), found


def shuffled(f, rng):
    data = [[1, 2, 3], [True, False, 4]]
    row, place = (int(n) for n in rng.integers(0, [2, 3]))
    data[row][place] = 0.5
    return {"data": data}, mt.float32, f(data)
