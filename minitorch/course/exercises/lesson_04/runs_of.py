"""runs_of: The runs of a layout (difficulty 2, 7 minutes)

Each run acts as one dimension: a layout of many dimensions is often only one or two of them.

1. Go through the dimensions from the last to the first, with their strides. Compare each with the newest run.
2. A run of 3 elements that are 2 apart would continue 6 positions after its first element. So a dimension with the stride 6 joins it.
3. Over zip(reversed(shape), reversed(strides)): if n == 1 or step == length * run_step, the run becomes (length * n, run_step).
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.reshape:runs_of",
    alone=True,
    facts="""
        >>> runs_of((4, 3), (6, 2)), runs_of((3, 2), (1, 3))
        ([(12, 2)], [(2, 3), (3, 1)])
        if ([(12, 2)], [(3, 1), (2, 3)]): The run of the last dimension is the first in the list.
        if ([(4, 6), (3, 2)], [(6, 1)]): Go through the dimensions from the last to the first.
        if (((12, 2),), ((2, 3), (3, 1))): runs_of returns a list, and this is a tuple.
        if ([[12, 2]], [[2, 3], [3, 1]]): Each run is a list here, and should be a tuple.
        if ([(3, 2), (4, 6)], [(2, 3), (3, 1)]): No dimensions are merged here. 3 elements that are 2 apart continue after 6 positions, and 6 is the next stride.
        if ([(12, 6)], [(2, 3), (3, 1)]): A merged run keeps the step of its last dimension. Only its length is multiplied.
        else: A dimension joins the run to its right if its stride is the run's length times the run's step. Then the run's length is multiplied.
        >>> runs_of((2, 3, 4), (12, 4, 1)), runs_of((2, 3, 4), (100, 4, 1)), runs_of((5, 2, 3, 4), (1000, 500, 4, 1))
        ([(24, 1)], [(12, 1), (2, 100)], [(12, 1), (10, 500)])
        else: Compare each dimension with the newest run, which may hold several dimensions already. A contiguous tensor is one run.
        >>> runs_of((4, 1, 3), (6, 999, 2)), runs_of((1, 3), (1, 2)), runs_of((3, 1), (2, 8)), runs_of((), ())
        ([(12, 2)], [(3, 2)], [(1, 8), (3, 2)], [])
        if "Error": One of these layouts has no dimensions. Its list of runs is empty.
        else: Only the last dimension always opens a run. Any other dimension of length 1 joins the run to its right, whatever its stride.
    """,
)
