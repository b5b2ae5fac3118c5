"""Does the result want a gradient?."""

from ...define import Case, Exercise, Wrong

exercise = Exercise(
    "wants_gradient",
    title="Does the result want a gradient?",
    difficulty=2,
    minutes=5,
    stub='''
        def wants_gradient(inputs, enabled, dtype):
            """Whether a result does: inputs is a list of bools (their requires_grad), enabled whether recording is on."""
            ...
    ''',
    solution='''
        def wants_gradient(inputs, enabled, dtype):
            """Whether a result does: inputs is a list of bools (their requires_grad), enabled whether recording is on."""
            return enabled and any(inputs) and (dtype.is_floating_point or dtype.is_complex)
    ''',
    why="One operand that wants a gradient is enough, unless recording is off. And a result of whole numbers or bools, such as "
    "x > 0 or an index, cannot move a little, so it has none.",
    facts=[
        Case("wants_gradient([True, False], True, mt.float32)", True),
        Case("wants_gradient([False, False], True, mt.float32)", False),
        Case("wants_gradient([True, True], False, mt.float32)", False),
        Case("wants_gradient([True], True, mt.int64)", False),
        Case("wants_gradient([True], True, mt.bool)", False),
        Case("wants_gradient([False, False, True], True, mt.float64)", True),
        Case("wants_gradient([True], True, mt.complex64)", True),
        Case("wants_gradient([], True, mt.float32)", False),
        Case("wants_gradient([True], True, mt.float16)", True),
        Case("wants_gradient([True], True, mt.uint8)", False),
    ],
    wrong=[
        Wrong(
            """
            def wants_gradient(inputs, enabled, dtype):
                return enabled and all(inputs) and (dtype.is_floating_point or dtype.is_complex)
            """,
            "One operand is enough: in x * w only the weight may want a gradient, and it must get one.",
        ),
        Wrong(
            """
            def wants_gradient(inputs, enabled, dtype):
                return any(inputs) and (dtype.is_floating_point or dtype.is_complex)
            """,
            "Under no_grad nothing is recorded, whatever the operands want.",
        ),
        Wrong(
            """
            def wants_gradient(inputs, enabled, dtype):
                return enabled and any(inputs)
            """,
            "The result of x > 0 is a bool. It cannot move a little, so it has no gradient, whatever x wants.",
        ),
        Wrong(
            """
            def wants_gradient(inputs, enabled, dtype):
                return enabled and any(inputs) and dtype not in (mt.int64, mt.bool)
            """,
            "There are more kinds of whole numbers than int64. Ask the dtype whether it is floating or complex.",
        ),
        Wrong(
            """
            def wants_gradient(inputs, enabled, dtype):
                return enabled and any(inputs) and dtype.is_floating_point
            """,
            "Complex numbers can move a little as well: ask for `dtype.is_complex`, too.",
        ),
    ],
    hints=[
        "Three conditions, all of which must hold.",
        "Recording is on; at least one operand wants a gradient; the result is of a kind that can have one.",
        "enabled and any(inputs) and (dtype.is_floating_point or dtype.is_complex)",
    ],
)
