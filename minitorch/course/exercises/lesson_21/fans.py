"""fans: How many products there are in a sum (difficulty 2, 7 minutes)

Each output is a sum over the inputs and over the places of the kernel. Each input takes part in every output, once for each place of the kernel.

1. The dimensions after the first two count for both fans.
2. `outputs, inputs, *kernel = tensor.shape`. The product of an empty list is 1: `math.prod([])`.
3. `return inputs * math.prod(kernel), outputs * math.prod(kernel)`; the correct fan is one of these two, by `mode.lower()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.init:_calculate_fan_in_and_fan_out",
    covers="_calculate_correct_fan",
    setup="""
        both = lambda *shape: _calculate_fan_in_and_fan_out(mt.empty(shape))
        w = mt.empty(2, 3, 4)
    """,
    facts="""
        if "out of bounds": A size may be 0, and then there is no row 0. Compute with tensor.shape.
        if "list index out of range": A kernel may have any number of dimensions: one, two, three, or none.
        if "by zero": A weight may have no elements. Multiply the sizes, and do not divide by them.
        >>> both(100, 64), both(3, 2, 5), both(16, 3, 5, 4), both(3, 0, 0)
        ((64, 100), (10, 15), (60, 320), (0, 0))
        if ((100, 64), (15, 10), (320, 60), (0, 0)): fan_in and fan_out are exchanged. The weight has a row for each *output*.
        if ((64, 100), (2, 3), (3, 16), (0, 3)): The kernel is missing. An output sums over all of its places.
        if ((64, 100), (10, 3), (60, 16), (0, 3)): The kernel is missing in fan_out. Each of its places uses the number of the input.
        else: fan_in is inputs * (places of the kernel), and fan_out is outputs * (places of the kernel).
        >>> both(3)
        raises ValueError
        else: A bias has one dimension, and no fans: raise ValueError if tensor.ndim < 2.
        >>> [_calculate_correct_fan(w, mode) for mode in ("fan_in", "fan_out", "FAN_IN", "FAN_OUT")]
        [12, 8, 12, 8]
        if [8, 12, 8, 12]: The two modes are exchanged.
        if [12, 8, 8, 8]: The mode may be in upper case: compare mode.lower().
        else: "fan_in" gives the first fan, and "fan_out" the second, in upper or lower case.
        >>> _calculate_correct_fan(w, "in")
        raises ValueError
        else: Only the modes "fan_in" and "fan_out" are known. Raise ValueError for another one.
    """,
)
