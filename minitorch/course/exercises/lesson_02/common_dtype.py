"""Who decides the dtype of a result."""

import minitorch as mt

from ...define import Exercise, Law, Mistake, Wrong

exercise = Exercise(
    "common_dtype",
    title="Who decides the dtype of a result",
    difficulty=3,
    minutes=7,
    target="minitorch.dtypes:common_dtype",
    setup="from functools import reduce\n\nfrom minitorch.dtypes import lifted, promote_types\n",
    stub='''
        def common_dtype(dimensioned, zero_dimensional, scalars):
            """The dtype of a result, from three lists of dtypes; None if all are empty."""
            ...
    ''',
    solution='''
        def common_dtype(dimensioned, zero_dimensional, scalars):
            """The dtype of a result, from three lists of dtypes; None if all are empty."""
            result = None
            for group in (dimensioned, zero_dimensional, scalars):
                if group:
                    kind = reduce(promote_types, group)
                    if result is None:
                        result = kind
                    elif kind.category > result.category:
                        result = lifted(result, kind)
            return result
    ''',
    why="Within a group everything is promoted. Between the groups the first one that is there decides, and a later one counts "
    "only when its category is higher. So a float32 matrix times a float64 number stays float32.",
    facts=[
        Law("two tensors with dimensions are promoted", lambda f, rng: met(f, "float32 float64", "", "", "float64")),
        Law("neither holds the other's numbers", lambda f, rng: met(f, "uint8 int8", "", "", "int16")),
        Law("three of them", lambda f, rng: met(f, "uint8 int8 int32", "", "", "int32")),
        Law("a 0-d float64 leaves a float32 matrix alone", lambda f, rng: met(f, "float32", "float64", "", "float32")),
        Law("a wider whole number, too", lambda f, rng: met(f, "int8", "int64", "", "int8")),
        Law("a Python float leaves float16 alone", lambda f, rng: met(f, "float16", "", "float32", "float16")),
        Law("but it lifts whole numbers", lambda f, rng: met(f, "int64", "", "float32", "float32")),
        Law("a Python int leaves int8 alone", lambda f, rng: met(f, "int8", "", "int64", "int8")),
        Law("a Python int lifts bools", lambda f, rng: met(f, "bool", "", "int64", "int64")),
        Law(
            "a 0-d float lifts whole numbers to its own dtype", lambda f, rng: met(f, "int64", "float16", "", "float16")
        ),
        Law("0-d tensors decide before numbers", lambda f, rng: met(f, "", "float16", "float32", "float16")),
        Law("0-d tensors among themselves are promoted", lambda f, rng: met(f, "", "int16 float32", "", "float32")),
        Law("numbers alone decide, too", lambda f, rng: met(f, "", "", "int64 float32", "float32")),
        Law("a complex number and a float64 matrix", lambda f, rng: met(f, "float64", "", "complex64", "complex128")),
        Law("a complex number and an int64 matrix", lambda f, rng: met(f, "int64", "", "complex64", "complex64")),
        Law("a 0-d complex128 and a float32 matrix", lambda f, rng: met(f, "float32", "complex128", "", "complex64")),
        Law("the highest of all counts", lambda f, rng: met(f, "bool", "int16", "float32", "float32")),
        Law("a lower one after a higher changes nothing", lambda f, rng: met(f, "float32", "int64", "bool", "float32")),
        Law("two groups of whole numbers", lambda f, rng: met(f, "int32 int16", "int64 uint8", "", "int32")),
        Law("nothing at all", lambda f, rng: ({"all": []}, None, f([], [], []))),
    ],
    wrong=[
        Wrong(
            """
            def common_dtype(dimensioned, zero_dimensional, scalars):
                everything = [*dimensioned, *zero_dimensional, *scalars]
                return reduce(promote_types, everything) if everything else None
            """,
            "All are treated alike: one Python float or 0-d float64 would change a whole matrix. The first group that is there "
            "decides, and the others only lift its category.",
        ),
        Wrong(
            """
            def common_dtype(dimensioned, zero_dimensional, scalars):
                for group in (dimensioned, zero_dimensional, scalars):
                    if group:
                        return reduce(promote_types, group)
            """,
            "The later groups are not looked at. They count when their category is higher: an int64 matrix times 0.5 is floating.",
        ),
        Wrong(
            """
            def common_dtype(dimensioned, zero_dimensional, scalars):
                result = None
                for group in (dimensioned, zero_dimensional, scalars):
                    if group:
                        kind = reduce(promote_types, group)
                        if result is None or kind.category > result.category:
                            result = kind
                return result
            """,
            "A float64 matrix beside a complex number would lose half its digits. lifted(result, kind) keeps the precision.",
        ),
        Wrong(
            """
            def common_dtype(dimensioned, zero_dimensional, scalars):
                result = None
                for group in (dimensioned, zero_dimensional, scalars):
                    if group:
                        kind = reduce(promote_types, group)
                        if result is None:
                            result = kind
                        elif kind.category > result.category:
                            result = promote_types(result, kind)
                return result
            """,
            "A float32 matrix beside a 0-d complex128 stays at its precision: complex64. promote_types takes the wider one, "
            "lifted(result, kind) does not.",
        ),
        Wrong(
            """
            def common_dtype(dimensioned, zero_dimensional, scalars):
                result = None
                for group in (dimensioned, zero_dimensional, scalars):
                    if group:
                        kind = reduce(promote_types, group)
                        if result is None:
                            result = kind
                        elif kind.category >= result.category:
                            result = lifted(result, kind)
                return result
            """,
            "An equal category is not a higher one: a 0-d int64 must leave an int8 matrix as it is.",
        ),
        Wrong(
            """
            def common_dtype(dimensioned, zero_dimensional, scalars):
                result = None
                for group in (dimensioned, zero_dimensional, scalars):
                    if group:
                        kind = group[0]
                        if result is None:
                            result = kind
                        elif kind.category > result.category:
                            result = lifted(result, kind)
                return result
            """,
            "Only the first dtype of each group is looked at. Within a group all are promoted, two by two.",
        ),
        Wrong(
            """
            def common_dtype(dimensioned, zero_dimensional, scalars):
                result = None
                for group in (dimensioned, zero_dimensional, scalars):
                    if group:
                        kind = max(group, key=lambda one: (one.category, one.itemsize))
                        if result is None:
                            result = kind
                        elif kind.category > result.category:
                            result = lifted(result, kind)
                return result
            """,
            "Within a group the dtypes are promoted, which is more than taking the largest: uint8 with int8 is int16.",
        ),
        Wrong(
            """
            def common_dtype(dimensioned, zero_dimensional, scalars):
                kinds = [reduce(promote_types, group) for group in (dimensioned, zero_dimensional, scalars)]
                result = kinds[0]
                for kind in kinds[1:]:
                    if kind.category > result.category:
                        result = lifted(result, kind)
                return result
            """,
            "A group may be empty, and an empty group has no dtype. Leave it out.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (expected, got) == (mt.float64, mt.float32),
            "Only one dtype of a group is looked at. Within a group all are promoted, two by two.",
        ),
        Mistake(
            lambda expected, got, error: (expected, got) == (mt.float32, mt.complex64),
            "lifted(kind, higher) takes the result so far first, and then the dtype of the higher category.",
        ),
        Mistake(
            lambda expected, got, error: "empty" in str(error) or "list index out of range" in str(error),
            "A group may be empty, and an empty group has no dtype. Leave it out.",
        ),
        Mistake(
            lambda expected, got, error: "'NoneType' object has no attribute 'category'" in str(error),
            "Before the first group there is no result to compare with: that group gives the first one.",
        ),
    ],
    forbids={
        "result_type": "That is the question itself, asked of tensors. Work with promote_types and lifted.",
    },
    hints=[
        "Go through the three groups in order and keep the result so far. What does each group do to it?",
        "promote_types works on two, so reduce(promote_types, group) works on a list. The first group that is not empty gives the "
        "result; a later one only when its category is higher, and then `lifted` says to what.",
        "`kind = reduce(promote_types, group)`; `if result is None: result = kind`, "
        "`elif kind.category > result.category: result = lifted(result, kind)`.",
    ],
)


def met(f, dimensioned, zero_dimensional, scalars, winner):
    groups = [[getattr(mt, name) for name in text.split()] for text in (dimensioned, zero_dimensional, scalars)]
    shown = dict(zip(("dimensioned", "zero_dimensional", "scalars"), groups, strict=True))
    return shown, getattr(mt, winner), f(*groups)
