"""fans: Fan in, fan out (difficulty 1, 4 minutes)

An output of a matrix is a sum over all its inputs. An output of a convolution is a sum over the inputs and all places
of the kernel, so both fans are multiplied by the size of the kernel.

1. The first dimension counts the outputs, the second the inputs. All others together are the kernel.
2. `outputs, inputs, *kernel = tensor.shape`; math.prod(kernel) is how many places it has, and 1 if there is none.
3. `modes.index(mode)` is 0 or 1, and picks from the pair. Before it, `mode = mode.lower()`, and the ValueError.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.init:_calculate_correct_fan",
    covers="_calculate_fan_in_and_fan_out",
    setup="""
        from minitorch.nn import init
    """,
    facts="""
        >>> init._calculate_fan_in_and_fan_out(mt.empty(8, 3, 2, 5))
        (30, 80)
        if (80, 30): The two have changed places. A weight is [outputs, inputs, ...]: fan in is the number of inputs.
        else: With a kernel it does not come out right. [8, 3, 2, 5] is 8 outputs, 3 inputs, and a kernel of 2 * 5
            places: each fan is multiplied by 10.
        >>> _calculate_correct_fan(mt.empty(8, 3, 2, 5), 'fan_out')
        80
        if 30: The mode is not looked at: "fan_out" asks for the second of the two.
        else: The fans are right, and the mode picks the other one.
        >>> _calculate_correct_fan(mt.empty(3, 5), 'Fan_In')
        5
        else: A mode is refused that is right: "fan_in" and "fan_out" may be written in capitals, too.
        >>> _calculate_correct_fan(mt.empty(3, 5), 'both')
        raises ValueError
        else: A mode is let through that does not exist. Only "fan_in" and "fan_out" do; raise ValueError for any other.
        >>> _calculate_correct_fan(mt.empty(3), 'fan_in')
        raises ValueError: fewer than 2 dimensions
    """,
)
