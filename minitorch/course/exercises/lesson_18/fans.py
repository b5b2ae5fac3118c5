"""How many numbers go into each output, and how many outputs each input goes into."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited

SOLUTION = '''
def _calculate_fan_in_and_fan_out(tensor):
    """(how many numbers go into each output, how many outputs each input goes into), of a weight [out, in, ...].

    What follows the first two dimensions is the size of a kernel: its places all count.
    """
    if tensor.ndim < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    outputs, inputs, *kernel = tensor.shape
    return inputs * math.prod(kernel), outputs * math.prod(kernel)


def _calculate_correct_fan(tensor, mode):
    """The one of the two that `mode` names: "fan_in" or "fan_out", in capitals or not. ValueError for another mode."""
    modes, mode = ["fan_in", "fan_out"], mode.lower()
    if mode not in modes:
        raise ValueError(f"Mode {mode} not supported, please use one of {modes}")
    return _calculate_fan_in_and_fan_out(tensor)[modes.index(mode)]
'''

exercise = Exercise(
    "fans",
    title="Fan in, fan out",
    difficulty=1,
    minutes=4,
    target="minitorch.nn.init:_calculate_correct_fan",
    covers=("minitorch.nn.init:_calculate_fan_in_and_fan_out",),
    installed=True,
    setup="from minitorch.nn import init",
    stub='''
        def _calculate_fan_in_and_fan_out(tensor):
            """(how many numbers go into each output, how many outputs each input goes into), of a weight [out, in, ...].

            What follows the first two dimensions is the size of a kernel: its places all count.
            """
            if tensor.ndim < 2:
                raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
            ...


        def _calculate_correct_fan(tensor, mode):
            """The one of the two that `mode` names: "fan_in" or "fan_out", in capitals or not. ValueError for another mode."""
            ...
    ''',
    solution=SOLUTION,
    why="An output of a matrix is a sum over all its inputs. An output of a convolution is a sum over the inputs and all "
    "places of the kernel, so both fans are multiplied by the size of the kernel.",
    facts=[
        Case("init._calculate_fan_in_and_fan_out(mt.empty(3, 5))", (5, 3)),
        Case("init._calculate_fan_in_and_fan_out(mt.empty(4, 4))", (4, 4)),
        Case("init._calculate_fan_in_and_fan_out(mt.empty(8, 3, 2, 5))", (30, 80)),
        Case("init._calculate_fan_in_and_fan_out(mt.empty(6, 2, 3))", (6, 18)),
        Case("_calculate_correct_fan(mt.empty(3, 5), 'fan_in')", 5),
        Case("_calculate_correct_fan(mt.empty(3, 5), 'fan_out')", 3),
        Case("_calculate_correct_fan(mt.empty(8, 3, 2, 5), 'fan_out')", 80),
        Case("_calculate_correct_fan(mt.empty(3, 5), 'FAN_OUT')", 3),
        Case("_calculate_correct_fan(mt.empty(3, 5), 'Fan_In')", 5),
        Case("_calculate_correct_fan(mt.empty(3, 5), 'both')", raises=ValueError),
        Case("_calculate_correct_fan(mt.empty(3, 5), 'in')", raises=ValueError),
        Case("_calculate_correct_fan(mt.empty(3, 5), 'max_in')", raises=ValueError),
        Case("_calculate_correct_fan(mt.empty(3, 5), 'out')", raises=ValueError),
        Case("_calculate_correct_fan(mt.empty(3), 'fan_in')", raises=ValueError, match="fewer than 2 dimensions"),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("outputs, inputs, *kernel", "inputs, outputs, *kernel")),
            "The two have changed places. A weight is [outputs, inputs, ...]: fan in is the number of inputs.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("return inputs * math.prod(kernel), outputs * math.prod(kernel)", "return inputs, outputs"),
            ),
            "The kernel is left out. Each output of a convolution is a sum over all places of the kernel: multiply both by "
            "its size.",
        ),
        Wrong(
            edited(SOLUTION, ("outputs * math.prod(kernel)", "outputs")),
            "The kernel counts for fan out as well: an input goes into the outputs around it, as many as the kernel has "
            "places.",
        ),
        Wrong(
            edited(SOLUTION, ("inputs * math.prod(kernel), ", "inputs, ")),
            "The kernel counts for fan in as well: an output is a sum over the inputs and all places of the kernel.",
        ),
        Wrong(
            edited(SOLUTION, ("math.prod(kernel)", "sum(kernel)")),
            "A kernel of 2 by 5 has 10 places, not 7: multiply its sizes. Without a kernel, the product of nothing is 1.",
        ),
        Wrong(
            edited(SOLUTION, ("inputs * math.prod(kernel), outputs", "tensor.numel(), outputs")),
            "tensor.numel() counts all numbers of the weight. Into one output go as many as one row of it has.",
        ),
        Wrong(
            edited(SOLUTION, ("[modes.index(mode)]", "[0]")),
            'The mode is not looked at: "fan_out" asks for the second of the two.',
        ),
        Wrong(
            edited(SOLUTION, ("[modes.index(mode)]", "[1 - modes.index(mode)]")),
            "The fans are right, and the mode picks the other one.",
        ),
        Wrong(
            edited(SOLUTION, (", mode.lower()", ", mode")),
            "PyTorch takes the mode in capitals, too: mode.lower().",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    if mode not in modes:\n"
                    '        raise ValueError(f"Mode {mode} not supported, please use one of {modes}")\n'
                    "    return _calculate_fan_in_and_fan_out(tensor)[modes.index(mode)]",
                    "    return _calculate_fan_in_and_fan_out(tensor)[0 if mode == 'fan_in' else 1]",
                ),
            ),
            'Every other mode is taken for "fan_out", a misspelt "fan_in" as well. Raise ValueError for what is neither.',
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(expected, tuple) and isinstance(error, ValueError),
            "A weight has two dimensions or more. The first two are its outputs and its inputs; take the rest together: "
            "`outputs, inputs, *kernel = tensor.shape`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, int) and isinstance(got, tuple),
            "_calculate_correct_fan gives one of the two, as `mode` says, and not both.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(expected, int) and isinstance(error, ValueError),
            'A mode is refused that is right: "fan_in" and "fan_out" may be written in capitals, too.',
        ),
        Mistake(
            lambda expected, got, error: expected is ValueError and isinstance(error, (KeyError, UnboundLocalError)),
            'A mode that is neither "fan_in" nor "fan_out" stops your code by accident. Ask first, and raise ValueError.',
        ),
        Mistake(
            lambda expected, got, error: expected is ValueError and error is None,
            'A mode is let through that does not exist. Only "fan_in" and "fan_out" do; raise ValueError for any other.',
        ),
        Mistake(
            lambda expected, got, error: expected in ((30, 80), (6, 18)) and error is None,
            "With a kernel it does not come out right. [8, 3, 2, 5] is 8 outputs, 3 inputs, and a kernel of 2 * 5 places: "
            "each fan is multiplied by 10.",
        ),
        Mistake(
            lambda expected, got, error: expected == (5, 3) and error is None,
            "A weight [3, 5] has 3 outputs, 5 inputs and no kernel: fan in is 5, fan out is 3, a tuple in this order. (The product of "
            "no sizes is 1.)",
        ),
    ],
    hints=[
        "The first dimension counts the outputs, the second the inputs. All others together are the kernel.",
        "`outputs, inputs, *kernel = tensor.shape`; math.prod(kernel) is how many places it has, and 1 if there is none.",
        "`modes.index(mode)` is 0 or 1, and picks from the pair. Before it, `mode = mode.lower()`, and the ValueError.",
    ],
)
