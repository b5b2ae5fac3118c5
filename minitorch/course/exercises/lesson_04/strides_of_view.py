"""strides_of_view: Another shape for the same memory, or none (difficulty 4, 9 minutes)

From the right, each new dimension takes its part of the run at hand and leaves the rest, with a step that is as many
times larger, to the next one. When a length does not divide what is left, the dimension would reach into another run.

1. Take the last run, (how many, step). The last new dimension gets this step. How many elements does that leave, and
   how far apart are they for the dimension before?
2. A dimension of n leaves length / n elements, step * n apart. If n does not divide length: None. If nothing is left,
   the next dimension begins the next run.
3. for n in reversed(size): if length == 1 and n > 1 and runs, take the next run; if length % n, return None; note
   step; length, step = length // n, step * n. At the end turn the notes round.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.reshape:strides_of_view",
    alone=True,
    facts="""
        >>> strides_of_view((3, 2), (1, 3), (6,))
        None
        if 'RuntimeError: no': Where there are no strides, an error is raised. The answer is None, because reshape wants
            to copy then.
        if (1,): The strides of a contiguous tensor come out, whatever the strides of the memory. Start from the step of
            its runs.
        else: A dimension of this size begins in one run and ends in the next, and one stride cannot say that: the
            answer is None. The length of a dimension has to divide what is left of its run.
        >>> strides_of_view((3, 2), (1, 3), (3, 1, 2))
        (1, 6, 3)
        if (3, 6, 1): The strides are in the order of your loop, the last dimension first. Turn them round at the end.
        if (1, 3, 3): The step does not grow. A dimension of n elements has used n of them up: the next one steps n
            times as far.
        if (3, 6, 6): Each stride is already that of the next dimension: note the step before it grows.
        if None: Only the same shape is let through. A run may be cut, or dimensions of one run joined: see how far each
            new length goes.
        >>> strides_of_view((4, 6), (1, 4), (2, 2, 3, 2))
        (2, 1, 8, 4)
    """,
)
