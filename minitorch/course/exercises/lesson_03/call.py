"""One call for every operation."""

from ...define import A, Case, Exercise, T, Wrong
from ..edited import edited
from ..telling import tells, told

SETUP = '''
from minitorch import Tensor
from minitorch._tensor import view_of, wrap
from minitorch.backend import as_array
from minitorch.ops.call import arrays_of, compute, fill_out, together, turn_away, unfit
from minitorch.ops.pointwise.arithmetic import _div, mul
from minitorch.ops.reduction.max import _max
from minitorch.ops.reduction.sum import _sum
from minitorch.ops.view.expand import _expand


class Halves:
    """An op of which two views come at once."""

    name = __name__ = "halves"
    promote, tensors, view, kernel = None, 1, True, None

    def bind(self, args, kwargs):
        return args

    def forward(self, x):
        return x[:2], x[2:]

    def record(self, *step):
        pass


class Noting:
    """An op that notes what it is asked to record."""

    def __init__(self, op):
        self.op, self.steps = op, []

    def __getattr__(self, name):
        return getattr(self.op, name)

    def record(self, *step):
        self.steps.append(step)
'''


def variant(unwanted, wanted=""):
    """The solution with one piece of it exchanged."""
    if unwanted not in BODY:
        raise ValueError(f"{unwanted!r} is not in the solution")
    return WRAP + HEAD + BODY.replace(unwanted, wanted)


WRAP = """\
def wrap_result(op, result, tensors):
    if isinstance(result, (tuple, list)):
        return tuple([wrap_result(op, part, tensors) for part in result])
    return view_of(tensors[0], as_array(result)) if op.view else wrap(as_array(result))


"""
HEAD = "def call(op, args, kwargs, out=None, stranger=None):\n"
BODY = """\
    inputs = together(op.bind(args, kwargs))
    tensors = [x for x in inputs if isinstance(x, Tensor)]
    strangers = unfit(op, inputs, tensors)
    if strangers:
        return turn_away(op, inputs, tensors, strangers, stranger)
    values = arrays_of(op, inputs)
    result = wrap_result(op, compute(op, values, tensors), tensors)
    op.record(inputs, values, result)
    return result if out is None else fill_out(out, result, op, inputs)
"""


def wrapping(unwanted, wanted):
    """The same, with a piece of wrap_result exchanged."""
    if unwanted not in WRAP:
        raise ValueError(f"{unwanted!r} is not in wrap_result")
    return WRAP.replace(unwanted, wanted) + HEAD + BODY


SOLUTION = (
    WRAP
    + HEAD
    + '    """Run an operation: bind the arguments, promote, compute on arrays, wrap the result and have it recorded."""\n'
    + BODY
)

exercise = Exercise(
    "call",
    title="One call for every operation",
    difficulty=3,
    minutes=9,
    target="minitorch.ops.call:call",
    covers={"wrap_result": "minitorch.ops.call:wrap_result"},
    setup=SETUP,
    stub='''
        def wrap_result(op, result, tensors):
            """A tensor around the array that a forward returned.

            Of a tuple or list of arrays, a tuple of tensors. as_array(result) makes an array
            of a bare number, wrap(array) a tensor. Where op.view says that the array shows
            the memory of the first operand, view_of(tensors[0], array) does it and remembers
            that.
            """
            ...


        def call(op, args, kwargs, out=None, stranger=None):
            """Run the op on the arguments of a call, and return its result.

            together(op.bind(args, kwargs))  the arguments in order, on one device
            unfit(op, inputs, tensors)       those that the op cannot take; if there are any,
                turn_away(op, inputs, tensors, strangers, stranger)  is what to return
            arrays_of(op, inputs)            what the forward computes with
            compute(op, values, tensors)     the forward's own result: an array, or several
            your wrap_result(op, computed, tensors)  tensors around it
            op.record(inputs, values, result)        has the step written down
            fill_out(out, result, op, inputs)    the result written into `out`, if one was given
            """
            ...
    ''',
    solution=SOLUTION,
    why="Every operation of the package goes through these lines: `x * y`, `x.sum()`, a whole network. What is different from one op "
    "to the next is only the forward and the rule of promotion.",
    facts=[
        told("two tensors", "call(mul, (mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0])), {})", T([3.0, 8.0])),
        told("a number", "call(mul, (mt.tensor([1, 2]), 0.5), {})", T([0.5, 1.0])),
        told("promotion", "call(_div, (mt.tensor([1, 2]), 2), {})", T([0.5, 1.0])),
        told("by name", 'call(_sum, (mt.ones(2, 3),), {"dim": 0, "keepdim": True})', T([[2.0, 2.0, 2.0]])),
        told("no dimension left", "call(_sum, (mt.ones(2, 3),), {})", T(6.0)),
        told("two results", "call(_max, (mt.tensor([[1, 5], [7, 2]]), 1, False), {})", (T([5, 7]), T([1, 0]))),
        told(
            "an array inside",
            "type(call(_sum, (mt.ones(2, 3),), {})._array) is np.ndarray, call(mul, (mt.ones(1), 2), {})._base is None",
            (True, True),
        ),
        told("a tuple", "type(call(_max, (mt.tensor([[1, 5], [7, 2]]), 1, False), {})) is tuple", True),
        told("a view", "x = mt.ones(1)\ncall(_expand, (x, (2, 3)), {})._base is x", True),
        told("by name", 'x = mt.ones(1)\ncall(_expand, (), {"x": x, "size": (2, 3)})._base is x', True),
        Case('call(mul, (mt.ones(2), "2"), {})', raises=TypeError, match="must be Tensor, not str"),
        told(
            "views of one",
            "x = mt.ones(4)\nparts = call(Halves(), (x,), {})\nlen(parts), parts[0]._base is x, parts[1]._base is x",
            (2, True, True),
        ),
        told(
            "left to the other side",
            'call(mul, (mt.ones(2), "2"), {}, None, lambda op, inputs, one: one + " is for you")',
            "2 is for you",
        ),
        told("arrays", "call(mul, (np.array([1.0, 2.0]), np.array([3.0, 4.0])), {})", A([3.0, 8.0])),
        Case("call(mul, (mt.ones(2), mt.ones(3)), {})", raises=ValueError, match="could not be broadcast"),
        told(
            "sixteen bits",
            "call(mul, (mt.tensor([1.1, 0.3, 7.7], dtype=mt.float16), 0.7), {}).tolist()",
            [0.76953125, 0.2100830078125, 5.390625],
        ),
        told(
            "a given place",
            """
            place = mt.zeros(2)
            result = call(mul, (mt.tensor([1.0, 2.0]), 3), {}, place)
            [result is place, place.tolist()]
            """,
            [True, [3.0, 6.0]],
            changes=True,
        ),
        told(
            "a record",
            """
            op, x = Noting(mul), mt.tensor([1, 2])
            result = call(op, (x, 0.5), {})
            inputs, values, out = op.steps[0]
            [len(op.steps), inputs[0] is x, inputs[1], values[0].dtype.name, values[1], out is result]
            """,
            [1, True, 0.5, "float32", 0.5, True],
        ),
        told(
            "a record and a place",
            "op, place = Noting(mul), mt.zeros(2)\ncall(op, (mt.ones(2), 3), {}, place)\nop.steps[0][2] is place",
            False,
            changes=True,
        ),
        told(
            "a record in order",
            "op = Noting(_sum)\nresult = call(op, (mt.ones(2),), {})\nop.steps[0][0][1:]",
            (None, False, None),
        ),
        told("nothing to record", "op = Noting(mul)\ncall(op, (np.ones(2), np.ones(2)), {})\nop.steps", []),
    ],
    wrong=[
        Wrong(
            wrapping(
                "tuple([wrap_result(op, part, tensors) for part in result])",
                "[wrap_result(op, part, tensors) for part in result]",
            ),
            "Several results are a tuple of tensors, as PyTorch has it, and no list.",
        ),
        Wrong(
            wrapping(
                "    if isinstance(result, (tuple, list)):\n        return tuple([wrap_result(op, part, tensors) for part "
                "in result])\n",
                "",
            ),
            "A forward may return several arrays, as max along a dimension does. Each gets a tensor of its own.",
        ),
        Wrong(
            wrapping(
                "view_of(tensors[0], as_array(result)) if op.view else wrap(as_array(result))", "wrap(as_array(result))"
            ),
            "A view does not remember whose memory it shows: where op.view is True, view_of(tensors[0], array).",
        ),
        Wrong(
            wrapping(
                "view_of(tensors[0], as_array(result)) if op.view else wrap(as_array(result))",
                "view_of(tensors[0], as_array(result))",
            ),
            "Every result is made a view. Only an op with op.view True shows the memory of its first operand.",
        ),
        Wrong(
            wrapping("else wrap(as_array(result))", "else wrap(result)"),
            "NumPy gives a bare number where no dimension is left. as_array makes an array of it.",
        ),
        Wrong(
            variant("    op.record(inputs, values, result)\n"),
            "Everything is right but one thing: the step is not recorded. Without op.record there will be no backward pass.",
        ),
        Wrong(
            variant("op.record(inputs, values, result)", "op.record(values, inputs, result)"),
            "op.record is given the arrays where it expects the inputs. First what the caller gave, tensors and all, then what the "
            "forward saw.",
        ),
        Wrong(
            variant("op.record(inputs, values, result)", "op.record(inputs, inputs, result)"),
            "op.record is given the inputs twice. Its second argument is what the forward saw: arrays, promoted.",
        ),
        Wrong(
            variant("op.record(inputs, values, result)", "op.record(args, values, result)"),
            "op.record gets the arguments as they were called, before the defaults were filled in. Give it `inputs`.",
        ),
        Wrong(
            variant("    inputs = together(op.bind(args, kwargs))\n", "    inputs = args\n"),
            "Arguments by name and defaults are lost: let op.bind put all of them in order first.",
        ),
        Wrong(
            variant("wrap_result(op, compute(op, values, tensors), tensors)", "compute(op, values, tensors)"),
            "The forward gives arrays, and arrays come out. wrap_result puts tensors around them.",
        ),
        Wrong(
            variant("return result if out is None else fill_out(out, result, op, inputs)", "return result"),
            "`out` is forgotten: where the caller gave a tensor, the result is to be written into it and that tensor returned.",
        ),
        Wrong(
            variant(
                "return result if out is None else fill_out(out, result, op, inputs)",
                "return fill_out(out, result, op, inputs)",
            ),
            "Most calls give no `out`. Then there is nothing to fill: return the result itself.",
        ),
        Wrong(
            variant(
                """    strangers = unfit(op, inputs, tensors)
    if strangers:
        return turn_away(op, inputs, tensors, strangers, stranger)
"""
            ),
            "Operands that no op can take are computed with all the same. Ask unfit first, and answer with turn_away.",
        ),
        Wrong(
            variant(
                "        return turn_away(op, inputs, tensors, strangers, stranger)\n",
                '        raise TypeError(f"must be Tensor, not {type(strangers[0]).__name__}")\n',
            ),
            "Not every stranger is an error: an operator leaves it to the other side, and arrays are computed with. turn_away knows "
            "which is which: return what it says.",
        ),
        Wrong(
            variant("compute(op, values, tensors)", "op.forward(*values)"),
            "Floats of 16 bits are multiplied as they are. compute runs the forward in float32, and rounds once.",
        ),
        Wrong(
            variant("compute(op, values, tensors)", "compute(op, inputs, tensors)"),
            "The forward is given the tensors themselves. It works on arrays: give it what arrays_of made of them.",
        ),
        Wrong(
            edited(SOLUTION, ("args, kwargs)", "args, {})")),
            "op.bind is not given the arguments by name: kwargs is lost.",
        ),
        Wrong(
            edited(SOLUTION, ("inputs if isinstance(x,", "inputs if not isinstance(x,")),
            "`tensors` holds everything but the tensors. It is [x for x in inputs if isinstance(x, Tensor)].",
        ),
        Wrong(
            variant("for x in inputs if isinstance(x, Tensor)", "for x in args if isinstance(x, Tensor)"),
            "Tensors may come by name, too. Look for them among `inputs`, which op.bind has put in order, and not among `args`.",
        ),
        Wrong(
            edited(SOLUTION, ("return turn_away", "turn_away")),
            "turn_away gives an answer, and the call goes on all the same: return what it says.",
        ),
        Wrong(
            edited(SOLUTION, ("op.record(inputs, values,", "op.record(tensors, values,")),
            "op.record is given the tensors alone. It needs all inputs, in their order.",
        ),
        Wrong(
            edited(SOLUTION, ("fill_out(out, result, op, inputs)", "out")),
            "`out` is returned as it was. fill_out writes the result into it.",
        ),
        Wrong(
            edited(SOLUTION, ("values, result)", "values, out)")),
            "op.record is given `out`, the place that the caller named. It wants the result, which is always there.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("wrap_result(op, compute(op, values, tensors), tensors", "mt.from_numpy(compute(op, values, tensors)"),
            ),
            "from_numpy makes a tensor that knows nothing of a base, and takes one array only. wrap_result handles "
            "views and several results.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "op.record(inputs, values, result)",
                    "op.record(inputs, values, result)\n    op.record(inputs, values, result)",
                ),
            ),
            "The step is recorded twice, and once is enough.",
        ),
    ],
    mistakes=[
        *tells(
            two_tensors="Two tensors are multiplied: bind, arrays_of, compute, and wrap_result around what comes out.",
            a_number="A number is an operand, too: arrays_of casts it.",
            sixteen_bits="Floats of 16 bits are multiplied as they are. compute runs the forward in float32, and rounds once.",
            promotion="The forward gets what arrays_of made of the operands, in the op's dtype.",
            by_name="Arguments by name are bound with the others: op.bind(args, kwargs).",
            no_dimension_left="Where no dimension is left NumPy gives a bare number: as_array makes an array of it, wrap a tensor.",
            two_results="Of several results wrap_result makes a tuple of tensors, each by the rule for one.",
            an_array_inside="Inside a tensor is an array, also where NumPy gave a number; and only an op with op.view True "
            "makes a view.",
            a_tuple="Several results come back as a tuple.",
            views_of_one="Several views come from one step: each part goes through wrap_result by itself.",
            a_view="Where op.view is True, view_of(tensors[0], array): first the tensor whose memory it shows.",
            left_to_the_other_side="What does not fit is turned away in the caller's own way: turn_away is given "
            "`stranger`, and what it says is returned.",
            arrays="Arrays alone: unfit finds them, and what turn_away says is the answer.",
            a_given_place="`out` is a tensor that the caller gave, or None: ask `out is None`. fill_out(out, result, op, inputs) "
            "writes into it, and it is the answer.",
            a_record="op.record(inputs, values, result) is called once: what the caller gave, what the forward saw, and the result.",
            a_record_and_a_place="The result is recorded, and not the place that it is written into: op.record comes before fill_out.",
            a_record_in_order="The inputs are recorded with their defaults filled in, in the order of the parameters: what bind gave.",
            nothing_to_record="Where the operands were turned away, there is nothing to record.",
        ),
    ],
    hints=[
        "The list in the stub is in order: each line works on what the ones before it gave.",
        "inputs, then tensors (those of the inputs that are Tensors), then strangers; if there are any, you are done. Then "
        "values, result, record, return.",
        "values = arrays_of(op, inputs); result = wrap_result(op, compute(op, values, tensors), tensors); op.record(inputs, values, "
        "result); return result if out is None else fill_out(out, result, op, inputs).",
    ],
)
