"""Matrices transposed."""

from ...define import A, Case, Exercise, Mistake, T, Wrong
from ..telling import tells, told, variant

SOLUTION = '''
def t(x):
    """The forward of t: a matrix transposed; a vector or a 0-d array as it is."""
    if x.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {x.ndim}D")
    return x.T


def _mT(x):
    """The last two dimensions swapped: every matrix of a batch transposed."""
    if x.ndim == 0:
        return x
    if x.ndim == 1:
        raise RuntimeError("tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return x.transpose(-2, -1)
'''


def wrong(says, *changes):
    return Wrong(variant(SOLUTION, *changes), says)


T_ = "t = _mT.__globals__['t']  # yours\n"

exercise = Exercise(
    "mT",
    title="Matrices transposed",
    difficulty=1,
    minutes=3,
    target="minitorch.ops.view.transpose:_mT",
    covers={"t": "minitorch.ops.view.transpose:t"},
    stub='''
        def t(x):
            """The forward of t: an array of two dimensions transposed, with x.T; of one or none as it is.

            More than two: RuntimeError, in words of your own.
            """
            ...


        def _mT(x):
            """The property x.mT of a tensor: its last two dimensions swapped, which transposes every matrix of a batch.

            A 0-d tensor comes back as it is; one of one dimension has no matrix: RuntimeError. x.mT itself is what you write.
            """
            ...
    ''',
    solution=SOLUTION,
    why="t is meant for one matrix and says so when it gets more. mT leaves all dimensions but the last two alone, so it is what a "
    "layer uses whose input may be a batch.",
    facts=[
        told("a matrix", T_ + "t(np.array([[1, 2, 3], [4, 5, 6]]))", A([[1, 4], [2, 5], [3, 6]])),
        told("a vector", T_ + "t(np.array([1, 2, 3]))", A([1, 2, 3])),
        told("a number", T_ + "t(np.array(5.0))", A(5.0)),
        told("a view", T_ + "x = np.zeros((2, 3))\nnp.shares_memory(t(x), x)", True),
        Case(T_ + "t(np.zeros((2, 3, 4)))", raises=RuntimeError),
        told("one matrix", "_mT(mt.tensor([[1, 2, 3], [4, 5, 6]]))", T([[1, 4], [2, 5], [3, 6]])),
        told("a batch", "tuple(_mT(mt.zeros(5, 2, 3)).shape)", (5, 3, 2)),
        told("batches of batches", "tuple(_mT(mt.zeros(7, 5, 2, 3)).shape)", (7, 5, 3, 2)),
        told("numbers of a batch", "_mT(mt.arange(8).reshape(2, 2, 2)).tolist()", [[[0, 2], [1, 3]], [[4, 6], [5, 7]]]),
        told("a 0-d tensor", "x = mt.tensor(3.0)\n_mT(x).item(), tuple(_mT(x).shape)", (3.0, ())),
        Case("_mT(mt.ones(3))", raises=RuntimeError),
        told("a view of a tensor", "x = mt.zeros(2, 3)\n_mT(x)._base is x", True),
    ],
    forbids={"mT": "x.mT is what you write: swap the last two dimensions with x.transpose."},
    wrong=[
        wrong(
            "All dimensions of a batch are reversed. Only the last two are swapped.",
            ("return x.transpose(-2, -1)", "return x.permute(*reversed(range(x.ndim)))"),
        ),
        wrong(
            "The first two dimensions are swapped. In a batch the matrices stand in the last two: -2 and -1.",
            ("x.transpose(-2, -1)", "x.transpose(0, 1)"),
        ),
        wrong(
            "The second and the third dimension are swapped, whatever there is before them. Count from the end: -2 and -1.",
            ("x.transpose(-2, -1)", "x.transpose(1, 2) if x.ndim > 2 else x.t()"),
        ),
        wrong(
            "A 0-d tensor has no dimensions to swap, and x.mT of it is the tensor itself.",
            ("    if x.ndim == 0:\n        return x\n", "    if x.ndim == 0:\n        raise RuntimeError\n"),
        ),
        wrong(
            "A tensor of one dimension is no matrix. x.mT refuses it with a RuntimeError; only x.t() gives it back as it is.",
            (
                '    if x.ndim == 1:\n        raise RuntimeError("tensor.mT is only supported on matrices or batches of '
                'matrices. Got 1-D tensor.")\n',
                "    if x.ndim == 1:\n        return x\n",
            ),
        ),
        wrong(
            "Nothing refuses three dimensions in t: x.T would reverse them all.",
            (
                '    if x.ndim > 2:\n        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is '
                '{x.ndim}D")\n',
                "",
            ),
        ),
        wrong("t refuses vectors. It gives them back as they are.", ("x.ndim > 2", "x.ndim != 2")),
        wrong("t does not transpose.", ("return x.T", "return x")),
        wrong("t copies the numbers. Transposing is a view.", ("return x.T", "return x.T.copy()")),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "_array" in str(error),
            "t is a forward: its x is an array. _mT is given a tensor.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError) and expected is RuntimeError,
            "A tensor with one dimension has no matrix: raise RuntimeError before you ask for its second dimension.",
        ),
        *tells(
            a_matrix="t of a matrix is x.T.",
            a_vector="t gives a vector back as it is.",
            a_number="t gives a 0-d array back as it is.",
            a_view="t shows the same memory: no copy.",
            one_matrix="mT of a matrix swaps its two dimensions.",
            a_batch="Of a batch only the last two dimensions are swapped: -2 and -1.",
            batches_of_batches="However many dimensions there are, only the last two are swapped: -2 and -1.",
            numbers_of_a_batch="Every matrix of the batch is transposed by itself.",
            a_0_d_tensor="mT of a 0-d tensor is the tensor itself.",
            a_view_of_a_tensor="mT is a view: it remembers whose memory it shows. x.transpose does that.",
        ),
    ],
    hints=[
        "Two rules: what is refused, and what is swapped.",
        "t: more than two dimensions are refused, and x.T does the rest, for vectors too. _mT: count the dimensions from the end.",
        "`if x.ndim > 2: raise RuntimeError(...)`, `return x.T`; `return x.transpose(-2, -1)`.",
    ],
)
