"""Operands that do not fit."""

from ...define import Case, Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = '''
from minitorch import Tensor
from minitorch.backend import same_device
from minitorch.ops.call import are_arrays
from minitorch.ops.promotion import NUMBER, common


class Form:
    """What unfit knows of an operation: its rule of promotion, and how many of its operands must be tensors."""

    def __init__(self, promote=common, tensors=None):
        self.promote, self.tensors = promote, tensors


def asked(op, *inputs):
    """What unfit says of the operands of a call, as a list."""
    return list(unfit(op, inputs, [x for x in inputs if isinstance(x, Tensor)]))
'''

SOLUTION = '''
def numbers_alone(op, inputs, tensors):
    """The numbers that stand where this op wants tensors."""
    if op.tensors is None or (op.tensors == 0 and tensors):
        return []
    return [x for x in inputs[: op.tensors or 1] if not isinstance(x, Tensor)]


def unfit(op, inputs, tensors):
    """The operands that the op cannot take: promotion takes tensors and numbers, every op at least one tensor."""
    same_device([x._array for x in tensors])
    if not tensors and (op.promote is None or are_arrays(inputs)):
        return inputs
    if op.promote is None:
        return []
    strangers = [x for x in inputs if not isinstance(x, (Tensor, NUMBER))]
    return strangers or numbers_alone(op, inputs, tensors)
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


X = "x = mt.ones(2)\n"


def asking(about, before, arguments, gives):
    """A fact on asked(...), which the text spells out as far as a reader needs it."""
    text = f"inputs = ({arguments},)\ntensors = [one for one in inputs if isinstance(one, Tensor)]\n"
    return told(about, before + text + "list(unfit(op, inputs, tensors))", gives)


exercise = Exercise(
    "unfit",
    title="Operands that do not fit",
    difficulty=2,
    minutes=6,
    target="minitorch.ops.call:unfit",
    covers={"numbers_alone": "minitorch.ops.call:numbers_alone"},
    setup=SETUP.split("\n\ndef asked")[0] + "\n",
    stub='''
        def numbers_alone(op, inputs, tensors):
            """A list of those inputs that stand where this op wants tensors, and are none.

            op.tensors says how many of the first operands must be tensors. None: no operand need be one. 0: any one of them will
            do; so if `tensors`, those among the inputs, is empty, the first operand is the one to complain of.
            """
            ...


        def unfit(op, inputs, tensors):
            """The inputs that the op cannot take: empty when all is well.

            First same_device([...]) of the arrays of the tensors: it raises where they live on two devices.
            No tensor at all: where op.promote is None, or where are_arrays(inputs), none of the inputs will do.
            Otherwise an op that does not promote (op.promote is None) takes anything: an empty list. One that promotes takes
            tensors and numbers, isinstance(x, NUMBER), so it cannot take the rest; if there is no rest, what numbers_alone says.
            """
            ...
    ''',
    solution=SOLUTION,
    why="One function says what does not fit, another what is to be done about it. So `x + thing` can leave the thing to Python, and "
    "`mt.add(x, thing)` can raise.",
    facts=[
        asking("all is well", X + "op = Form()\n", "x, 2.5", []),
        asking("all is well", X + "op = Form()\n", "x, x", []),
        asking("a stranger", X + "op = Form()\n", "x, 'two'", ["two"]),
        asking("all strangers", X + "op = Form()\n", "x, 'two', None", ["two", None]),
        asking("numbers only", "op = Form()\n", "2, 3.0", []),
        asking("a first tensor", "op = Form(tensors=1)\n", "2, mt.ones(2)", [2]),
        asking("a second number", X + "op = Form(tensors=1)\n", "x, 2", []),
        asking("two tensors", X + "op = Form(tensors=2)\n", "x, 2, 3", [2]),
        asking("two tensors", "op = Form(tensors=2)\n", "1, 2, mt.ones(2)", [1, 2]),
        asking("any tensor", X + "op = Form(tensors=0)\n", "2, x", []),
        asking("no tensor", "op = Form(tensors=0)\n", "2, 3", [2]),
        asking("strangers first", "op = Form(tensors=1)\n", "2, 'two', mt.ones(2)", ["two"]),
        asking("no promotion", X + "op = Form(None, 1)\n", "x, 0, 'two', None", []),
        asking("no promotion and no tensor", "op = Form(None, 1)\n", "2.5, 0", [2.5, 0]),
        told("arrays", "len(unfit(Form(), (np.ones(2), 3), []))", 2),
        told("arrays beside tensors", X + "len(unfit(Form(), (x, np.ones(2)), [x]))", 1),
        told("numpy numbers", X + "len(unfit(Form(), (x, np.float32(2)), [x]))", 0),
        told("arrays of an op without promotion", "len(unfit(Form(None), (np.ones(2), None), []))", 2),
        told("tensors of an op without promotion", X + "len(unfit(Form(None), (x, np.ones(2)), [x]))", 0),
        told(
            "one device",
            X
            + "before, seen = unfit.__globals__['same_device'], []\nunfit.__globals__['same_device'] = seen.append\ntry:\n"
            "    unfit(Form(), (x, 2), [x])\nfinally:\n    unfit.__globals__['same_device'] = before\n[list(one)[0] is "
            "x._array for one in seen]",
            [True],
        ),
        Case("mt.ones(2) + 'two'", raises=TypeError),
    ],
    wrong=[
        wrong(
            "The devices are never looked at: same_device([x._array for x in tensors]) comes first.",
            ("    same_device([x._array for x in tensors])\n", ""),
        ),
        wrong(
            "An op that does not promote takes anything beside its tensor: a dim, a flag, None. For it the list is empty.",
            ("    if op.promote is None:\n        return []\n", ""),
        ),
        wrong(
            "Numbers are no strangers to an op that promotes: it takes tensors and numbers, isinstance(x, NUMBER).",
            ("isinstance(x, (Tensor, NUMBER))", "isinstance(x, Tensor)"),
        ),
        wrong(
            "Where one forward calls another, there are arrays and no tensor: none of the inputs will do, so return them all.",
            ("(op.promote is None or are_arrays(inputs))", "op.promote is None"),
        ),
        wrong(
            "An array beside a tensor is a stranger like any other; all inputs are returned only if there is no tensor among them.",
            (
                "if not tensors and (op.promote is None or are_arrays(inputs))",
                "if are_arrays(inputs) or op.promote is None and not tensors",
            ),
        ),
        wrong(
            "Nobody asks whether numbers stand where tensors should. If there are no strangers, numbers_alone has the word.",
            ("return strangers or numbers_alone(op, inputs, tensors)", "return strangers"),
        ),
        wrong(
            "Strangers and numbers are both returned. The strangers come alone; numbers_alone is asked only if there are none.",
            ("strangers or numbers_alone", "strangers + numbers_alone"),
        ),
        wrong(
            "op.tensors None says that no operand need be a tensor, and you ask for one all the same.",
            ("op.tensors is None or (op.tensors == 0 and tensors)", "op.tensors == 0 and tensors"),
        ),
        wrong(
            "For op.tensors 0 any one tensor will do, wherever it stands: then no number is in a wrong place.",
            ("if op.tensors is None or (op.tensors == 0 and tensors):", "if op.tensors is None:"),
        ),
        wrong(
            "For op.tensors 0 and no tensor at all, nothing is complained of: inputs[:0] is empty. Name the first operand.",
            ("op.tensors or 1", "op.tensors or 0"),
        ),
        wrong(
            "Only the first op.tensors operands must be tensors. A number behind them is welcome.",
            ("inputs[: op.tensors or 1]", "inputs"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "NoneType" in str(error),
            "One of the two returns None. Where all is well the answer is an empty list; and op.tensors may be None, which "
            "is no number.",
        ),
        *tells(
            all_is_well="A tensor and a number, or two tensors, are all that an op which promotes takes: an empty list.",
            a_stranger="A text is neither a tensor nor a number: it is the one to be returned.",
            all_strangers="All operands that are neither tensors nor numbers are returned, in a list, in their order.",
            numbers_only="Here op.tensors is None: numbers alone will do.",
            a_first_tensor="op.tensors is 1 and the first operand is a number: [2].",
            a_second_number="op.tensors is 1, so only the first operand must be a tensor.",
            two_tensors="op.tensors is 2: the numbers among the first two operands are returned, and no others.",
            any_tensor="op.tensors is 0 and there is a tensor: all is well.",
            no_tensor="op.tensors is 0 and there is no tensor: the first operand is the one to complain of.",
            strangers_first="A stranger comes before a number in the wrong place: it alone is returned.",
            no_promotion="This op does not promote: beside its tensor it takes whatever there is.",
            no_promotion_and_no_tensor="This op does not promote and there is no tensor: none of the inputs will do, so all "
            "are returned.",
            arrays="Arrays and no tensor: all inputs are returned. are_arrays(inputs) tells.",
            arrays_beside_tensors="Beside a tensor an array is a stranger, and the only one here.",
            numpy_numbers="A NumPy scalar is a NUMBER, and the tensor beside it is there: all is well.",
            arrays_of_an_op_without_promotion="No tensor at all: all inputs are returned.",
            tensors_of_an_op_without_promotion="There is a tensor, and the op does not promote: an empty list.",
            one_device="same_device is to be called once, with a list of the arrays of the tensors: x._array.",
        ),
    ],
    hints=[
        "Three questions in unfit, in the order of the stub: is there a tensor at all, does the op promote, and who is "
        "neither a tensor nor a "
        "number?",
        "`if not tensors and (op.promote is None or are_arrays(inputs)): return inputs`. For an op that promotes: the list "
        "of strangers, "
        "or else what numbers_alone says.",
        "numbers_alone: an empty list where op.tensors is None, or is 0 while there are tensors; otherwise `[x for x in "
        "inputs[: op.tensors "
        "or 1] if not isinstance(x, Tensor)]`.",
    ],
)
