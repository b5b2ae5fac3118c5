"""Who decides the dtype of a result."""

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, Wrong

SETUP = '''
from functools import reduce

from minitorch.dtypes import get_default_dtype, lifted, promote_types


def scalar(value, default="float32"):
    """The name of what kind_of_scalar gives in the package's place, where another dtype may be the default one."""
    mt.set_default_dtype(getattr(mt, default))
    try:
        return mt.dtypes.kind_of_scalar(value).name
    finally:
        mt.set_default_dtype(mt.float32)
'''
KIND = '''
            def kind_of_scalar(value):
                """The dtype a Python number stands for when it meets tensors."""
                if isinstance(value, bool):
                    return mt.bool
                if isinstance(value, int):
                    return mt.int64
                if isinstance(value, complex):
                    return get_default_dtype().to_complex()
                return get_default_dtype()
'''
COMMON = """
            def common_dtype(dimensioned, zero_dimensional, scalars):
                result = None
                for group in (dimensioned, zero_dimensional, scalars):
                    if group:
                        kind = reduce(promote_types, group)
                        if result is None:
                            result = kind
                        elif kind.category > result.category:
                            result = lifted(result, kind)
                return result
"""


def kinds(lines):
    return f"""
            def kind_of_scalar(value):
                {lines}
"""


exercise = Exercise(
    "common_dtype",
    title="Who decides the dtype of a result",
    difficulty=3,
    minutes=7,
    target="minitorch.dtypes:common_dtype",
    covers={"kind_of_scalar": "minitorch.dtypes:kind_of_scalar"},
    installed=True,
    setup=SETUP,
    stub='''
        def kind_of_scalar(value):
            """The dtype a Python number stands for when it meets tensors."""
            ...

        def common_dtype(dimensioned, zero_dimensional, scalars):
            """The dtype of a result, from three lists of dtypes; None if all are empty."""
            ...
    ''',
    solution=KIND + COMMON,
    why="Within a group everything is promoted. Between the groups the first one that is there decides, and a later one counts "
    "only when its category is higher. So a float32 matrix times a float64 number stays float32.",
    facts=[
        Case("scalar(True), scalar(False)", ("bool", "bool")),
        Case("scalar(3), scalar(-(2**40)), scalar(0)", ("int64", "int64", "int64")),
        Case("scalar(2.5), scalar(float('nan'))", ("float32", "float32")),
        Case("scalar(1j)", "complex64"),
        Case("scalar(2.5, 'float64')", "float64"),
        Case("scalar(1j, 'float64')", "complex128"),
        Case("scalar(3, 'float64')", "int64"),
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
            kinds("return {bool: mt.bool, int: mt.int64, float: mt.float32, complex: mt.complex64}[type(value)]")
            + COMMON,
            "A float stands for the default dtype, which set_default_dtype can change, and a complex number for "
            "the complex dtype whose "
            "parts have it: get_default_dtype().to_complex().",
        ),
        Wrong(
            kinds(
                "if isinstance(value, int):\n                    return mt.int64\n"
                "                if isinstance(value, bool):\n                    return mt.bool\n"
                "                kind = get_default_dtype()\n"
                "                return kind.to_complex() if isinstance(value, complex) else kind"
            )
            + COMMON,
            "For Python, True is an int as well: isinstance(True, int) is true. Ask for bool first.",
        ),
        Wrong(
            kinds(
                "if isinstance(value, bool):\n                    return mt.bool\n"
                "                return mt.int64 if isinstance(value, int) else get_default_dtype()"
            )
            + COMMON,
            "A complex number stands for a complex dtype, the one whose parts have the default dtype.",
        ),
        Wrong(
            kinds(
                "if isinstance(value, bool):\n                    return mt.bool\n"
                "                if isinstance(value, int):\n                    return mt.int64\n"
                "                return mt.complex64 if isinstance(value, complex) else get_default_dtype()"
            )
            + COMMON,
            "When the default dtype is float64, a complex number stands for complex128: get_default_dtype().to_complex().",
        ),
        Wrong(
            KIND
            + """
            def common_dtype(dimensioned, zero_dimensional, scalars):
                everything = [*dimensioned, *zero_dimensional, *scalars]
                return reduce(promote_types, everything) if everything else None
            """,
            "All are treated alike: one Python float or 0-d float64 would change a whole matrix. The first group that is there "
            "decides, and the others only lift its category.",
        ),
        Wrong(
            KIND
            + """
            def common_dtype(dimensioned, zero_dimensional, scalars):
                for group in (dimensioned, zero_dimensional, scalars):
                    if group:
                        return reduce(promote_types, group)
            """,
            "The later groups are not looked at. They count when their category is higher: an int64 matrix times 0.5 is floating.",
        ),
        Wrong(
            KIND
            + """
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
            KIND
            + """
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
            KIND
            + """
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
            KIND
            + """
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
            KIND
            + """
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
            KIND
            + """
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
            lambda expected, got, error: isinstance(got, tuple) and "complex64" in got and "complex64" not in expected,
            "Only a complex number stands for a complex dtype. A float stands for the default dtype.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected in ("complex64", "complex128"),
            "A complex number stands for the complex dtype whose parts have the default dtype: get_default_dtype().to_complex().",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'bool' object has no attribute" in str(error)
            ),
            "A dtype is asked for, mt.bool, and not a truth value.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected == ("float32", "float32"),
            "A float stands for the default dtype, which is float32 unless somebody has set another: get_default_dtype().",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'NoneType' object has no attribute 'name'" in str(error)
            ),
            "kind_of_scalar returns None for some number: a bool, an int, a float and a complex number each have an answer.",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None and expected == ("int64", "int64", "int64") and isinstance(got, tuple) and "bool" in got
            ),
            "0 == False and 1 == True, so comparing takes numbers for truth values. isinstance(value, bool) asks for the type.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected == ("int64", "int64", "int64"),
            "An int stands for int64, whatever its size.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, (ValueError, OverflowError)) and "convert float" in str(error)
            ),
            "Ask for the type, isinstance(value, int), and do not convert: nan and inf are no ints.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "type object" in str(error),
            "This is one of Python's types. Ours are mt.bool and mt.int64.",
        ),
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
