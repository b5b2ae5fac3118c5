"""A result learns where it came from."""

from ...define import Exercise, Mistake, Wrong
from ..telling import tells, told, variant

X = "x, w = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0], requires_grad=True)\n"
MAX = "t = mt.tensor([[1.0, 5.0], [7.0, 2.0]], requires_grad=True)\nvalues, places = t.max(1)\n"

SOLUTION = '''
def attach(node, out):
    """Give a node its number and make it the origin of its results."""
    node.hooks, node.number = None, next(clock)
    outs = out if isinstance(out, tuple) else (out,)
    shapes = tuple([one._array.shape for one in outs])
    dtypes = tuple([one._array.dtype for one in outs])
    node.several = len(outs) if isinstance(out, tuple) else 0
    node.shape, node.dtype = (shapes, dtypes) if node.several else (shapes[0], dtypes[0])
    for number, one in enumerate(outs):
        if one._array.dtype.kind not in "iub":
            one._edge, one._requires_grad = (node, number), True
    for listener in listeners:
        listener(node)
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


exercise = Exercise(
    "attach",
    title="A result learns where it came from",
    difficulty=2,
    minutes=6,
    target="minitorch.graph.record:attach",
    installed=True,
    setup="from minitorch._tensor import clock\nfrom minitorch.graph.record import listeners",
    stub='''
        def attach(node, out):
            """Give a node its number and make it the origin of its results; `out` is a tensor, or a tuple of them.

            node.number              the next of the clock: next(clock)         node.hooks  None
            node.shape, node.dtype   those of the result's array, out._array; of several results tuples of them
            node.several             how many results, where out is a tuple; otherwise 0
            one._edge                (node, number of the result), with one._requires_grad True; not for a result of integers or
                                     bools (one._array.dtype.kind in "iub"), which stays as it is
            listeners                a list of functions: each is called with the node, at the end
            """
            ...
    ''',
    solution=SOLUTION,
    why="Results point to the node, and the node to none of them: no circle, so a graph goes when its last result goes. What it notes "
    "of them, shape and dtype, is what a gradient that arrives must have.",
    facts=[
        told("the edge", X + "y = x * w\ny._edge[0] is y.grad_fn, y._edge[1]", (True, 0)),
        told("requires grad", X + "(x * w).requires_grad, (x * w).is_leaf", (True, False)),
        told("a pair", X + "type((x * w)._edge) is tuple", True),
        told("complex", "x = mt.ones(2, dtype=mt.complex64, requires_grad=True)\n(x * 2).requires_grad", True),
        told("bfloat16", "x = mt.ones(2, dtype=mt.bfloat16, requires_grad=True)\n(x * 2).requires_grad", True),
        told("the number", X + "y = x * w\nz = x * w\nz.grad_fn.number < y.grad_fn.number < 0", True),
        told("one tick", X + "y = x * w\nz = x * w\ny.grad_fn.number - z.grad_fn.number", 1),
        told("hooks", X + "(x * w).grad_fn.hooks", None),
        told("shape", "x = mt.ones(3, 1, requires_grad=True)\n(x * mt.ones(2)).grad_fn.shape", (3, 2)),
        told("dtype as it is", X + "(x * w).grad_fn.dtype is x._array.dtype", True),
        told("dtype", "x = mt.ones(2, dtype=mt.float64, requires_grad=True)\n(x * 2).grad_fn.dtype.name", "float64"),
        told("several", X + "(x * w).grad_fn.several", 0),
        told("several parts", "parts = mt.ones(5, requires_grad=True).split(2)\nparts[0].grad_fn.several", 3),
        told(
            "edges of parts",
            "parts = mt.ones(5, requires_grad=True).split(2)\n[part._edge[1] for part in parts]",
            [0, 1, 2],
        ),
        told(
            "shapes of parts",
            "parts = mt.ones(5, requires_grad=True).split(2)\nparts[0].grad_fn.shape",
            ((2,), (2,), (1,)),
        ),
        told("dtypes of parts", MAX + "[kind.name for kind in values.grad_fn.dtype]", ["float32", "int64"]),
        told(
            "one part",
            "parts = mt.ones(2, requires_grad=True).split(2)\nparts[0].grad_fn.several, parts[0].grad_fn.shape",
            (1, ((2,),)),
        ),
        told("integers", MAX + "values.requires_grad, places.requires_grad, places._edge is None", (True, False, True)),
        told(
            "listeners",
            X + "heard = []\nlisteners.append(heard.append)\ntry:\n    y = x * w\nfinally:\n    listeners.pop()\n"
            "[len(heard), heard[0] is y.grad_fn]",
            [1, True],
            changes=True,
        ),
        told(
            "a whole node",
            X
            + "heard = []\nlisteners.append(lambda node: heard.append((node.number < 0, node.shape)))\ntry:\n    y = x * w\n"
            "finally:\n    listeners.pop()\nheard",
            [(True, (2,))],
            changes=True,
        ),
        told("freed", X + "import weakref\ny = x * w\nwatch = weakref.ref(y.grad_fn)\ndel y\nwatch() is None", True),
    ],
    wrong=[
        wrong(
            'Integers get an edge, too. An index has no gradient: a result whose dtype.kind is in "iub" stays as it is.',
            ('        if one._array.dtype.kind not in "iub":\n            one._edge', "        one._edge"),
        ),
        wrong(
            "Every result is number 0. Of several, each has its own: enumerate counts them.",
            ("(node, number), True", "(node, 0), True"),
        ),
        wrong(
            "The edge is there, and the result does not say so: one._requires_grad is still False.",
            ("one._edge, one._requires_grad = (node, number), True", "one._edge = (node, number)"),
        ),
        wrong(
            "The edge is the node alone. It is a pair: the node, and which of its results.",
            ("(node, number), True", "node, True"),
        ),
        wrong(
            "The node has no number: next(clock) gives it.",
            ("node.hooks, node.number = None, next(clock)", "node.hooks = None"),
        ),
        wrong(
            "A split into a single part hands over a tuple, too. Ask whether `out` is a tuple, not how many results there are.",
            ("len(outs) if isinstance(out, tuple) else 0", "len(outs) if len(outs) > 1 else 0"),
        ),
        wrong(
            "node.several counts the results of a tuple. A single tensor is not several: 0.",
            ("len(outs) if isinstance(out, tuple) else 0", "len(outs)"),
        ),
        wrong(
            "Of a single result, shape and dtype are its own, not tuples with one entry.",
            ("(shapes, dtypes) if node.several else (shapes[0], dtypes[0])", "shapes, dtypes"),
        ),
        wrong(
            "Of several results only the first one's shape and dtype are noted. The gradients that arrive have shapes of their own: "
            "tuples.",
            ("(shapes, dtypes) if node.several else (shapes[0], dtypes[0])", "shapes[0], dtypes[0]"),
        ),
        wrong(
            "The listeners hear nothing of the node: call each with it.",
            ("    for listener in listeners:\n        listener(node)\n", ""),
        ),
        wrong(
            "The listeners are called before the node is whole. They come last.",
            ("    for listener in listeners:\n        listener(node)\n", ""),
            (
                "    node.hooks, node.number",
                "    for listener in listeners:\n        listener(node)\n    node.hooks, node.number",
            ),
        ),
        wrong(
            "The node points to its result, and the result to the node: a circle. A graph whose last result goes would stay "
            "in memory.",
            ("node.hooks, node.number = None, next(clock)", "node.hooks, node.number = out, next(clock)"),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'number'" in str(error),
            "The node has no number: next(clock) gives it one.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'tuple' object" in str(error),
            "`out` may be a tuple of tensors, as split gives it. Bring both cases to one: `outs = out if isinstance(out, "
            "tuple) else (out,)`.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError)
                and any(f"'{name}'" in str(error) for name in ("hooks", "shape", "dtype", "several"))
            ),
            "One of the things that the stub lists is not written down for the node: number, hooks, shape, dtype, several.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "iterator" in str(error),
            "The clock is an iterator: next(clock) is its next number.",
        ),
        *tells(
            the_edge="A result's _edge is the pair (node, number), and the number of an only result is 0.",
            requires_grad="A result with an edge requires a gradient: set its _requires_grad to True.",
            a_pair="An edge is a tuple of two, (node, number): it is compared, and a key in dictionaries.",
            complex='Complex numbers have a gradient, too. Only integers and bools, "iub", have none.',
            bfloat16='bfloat16 is a dtype of its own kind, and has a gradient. Only integers and bools, "iub", have none.',
            the_number="Numbers come from the one clock, which counts downwards: node.number = next(clock).",
            one_tick="The clock has ticked more than once for one node, or not at all: call next(clock) once.",
            hooks="node.hooks is None at the start: nobody has asked for a call yet.",
            shape="node.shape is the shape of the result's array, which broadcasting may have made larger than an operand's.",
            dtype="node.dtype is the dtype of the result's array.",
            dtype_as_it_is="node.dtype is NumPy's dtype, that of the result's array: out._array.dtype.",
            several="A single tensor is not several results: node.several is 0.",
            several_parts="`out` is a tuple of three here: node.several is 3.",
            edges_of_parts="Each part has its own number: (node, 0), (node, 1), (node, 2).",
            shapes_of_parts="Of several results, node.shape is a tuple with the shape of each.",
            dtypes_of_parts="Of several results, node.dtype is a tuple with the dtype of each, also of those that get no edge.",
            one_part="A tuple with one tensor is a tuple all the same: several is 1, and node.shape a tuple of one shape.",
            integers="An index has no gradient: a result of integers or bools keeps its _edge None and _requires_grad False.",
            listeners="Each listener is called once, with the node.",
            a_whole_node="The listeners come last, when the node is whole.",
            freed="The node is still in memory after its result is gone: somebody holds it. A node must not point to its result.",
        ),
    ],
    hints=[
        "Bring `out` to a tuple first; then one loop gives every result its edge.",
        "`outs = out if isinstance(out, tuple) else (out,)`. Shapes and dtypes are tuples over outs; where out is no tuple, "
        "their first "
        "entry.",
        "`for number, one in enumerate(outs): if one._array.dtype.kind not in 'iub': one._edge, one._requires_grad = (node, number), "
        "True`; and at the end `for listener in listeners: listener(node)`.",
    ],
)
