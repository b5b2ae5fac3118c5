"""strides_of: The strides of a contiguous tensor (difficulty 1, 6 minutes)

One step along a dimension passes over all elements of the dimensions after it.

1. Begin with the last dimension: its stride is 1. What is the stride of the dimension before it?
2. Go through reversed(shape) with a variable `step`, which is 1 at first. Each length multiplies it.
3. `for n in reversed(shape): found = (step, *found); step *= max(n, 1)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.stride:strides_of",
    alone=True,
    facts="""
        >>> strides_of((2, 3, 4))
        (12, 4, 1)
        if (1, 4, 12): The strides are in the order of your loop, the last dimension first. Put each in front of the others.
        if (1, 2, 6): These are the strides of column-by-column order. Go from the last dimension to the first.
        if (24, 12, 4): A step passes over the dimensions after it, and not over its own length: note `step`, and then multiply it.
        else: One step passes over all elements of all dimensions after it: the first stride is 3 * 4, counted in elements.
        >>> strides_of((3,)), strides_of(())
        ((1,), ())
        else: The last stride is 1, and a shape without dimensions has no strides: strides_of(()) is ().
        >>> strides_of((2, 0, 1, 3))
        (3, 3, 3, 1)
        else: A length of 0 counts as 1: max(n, 1). A length of 1 has a stride like any other.
    """,
)
