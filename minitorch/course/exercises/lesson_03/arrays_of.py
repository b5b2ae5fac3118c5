"""What the forward computes with."""

import textwrap

from ...define import A, Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = """
from minitorch import Tensor
from minitorch.ops.promotion import NUMBER, stays
from minitorch.ops.pointwise.arithmetic import _div, mul
from minitorch.ops.reduction.sum import _sum
"""

CAST = """
def cast(x, kind):
    if isinstance(x, Tensor):
        return x._array.astype(kind.numpy, copy=False)
    if isinstance(x, NUMBER):
        x = x.item() if isinstance(x, np.generic) else x
        return x if stays(x, kind) else np.asarray(x).astype(kind.numpy)[()]
    return x
"""

ARRAYS = """
def arrays_of(op, inputs):
    if op.promote is None:
        return [x._array if isinstance(x, Tensor) else x for x in inputs]
    kind = op.promote(inputs)
    return [cast(x, kind) for x in inputs]
"""

HELP = "cast = arrays_of.__globals__['cast']  # yours\n"


def casting(says, *changes):
    """A wrong answer whose mistake is in cast."""
    return Wrong(variant(CAST, *changes) + ARRAYS, says)


def gathering(source, says):
    """A wrong answer whose mistake is in arrays_of."""
    return Wrong(CAST + textwrap.dedent(source), says)


exercise = Exercise(
    "arrays_of",
    title="What the forward computes with",
    difficulty=2,
    minutes=6,
    target="minitorch.ops.call:arrays_of",
    covers={"cast": "minitorch.ops.promotion:cast"},
    setup=SETUP,
    stub='''
        def cast(x, kind):
            """An operand in the dtype `kind`, whose NumPy dtype is kind.numpy.

            Of a tensor its array, as it is if it has that dtype. Of a number,
            isinstance(x, NUMBER): a NumPy scalar (np.generic) counts as the Python number
            x.item(); one that stays(x, kind) is given as it is, others as a NumPy scalar of
            that dtype, so that 300 wraps around among uint8. All else stays what it is.
            """
            ...


        def arrays_of(op, inputs):
            """What the forward computes with: a list of arrays and numbers in the op's dtype.

            op.promote(inputs) is that dtype. Where op.promote is None, the tensors give
            their arrays as they are (x._array), and all else stays what it is.
            """
            ...
    ''',
    solution=CAST + "\n" + ARRAYS,
    why="One dtype is found for all operands together, and each is converted to it before the forward runs. So a forward never "
    "sees two dtypes, and NumPy's own rules never come into play.",
    facts=[
        told(
            "one dtype",
            "arrays_of(mul, (mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0])))",
            [A([1.0, 2.0], "float32"), A([3.0, 4.0], "float32")],
        ),
        told(
            "two dtypes",
            "arrays_of(mul, (mt.tensor([1, 2]), mt.tensor([0.5, 0.5])))",
            [A([1.0, 2.0], "float32"), A([0.5, 0.5], "float32")],
        ),
        told(
            "a rule for floats",
            "arrays_of(_div, (mt.tensor([1, 2]), mt.tensor([2, 2])))",
            [A([1.0, 2.0], "float32"), A([2.0, 2.0], "float32")],
        ),
        told("a number", "arrays_of(mul, (mt.tensor([1, 2]), 3))", [A([1, 2], "int64"), 3]),
        told("a number too large", "int(arrays_of(mul, (mt.tensor([5], dtype=mt.uint8), 300))[1])", 44),
        told(
            "a 0-d tensor",
            """
            double = mt.tensor(1.0, dtype=mt.float64)
            arrays_of(mul, (mt.tensor([1, 2]), double))[0].dtype.name
            """,
            "float64",
        ),
        told(
            "no promotion",
            "arrays_of(_sum, (mt.tensor([[1, 2]]), 1, True, None))",
            [A([[1, 2]], "int64"), 1, True, None],
        ),
        told("no copy", "x = mt.tensor([1.0, 2.0])\narrays_of(mul, (x, 2.0))[0] is x._array", True),
        told("no number", HELP + "cast(None, mt.float32), cast('text', mt.uint8)", (None, "text")),
        told(
            "a cast",
            HELP + "x = mt.tensor([1, 2])\n[cast(x, mt.int64) is x._array, cast(x, mt.float32).dtype.name, x.tolist()]",
            [True, "float32", [1, 2]],
        ),
        told(
            "a number that stays",
            HELP + "type(cast(2.5, mt.float32)) is float, type(cast(2, mt.float64)) is int",
            (True, True),
        ),
        told(
            "a NumPy number",
            HELP + "type(cast(np.float64(2.5), mt.float32)) is float, np.asarray(cast(2, mt.int16)).dtype.name",
            (True, "int16"),
        ),
        told(
            "a number cast",
            HELP + "int(cast(300, mt.uint8)), np.asarray(cast(2, mt.complex64)).dtype.name, bool(cast(2, mt.bool))",
            (44, "complex64", True),
        ),
    ],
    wrong=[
        gathering(
            """
            def arrays_of(op, inputs):
                kind = op.promote(inputs)
                return [cast(x, kind) for x in inputs]
            """,
            "Not every op promotes: a sum has `op.promote` None. Then tensors give their arrays as they are, and dims and flags "
            "stay what they are.",
        ),
        gathering(
            """
            def arrays_of(op, inputs):
                return [x._array if isinstance(x, Tensor) else x for x in inputs]
            """,
            "Nothing is promoted. An integer array beside a float array is then multiplied by NumPy's rules, which make float64 "
            "of them: cast every operand to op.promote(inputs).",
        ),
        gathering(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return [x._array if isinstance(x, Tensor) else x for x in inputs]
                return [cast(x, op.promote([x])) for x in inputs]
            """,
            "Each operand is asked for its own dtype. The dtype is one for all of them: give op.promote the whole inputs, once.",
        ),
        gathering(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return list(inputs)
                kind = op.promote(inputs)
                return [cast(x, kind) for x in inputs]
            """,
            "For an op that does not promote, the tensors are passed on as tensors. A forward sees arrays: take x._array.",
        ),
        gathering(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return [x._array for x in inputs]
                kind = op.promote(inputs)
                return [cast(x, kind) for x in inputs]
            """,
            "Not everything that goes in is a tensor: a dim or a flag has no _array. Leave it as it is.",
        ),
        gathering(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return [x._array if isinstance(x, Tensor) else x for x in inputs]
                kind = op.promote(inputs)
                return [cast(x, kind) if isinstance(x, Tensor) else x for x in inputs]
            """,
            "The tensors are cast and the numbers are not. 300 is no uint8, and NumPy would refuse it; cast knows what to do with "
            "a number, too.",
        ),
        gathering(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return [x._array for x in inputs if isinstance(x, Tensor)]
                kind = op.promote(inputs)
                return [cast(x, kind) for x in inputs]
            """,
            "Only the tensors come out. The forward has more parameters than that: a dim or a flag stays in its place.",
        ),
        gathering(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return [x._array if isinstance(x, Tensor) else x for x in inputs]
                kind = inputs[0].dtype
                return [cast(x, kind) for x in inputs]
            """,
            "The dtype is that of the first operand. Which one wins depends on all of them: op.promote(inputs).",
        ),
        gathering(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return [np.array(x._array) if isinstance(x, Tensor) else x for x in inputs]
                kind = op.promote(inputs)
                return [np.array(cast(x, kind)) for x in inputs]
            """,
            "Arrays are copied, or made of plain numbers. A forward is given the arrays as they are, and numbers as "
            "cast leaves them.",
        ),
        gathering(
            """
            def arrays_of(op, inputs):
                if op.promote is None: return inputs
                return [cast(x, op.promote(inputs)) for x in inputs]
            """,
            "For an op that does not promote, the inputs come back as they were. A forward sees arrays: take x._array "
            "of the tensors, into a list.",
        ),
        gathering(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return [x._array if isinstance(x, Tensor) else x for x in inputs]
                kind = op.promote(inputs)
                for x in inputs: cast(x, kind)
                return inputs
            """,
            "cast gives a new value and leaves the operand alone. Collect what it returns: `[cast(x, kind) for x in "
            "inputs]`.",
        ),
        gathering(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return [x.numpy() if isinstance(x, Tensor) else x for x in inputs]
                kind = op.promote(inputs)
                return [cast(x, kind) for x in inputs]
            """,
            "x.numpy() is meant for users, and refuses a tensor that requires a gradient. Inside the package take x._array.",
        ),
        casting(
            "cast copies arrays that have the dtype already. Give those as they are: astype(kind.numpy, copy=False).",
            ("x._array.astype(kind.numpy, copy=False)", "x._array.astype(kind.numpy)"),
        ),
        casting(
            "cast leaves arrays in the dtype that they have: x._array.astype(kind.numpy, copy=False).",
            ("x._array.astype(kind.numpy, copy=False)", "x._array"),
        ),
        casting(
            "NumPy refuses 300 as a uint8 when it is asked so. astype wraps it around, as PyTorch does: "
            "np.asarray(x).astype(kind.numpy).",
            ("np.asarray(x).astype(kind.numpy)[()]", "np.asarray(x, kind.numpy)[()]"),
        ),
        casting(
            "A number stays a Python number. 300 among uint8 is then too large for NumPy: cast it as well.",
            ("x if stays(x, kind) else np.asarray(x).astype(kind.numpy)[()]", "x"),
        ),
        casting(
            "Every number becomes NumPy's. One that stays(x, kind) is given as it is: NumPy knows what to do with it.",
            ("x if stays(x, kind) else np.asarray(x).astype(kind.numpy)[()]", "np.asarray(x).astype(kind.numpy)[()]"),
        ),
        casting(
            "np.float64 is a float, too, and NumPy lets it decide the dtype of all. Make a Python number of a NumPy scalar "
            "first: x.item().",
            ("        x = x.item() if isinstance(x, np.generic) else x\n", ""),
        ),
        casting(
            "What is neither a tensor nor a number, such as a None, cannot be cast: it stays what it is.",
            (
                "    if isinstance(x, NUMBER):\n        x = x.item() if isinstance(x, np.generic) else x\n        return x "
                "if stays(x, kind) else np.asarray(x).astype(kind.numpy)[()]\n    return x",
                "    return np.asarray(x).astype(kind.numpy)[()]",
            ),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and ("Cannot interpret" in str(error) or "data type" in str(error))
            ),
            "NumPy does not know our dtypes: each has NumPy's own as kind.numpy.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, OverflowError),
            "NumPy refuses a number that is too large for the dtype. Make an array of it first, and astype wraps it around: "
            "np.asarray(x).astype(kind.numpy).",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "has no attribute '_array'" in str(error)
            ),
            "Not everything that goes in is a tensor: a number, a dim or a flag has no _array.",
        ),
        Mistake(
            lambda expected, got, error: expected == (True, True) and error is None,
            "A number that stays(x, kind) is given as it is, the very Python number.",
        ),
        Mistake(
            lambda expected, got, error: expected == (True, "int16") and error is None,
            "A NumPy scalar counts as the Python number x.item(); a number that does not stay becomes a NumPy scalar of the dtype.",
        ),
        Mistake(
            lambda expected, got, error: expected == (None, "text") and error is None,
            "What is neither a tensor nor a number stays what it is, whatever the dtype.",
        ),
        *tells(
            one_dtype="Both operands have the op's dtype: their arrays, as they are.",
            two_dtypes="One dtype is found for all operands, op.promote(inputs), and each is cast to it: astype converts the numbers.",
            a_rule_for_floats="The rule is the op's own, op.promote: division computes in floats.",
            a_number="An array and a number: cast gives the array as it is, and the number as a NumPy number of kind.numpy.",
            a_number_too_large="300 is cast like any other number: an array of it, and astype wraps it around.",
            a_0_d_tensor="The dtype of all operands together is the 0-d tensor's here, and the integers are cast to it.",
            no_promotion="Without a rule, op.promote is None: tensors give their arrays, all else stays what it is.",
            no_copy="An array that has the dtype is given as it is: the very array of the tensor.",
            no_number="What is neither a tensor nor a number stays what it is, whatever the dtype.",
            a_cast="cast gives the array of a tensor in the dtype; the tensor itself stays what it was.",
            a_number_that_stays="A number that stays(x, kind) is given as it is, the very Python number.",
            a_NumPy_number="A NumPy scalar counts as the Python number x.item(); a number that does not stay becomes a "
            "NumPy scalar of the dtype.",
            a_number_cast="A number that does not stay: np.asarray(x).astype(kind.numpy), which wraps around, and [()] for "
            "the number in it.",
        ),
    ],
    hints=[
        "There are two kinds of op: those with a rule in op.promote, and those without.",
        "With a rule: find the dtype once, from all inputs, then cast every one of them. Without: take the arrays out of the "
        "tensors and leave the rest.",
        "In cast, `x._array.astype(kind.numpy, copy=False)` for a tensor and `np.asarray(x).astype(kind.numpy)[()]` for a "
        "number that does not "
        "stay. Then `[cast(x, kind) for x in inputs]` with kind = op.promote(inputs); and if op.promote is None, "
        "`[x._array if isinstance(x, Tensor) else x for x in inputs]`.",
    ],
)
