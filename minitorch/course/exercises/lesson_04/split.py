"""Joining along a new dimension, and taking apart."""

from ...define import Exercise, Mistake, Wrong
from ..telling import tells, told, variant

SETUP = """
from minitorch.backend import array_module
from minitorch.ops.join import split as cutting
from minitorch.ops.join import stack as joining
from minitorch.ops.view.narrow import ALL
from minitorch.size import check_dim

TABLE = np.arange(12).reshape(3, 4)
TENSOR = mt.arange(12).reshape(3, 4)


def stacked(dim, kind, *parts):
    return joining._stack.forward(dim, kind, *parts)


def slices(x, dim):
    return joining.unbind.forward(x, dim)


def pieces(x, sizes, dim):
    return cutting._split.forward(x, sizes, dim)


def lists(parts):
    return [part.tolist() for part in parts]
"""

SOLUTION = '''
def _stack(dim, kind, *parts):
    """The forward of stack: arrays of one shape, side by side along a new dimension dim, in NumPy's dtype kind or their own."""
    xp = array_module(parts[0])
    wide = [x[(ALL,) * dim + (None, ...)] for x in parts]
    return xp.ascontiguousarray(xp.concatenate(wide, axis=dim, dtype=kind))


def unbind(x, dim=0):
    """The forward of unbind: the slices of x along dim, without it, as a tuple of views."""
    if not x.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    dim = check_dim(dim, x.ndim)
    return tuple([x[(ALL,) * dim + (place, ...)] for place in range(x.shape[dim])])


def _split(x, sizes, dim):
    """The forward of split: consecutive parts of x along dim, of these sizes, as a tuple of views."""
    start, parts = 0, []
    for size in sizes:
        parts.append(x[(ALL,) * dim + (slice(start, start + size),)])
        start += size
    return tuple(parts)
'''

exercise = Exercise(
    "split",
    title="Joined, and taken apart",
    difficulty=3,
    minutes=6,
    target="minitorch.ops.join.split:_split",
    covers={"_stack": "minitorch.ops.join.stack:_stack", "unbind": "minitorch.ops.join.stack:unbind"},
    installed=True,
    setup=SETUP,
    stub='''
        def _stack(dim, kind, *parts):
            """The forward of stack: arrays of one shape, side by side along a new dimension dim, in NumPy's dtype kind or their own.

            With xp = array_module(parts[0]), xp.concatenate(arrays, axis=dim, dtype=kind) joins along a dimension that is there;
            a kind of None changes nothing. Its result lies in memory as the parts do, and PyTorch's lies in order:
            xp.ascontiguousarray(array).
            """
            ...


        def unbind(x, dim=0):
            """The forward of unbind: the slices of x along dim, without it, as a tuple of views."""
            if not x.ndim:
                raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
            dim = check_dim(dim, x.ndim)
            ...


        def _split(x, sizes, dim):
            """The forward of split: consecutive parts of x along dim, of these sizes, as a tuple of views."""
            ...
    ''',
    solution=SOLUTION,
    why="All three are indexing: None for the new dimension, a number for one slice, a slice for a part, behind as many `:` as there "
    "are dimensions before it. Only joining copies.",
    facts=[
        told("rows stacked", "stacked(0, None, np.array([1, 2]), np.array([3, 4])).tolist()", [[1, 2], [3, 4]]),
        told("columns stacked", "stacked(1, None, np.array([1, 2]), np.array([3, 4])).tolist()", [[1, 3], [2, 4]]),
        told("tables stacked", "stacked(1, None, TABLE, TABLE, TABLE).shape", (3, 3, 4)),
        told("numbers stacked", "stacked(0, None, np.array(1), np.array(2)).tolist()", [1, 2]),
        told(
            "a stack of another dtype",
            "stacked(0, np.dtype('float64'), np.array([1]), np.array([2])).dtype.name",
            "float64",
        ),
        told("a stack is a copy", "np.shares_memory(stacked(0, None, TABLE), TABLE)", False),
        told("a stack in order", "stacked(0, None, TABLE.T, TABLE.T).flags.c_contiguous", True),
        told("rows taken apart", "lists(slices(TABLE, 0))", [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]),
        told("columns taken apart", "lists(slices(TABLE, 1))", [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]),
        told("counted from the end", "lists(slices(TABLE, -1))", [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]),
        told("numbers taken apart", "[type(one).__name__ for one in slices(np.arange(2), 0)]", ["ndarray", "ndarray"]),
        told(
            "slices are views", "[np.shares_memory(one, TABLE) for one in slices(TABLE, 1)]", [True, True, True, True]
        ),
        told("slices in a tuple", "type(slices(TABLE, 0)).__name__", "tuple"),
        told("rows cut", "lists(pieces(TABLE, [2, 1], 0))", [[[0, 1, 2, 3], [4, 5, 6, 7]], [[8, 9, 10, 11]]]),
        told("columns cut", "lists(pieces(TABLE, (1, 3), 1))", [[[0], [4], [8]], [[1, 2, 3], [5, 6, 7], [9, 10, 11]]]),
        told("an empty piece", "[one.shape for one in pieces(TABLE, [0, 3], 0)]", [(0, 4), (3, 4)]),
        told("pieces are views", "[np.shares_memory(one, TABLE) for one in pieces(TABLE, [2, 1], 0)]", [True, True]),
        told("pieces in a tuple", "type(pieces(TABLE, [3], 0)).__name__", "tuple"),
        told("the last one smaller", "lists(mt.arange(5).split(2))", [[0, 1], [2, 3], [4]]),
        told("a loop over a tensor", "[row.sum().item() for row in TENSOR]", [6, 22, 38]),
        told(
            "gradients of a stack",
            "a, b = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)\n"
            "(mt.stack([a, b]) * mt.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()\na.grad.tolist(), b.grad.tolist()",
            ([1.0, 2.0], [3.0, 4.0]),
        ),
    ],
    wrong=[
        Wrong(
            variant(SOLUTION, ("wide = [x[(ALL,) * dim + (None, ...)] for x in parts]", "wide = parts")),
            "The parts are joined along a dimension that they have already, which is what cat does. Give each a new one first: "
            "None in the brackets.",
        ),
        Wrong(
            variant(SOLUTION, ("(ALL,) * dim + (None, ...)", "None")),
            "The new dimension stands in front here, whatever dim is. As many `:` come before it as dim says.",
        ),
        Wrong(
            variant(SOLUTION, ("(ALL,) * dim + (None, ...)", "..., None")),
            "The new dimension stands behind all others here, whatever dim is. As many `:` come before it as dim says.",
        ),
        Wrong(
            variant(SOLUTION, ("axis=dim, ", "")),
            "The parts are joined along the first dimension, whatever dim is: axis=dim.",
        ),
        Wrong(
            variant(SOLUTION, (", dtype=kind", "")),
            "The dtype that was asked for is not looked at: dtype=kind.",
        ),
        Wrong(
            variant(
                SOLUTION,
                (
                    "xp.ascontiguousarray(xp.concatenate(wide, axis=dim, dtype=kind))",
                    "xp.concatenate(wide, axis=dim, dtype=kind)",
                ),
            ),
            "Parts that do not lie in order make a result that does not. PyTorch's does: xp.ascontiguousarray.",
        ),
        Wrong(
            variant(SOLUTION, ("x[(ALL,) * dim + (place, ...)] for", "x[place] for")),
            "These are rows, whatever dim is. As many `:` come before the number as dim says.",
        ),
        Wrong(
            variant(SOLUTION, ("(place, ...)", "(place,)")),
            "Of a vector, NumPy gives bare numbers, which are no views. With `...` behind the number it gives arrays.",
        ),
        Wrong(
            variant(SOLUTION, ("(place, ...)", "(slice(place, place + 1), ...)")),
            "The slices still have the dimension, with length 1. A number in the brackets takes it away.",
        ),
        Wrong(
            variant(
                SOLUTION,
                (
                    "return tuple([x[(ALL,) * dim + (place, ...)] for place in range(x.shape[dim])])",
                    "return [x[(ALL,) * dim + (place, ...)] for place in range(x.shape[dim])]",
                ),
            ),
            "An op that gives several results gives them as a tuple, and here is a list.",
        ),
        Wrong(
            variant(SOLUTION, ("x[(ALL,) * dim + (slice(start, start + size),)]", "x[start : start + size]")),
            "The cut goes through the rows, whatever dim is. As many `:` come before the slice as dim says.",
        ),
        Wrong(
            variant(SOLUTION, ("        start += size\n", "")),
            "Every piece begins at the start. The next one begins where the last one ended.",
        ),
        Wrong(
            variant(SOLUTION, ("slice(start, start + size)", "slice(start, size)")),
            "A slice says where to stop, and not how long it is: start + size.",
        ),
        Wrong(
            variant(SOLUTION, ("    return tuple(parts)", "    return parts")),
            "An op that gives several results gives them as a tuple. Here the pieces come as a list.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "list indices" in str(error) or "tuple indices" in str(error),
            "Index each array, and not the list of them.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "concatenate tuple" in str(error),
            "`:` in a tuple is ALL, and one thing in a tuple needs a comma: (ALL,) * dim + (None, ...).",
        ),
        *tells(
            rows_stacked="Each part gets a new dimension in front, and they are joined along it.",
            columns_stacked="Each part gets a new dimension at dim, behind as many `:` as dim says, and they are joined along it.",
            tables_stacked="Each part gets a new dimension at dim, behind as many `:` as dim says, and they are joined along it.",
            numbers_stacked="A 0-d array with a new dimension is a vector of length 1: x[None, ...].",
            a_stack_of_another_dtype="kind is the dtype of the result, or None: concatenate takes it as dtype=kind.",
            a_stack_is_a_copy="Joining makes new memory, also of a single part.",
            a_stack_in_order="The parts are transposed, and so is the result. xp.ascontiguousarray puts it in order.",
            rows_taken_apart="A number in the brackets takes one slice, without the dimension.",
            columns_taken_apart="As many `:` come before the number as dim says.",
            counted_from_the_end="Leave the line with check_dim, and use the dim that it gives.",
            numbers_taken_apart="Of a vector, NumPy gives bare numbers. With `...` behind the number it gives arrays.",
            slices_are_views="Taking apart copies nothing: index the array, and leave it at that.",
            slices_in_a_tuple="An op that gives several results gives them as a tuple.",
            rows_cut="The first piece begins at 0, each next one where the last one ended.",
            columns_cut="As many `:` come before the slice as dim says.",
            an_empty_piece="A size of 0 gives an empty piece, and takes nothing away from the next.",
            pieces_are_views="Cutting copies nothing: index the array, and leave it at that.",
            pieces_in_a_tuple="An op that gives several results gives them as a tuple.",
            the_last_one_smaller="Each next piece begins where the last one ended: start += size.",
            a_loop_over_a_tensor="A loop over a tensor asks unbind for its slices along dimension 0.",
            gradients_of_a_stack="The gradient of a stack is taken apart by unbind, along the same dimension.",
        ),
    ],
    forbids={
        **dict.fromkeys(
            ("np.stack", "xp.stack", "unstack", "vstack", "column_stack"),
            "That is the function you write. Give each part a new dimension, and concatenate.",
        ),
        **dict.fromkeys(
            ("array_split", "np.split", "xp.split"),
            "That cuts for you. Take slices.",
        ),
    },
    hints=[
        "In brackets: x[:, :, None] is x[(ALL, ALL, None)], and (ALL,) * 2 is (ALL, ALL).",
        "stack: x[(ALL,) * dim + (None, ...)] of each part, then xp.concatenate(..., axis=dim, dtype=kind). unbind: the same "
        "with a number in place of None.",
        "`_split`: begin with start = 0; each part is `x[(ALL,) * dim + (slice(start, start + size),)]`, and then start += size.",
    ],
)
