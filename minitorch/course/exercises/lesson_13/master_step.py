"""Small steps in float16."""

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops

SOLUTION = '''
def master_step(pairs, rate):
    """One step of gradient descent, computed in float32 for parameters that are kept in float16.

    pairs  a list of (parameter, its exact copy in float32). The copy makes the step, with the gradient in
           float32, and the parameter gets the copy's numbers. A parameter without a gradient is left alone;
           afterwards every gradient is None.
    """
    with mt.no_grad():
        for parameter, copy in pairs:
            if parameter.grad is not None:
                copy -= rate * parameter.grad.float()
                parameter.copy_(copy)
                parameter.grad = None
'''

exercise = Exercise(
    "master_step",
    title="Small steps in float16",
    difficulty=4,
    minutes=12,
    setup="""
def pair(number, grad):
    parameter = mt.nn.Parameter(mt.tensor([number], dtype=mt.float16))
    parameter.grad = None if grad is None else mt.tensor([grad], dtype=mt.float16)
    return parameter, parameter.detach().float()
""",
    stub='''
        def master_step(pairs, rate):
            """One step of gradient descent, computed in float32 for parameters that are kept in float16.

            pairs  a list of (parameter, its exact copy in float32). The copy makes the step, with the gradient in
                   float32, and the parameter gets the copy's numbers. A parameter without a gradient is left alone;
                   afterwards every gradient is None.
            """
            ...
    ''',
    solution=SOLUTION,
    why="Steps that are too small to be seen in float16 add up in the copy, and show in the parameter as soon as they are large "
    "enough. The gradient is made float32 first, since rate * grad can vanish in float16 too.",
    facts=[
        Case(
            """
            p, copy = pair(1.0, 1.0)
            master_step([(p, copy)], 0.0001)
            (copy.tolist(), p.tolist())
            """,
            ([0.9998999834060669], [1.0]),
            changes=True,
        ),
        Case(
            """
            p, copy = pair(1.0, None)
            for _ in range(20):
                p.grad = mt.ones(1, dtype=mt.float16)
                master_step([(p, copy)], 0.0001)
            (copy.tolist(), p.tolist())
            """,
            ([0.998], [0.998046875]),
            changes=True,
        ),
        Case(
            """
            p, copy = pair(0.0, 0.001)
            master_step([(p, copy)], 0.00001)
            copy * 1e8
            """,
            T([-1.00040435]),
            changes=True,
        ),
        Case(
            """
            p, copy = pair(1.0, 0.5)
            held = copy
            master_step([(p, copy)], 0.5)
            (held.tolist(), str(p.dtype)[10:], str(copy.dtype)[10:], p.grad)
            """,
            ([0.75], "float16", "float32", None),
            changes=True,
        ),
        Case(
            """
            p, copy = pair(1.0, 0.5)
            master_step([(p, copy)], 0.5)
            copy.add_(1.0)
            p.detach()
            """,
            T([0.75], "float16"),
            changes=True,
        ),
        Case(
            """
            first, second, third = pair(1.0, 1.0), pair(2.0, None), pair(3.0, 2.0)
            master_step([first, second, third], 0.5)
            ([one.item() for two in (first, second, third) for one in two], [p.grad for p, _ in (first, second, third)])
            """,
            ([0.5, 0.5, 2.0, 2.0, 2.0, 2.0], [None, None, None]),
            changes=True,
        ),
        Case(
            """
            p, copy = pair(1.0, 0.5)
            master_step([(p, copy)], 0.5)
            (p.requires_grad, p.is_leaf, copy.requires_grad)
            """,
            (True, True, False),
            changes=True,
        ),
        Case(
            """
            p, copy = pair(0.2119140625, 0.78759765625)
            master_step([(p, copy)], 0.01)
            (copy.tolist(), p.tolist())
            """,
            ([0.2040380835533142], [0.2039794921875]),
            changes=True,
        ),
        Law("n steps with the same gradient go n times as far", lambda f, rng: together(f, rng)),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("= rate * parameter.", "= parameter.")),
            "The rate is forgotten: the step is rate times the gradient.",
        ),
        Wrong(
            edited(SOLUTION, ("parameter, copy", "copy, parameter")),
            "The two in each pair have changed places: the parameter comes first, then its copy.",
        ),
        Wrong(
            """
            def master_step(pairs, rate):
                with mt.no_grad():
                    for parameter, copy in pairs:
                        if parameter.grad is not None:
                            parameter.copy_(copy)
                            copy -= rate * parameter.grad.float()
                            parameter.grad = None
            """,
            "The parameter gets the copy's numbers before the copy has made its step, so it is always one step behind.",
        ),
        Wrong(
            edited(SOLUTION, ("parameter.copy_(copy", "copy.copy_(parameter")),
            "Nothing moves in the end. copy_ writes into what stands before the dot, so numbers go from the copy to the parameter "
            "by parameter.copy_(copy). And the gradient is needed until the step has been made.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "copy -= rate * parameter.grad.float()\n                parameter.copy_(copy)",
                    "parameter -= rate * parameter.grad\n                copy.copy_(parameter)",
                ),
            ),
            "The step is made in float16, where it is rounded away, and the copy only gets to see the result. The copy has to make "
            "the step.",
        ),
        Wrong(
            edited(SOLUTION, ("grad.float()", "grad")),
            "rate * grad is computed in float16, and a small product becomes 0 there. Make the gradient float32 first.",
        ),
        Wrong(
            edited(SOLUTION, ("parameter.copy_(copy)", "parameter.data = copy")),
            "`.data = copy` makes the parameter float32, and it shares the copy's memory from then on. copy_ writes the numbers "
            "into the float16 memory.",
        ),
        Wrong(
            edited(SOLUTION, ("copy -= rate", "copy = copy - rate")),
            "`copy = copy - ...` makes a new tensor, and the copy in the list never moves, so small steps do not add up. Change it "
            "in place: `copy -= ...`.",
        ),
        Wrong(
            edited(SOLUTION, ("\n                parameter.grad = None", "")),
            "The gradient is left in place, and the next backward() would add to it. Set it to None.",
        ),
        Wrong(
            """
            def master_step(pairs, rate):
                with mt.no_grad():
                    for parameter, copy in pairs:
                        copy -= rate * parameter.grad.float()
                        parameter.copy_(copy)
                        parameter.grad = None
            """,
            "A parameter that the loss did not use has no gradient: None has no float(). Leave that pair alone.",
        ),
        Wrong(
            """
            def master_step(pairs, rate):
                for parameter, copy in pairs:
                    if parameter.grad is not None:
                        copy -= rate * parameter.grad.float()
                        parameter.copy_(copy)
                        parameter.grad = None
            """,
            "A parameter is a leaf that wants a gradient, and refuses to be changed while steps are recorded. Put the update under "
            "mt.no_grad().",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("parameter.copy_(copy)", "parameter.data = copy.half()\n                copy.copy_(parameter)"),
            ),
            "Afterwards you round the copy to what the parameter can hold, and the small steps are lost again. Numbers go from the "
            "copy to the parameter, never back.",
        ),
        Wrong(
            edited(SOLUTION, ("copy -= rate", "copy += rate")),
            "You go up the slope. The step goes against the gradient: `copy -= ...`.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "if parameter.grad is not None:",
                    "if parameter.grad is not None:\n                copy.copy_(parameter)",
                ),
            ),
            "You set the copy to the parameter's rounded numbers before each step, and the small steps are lost "
            "again. Numbers go from the copy to the parameter, never back.",
        ),
        Wrong(
            edited(SOLUTION, ("parameter.grad = None", "parameter.grad.zero_()")),
            "The gradient is to be None afterwards: then a parameter that the next loss does not use has none.",
        ),
        Wrong(
            edited(SOLUTION, ("parameter.copy_(copy)", "parameter = copy.half()")),
            "The copy moves and the parameter does not hear of it: `parameter = ...` gives the name in your loop "
            "another tensor. Write into the one that is there, with copy_.",
        ),
        Wrong(
            edited(SOLUTION, ("\n                parameter.copy_(copy)", "")),
            "The copy moves and the parameter stays where it was. The network computes with the parameter: it "
            "gets the copy's numbers.",
        ),
        Wrong(
            edited(SOLUTION, ("parameter.copy_(copy)", "parameter -= rate * parameter.grad")),
            "Each of the two makes a step of its own, and the parameter's is rounded away, or too far. Only the "
            "copy makes it; the parameter gets the copy's numbers.",
        ),
        Wrong(
            """
            def master_step(pairs, rate):
                with mt.no_grad():
                    for parameter, copy in pairs:
                        if parameter.grad is None:
                            return
                        copy -= rate * parameter.grad.float()
                        parameter.copy_(copy)
                        parameter.grad = None
            """,
            "At the first parameter without a gradient you stop, and those behind it make no step. Pass over it: "
            "`continue`.",
        ),
    ],
    mistakes=[
        stops(
            "'float' and 'NoneType'",
            "The copy has no gradient: nobody computes with it. The gradient is the parameter's.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, tuple) and isinstance(got[-1], list) and None in got[-1] != expected[-1]
            ),
            "A gradient is left in place: afterwards that of every parameter is None, not that of the last one alone.",
        ),
        Mistake(
            lambda expected, got, error: expected == ([0.9998999834060669], [1.0]) and got == ([1.0], [1.0]),
            "Nothing has moved. Is the gradient still there when the step is made, and does the step change the copy in place?",
        ),
        Mistake(
            lambda expected, got, error: abs(got[0][0] - 0.9999) < 1e-5 and got[1] == got[0] and expected[1] == [1.0],
            "The copy is right, and the parameter is no longer float16: `.data = ` gives it what it is given, dtype and all. copy_ "
            "rounds the numbers into the memory that is there.",
        ),
        Mistake(
            lambda expected, got, error: error is None and got is not None,
            "The copy is not where the step takes it: copy - rate * gradient, all of it in float32, and then the "
            "parameter follows.",
        ),
    ],
    hints=[
        "In which of the two tensors must `-=` happen, so that a step of 0.0001 counts?",
        "Make the gradient float32 before it is multiplied, change the copy in place, then write its numbers into the parameter.",
        "Under mt.no_grad(): `copy -= rate * parameter.grad.float()`, `parameter.copy_(copy)`, `parameter.grad = None`.",
    ],
)


def together(f, rng):
    steps, grad = int(rng.integers(5, 40)), float(rng.integers(1, 9)) / 8
    parameter = mt.nn.Parameter(mt.ones(2, dtype=mt.float16))
    copy = parameter.detach().float()
    for _ in range(steps):
        parameter.grad = mt.full((2,), grad, dtype=mt.float16)
        f([(parameter, copy)], 2.0**-14)
    expected = T([1 - steps * grad * 2.0**-14] * 2)
    return {"steps": steps, "gradient": grad, "rate": "1/16384"}, expected, copy
