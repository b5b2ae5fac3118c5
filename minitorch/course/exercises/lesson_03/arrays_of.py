"""What the forward computes with."""

from ...define import A, Case, Exercise, Wrong

SETUP = """
from minitorch import Tensor
from minitorch.ops.promotion import cast
from minitorch.ops.pointwise.arithmetic import _div, mul
from minitorch.ops.reduction.sum import _sum
"""

exercise = Exercise(
    "arrays_of",
    title="What the forward computes with",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.call:arrays_of",
    setup=SETUP,
    stub='''
        def arrays_of(op, inputs):
            """What the forward computes with: a list of the operands as arrays and numbers, in the op's dtype.

            op.promote(inputs) is that dtype, and cast(x, dtype) an operand in it. Where op.promote is None, the tensors
            give their arrays as they are (x._array), and all else stays what it is.
            """
            ...
    ''',
    solution='''
        def arrays_of(op, inputs):
            """What the forward computes with: a list of the operands as arrays and numbers, in the op's dtype."""
            if op.promote is None:
                return [x._array if isinstance(x, Tensor) else x for x in inputs]
            kind = op.promote(inputs)
            return [cast(x, kind) for x in inputs]
    ''',
    why="One dtype is found for all operands together, and each is converted to it before the forward runs. So a forward never "
    "sees two dtypes, and NumPy's own rules never come into play.",
    facts=[
        Case(
            "arrays_of(mul, (mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0])))",
            [A([1.0, 2.0], "float32"), A([3.0, 4.0], "float32")],
        ),
        Case(
            "arrays_of(mul, (mt.tensor([1, 2]), mt.tensor([0.5, 0.5])))",
            [A([1.0, 2.0], "float32"), A([0.5, 0.5], "float32")],
        ),
        Case(
            "arrays_of(_div, (mt.tensor([1, 2]), mt.tensor([2, 2])))",
            [A([1.0, 2.0], "float32"), A([2.0, 2.0], "float32")],
        ),
        Case("arrays_of(mul, (mt.tensor([1, 2]), 3))", [A([1, 2], "int64"), 3]),
        Case("int(arrays_of(mul, (mt.tensor([5], dtype=mt.uint8), 300))[1])", 44),
        Case(
            """
            double = mt.tensor(1.0, dtype=mt.float64)
            arrays_of(mul, (mt.tensor([1, 2]), double))[0].dtype.name
            """,
            "float64",
        ),
        Case("arrays_of(_sum, (mt.tensor([[1, 2]]), 1, True, None))", [A([[1, 2]], "int64"), 1, True, None]),
        Case("x = mt.tensor([1.0, 2.0])\narrays_of(mul, (x, 2.0))[0] is x._array", True),
    ],
    wrong=[
        Wrong(
            """
            def arrays_of(op, inputs):
                kind = op.promote(inputs)
                return [cast(x, kind) for x in inputs]
            """,
            "Not every op promotes: a sum has `op.promote` None. Then tensors give their arrays as they are, and dims and flags "
            "stay what they are.",
        ),
        Wrong(
            """
            def arrays_of(op, inputs):
                return [x._array if isinstance(x, Tensor) else x for x in inputs]
            """,
            "Nothing is promoted. An integer array beside a float array is then multiplied by NumPy's rules, which make float64 "
            "of them: cast every operand to op.promote(inputs).",
        ),
        Wrong(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return [x._array if isinstance(x, Tensor) else x for x in inputs]
                return [cast(x, op.promote([x])) for x in inputs]
            """,
            "Each operand is asked for its own dtype. The dtype is one for all of them: give op.promote the whole inputs, once.",
        ),
        Wrong(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return list(inputs)
                kind = op.promote(inputs)
                return [cast(x, kind) for x in inputs]
            """,
            "For an op that does not promote, the tensors are passed on as tensors. A forward sees arrays: take x._array.",
        ),
        Wrong(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return [x._array for x in inputs]
                kind = op.promote(inputs)
                return [cast(x, kind) for x in inputs]
            """,
            "Not everything that goes in is a tensor: a dim or a flag has no _array. Leave it as it is.",
        ),
        Wrong(
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
        Wrong(
            """
                def arrays_of(op, inputs):
                    if op.promote is None:
                        return [x._array for x in inputs if isinstance(x, Tensor)]
                    kind = op.promote(inputs)
                    return [cast(x, kind) for x in inputs]
            """,
            "Only the tensors come out. The forward has more parameters than that: a dim or a flag stays in its place.",
        ),
        Wrong(
            """
                def arrays_of(op, inputs):
                    if op.promote is None:
                        return [x._array if isinstance(x, Tensor) else x for x in inputs]
                    kind = inputs[0].dtype
                    return [cast(x, kind) for x in inputs]
            """,
            "The dtype is that of the first operand. Which one wins depends on all of them: op.promote(inputs).",
        ),
        Wrong(
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
        Wrong(
            """
                def arrays_of(op, inputs):
                    if op.promote is None: return inputs
                    return [cast(x, op.promote(inputs)) for x in inputs]
            """,
            "For an op that does not promote, the inputs come back as they were. A forward sees arrays: take x._array "
            "of the tensors, into a list.",
        ),
        Wrong(
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
        Wrong(
            """
            def arrays_of(op, inputs):
                if op.promote is None:
                    return [x.numpy() if isinstance(x, Tensor) else x for x in inputs]
                kind = op.promote(inputs)
                return [cast(x, kind) for x in inputs]
            """,
            "x.numpy() is meant for users, and refuses a tensor that requires a gradient. Inside the package take x._array.",
        ),
    ],
    hints=[
        "There are two kinds of op: those with a rule in op.promote, and those without.",
        "With a rule: find the dtype once, from all inputs, then cast every one of them. Without: take the arrays out of the "
        "tensors and leave the rest.",
        "`[cast(x, kind) for x in inputs]` with kind = op.promote(inputs); and if op.promote is None, "
        "`[x._array if isinstance(x, Tensor) else x for x in inputs]`.",
    ],
)
