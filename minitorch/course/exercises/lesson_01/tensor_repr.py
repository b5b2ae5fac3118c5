"""Say what is unusual."""

from ...define import Case, Exercise, Mistake, Wrong

SETUP = """
from minitorch.printing import INDENT, goes_without_saying, hides_its_shape, numbers, with_facts

CPU, GPU = mt.device("cpu"), mt.device("cuda:1")
"""
DEVICE = """
        def tensor_repr(array, dtype, device, requires_grad, grad_fn_name=None):
            facts = []
            if device.type != "cpu":
                facts.append(f"device='{device}'")
"""
SIZE = """
            if hides_its_shape(array):
                facts.append(f"size={array.shape}")
"""
DTYPE = """
            if not goes_without_saying(dtype, array):
                facts.append(f"dtype={dtype!r}")
"""
GRAD = """
            if grad_fn_name is not None:
                facts.append(f"grad_fn=<{grad_fn_name}>")
            elif requires_grad:
                facts.append("requires_grad=True")
"""
END = """
            return with_facts("tensor(" + numbers(array, INDENT), facts) + ")"
"""


def with_these(device=DEVICE, size=SIZE, dtype=DTYPE, grad=GRAD, end=END):
    return device + size + dtype + grad + end


exercise = Exercise(
    "tensor_repr",
    title="Say what is unusual",
    difficulty=2,
    minutes=6,
    target="minitorch.printing:tensor_repr",
    setup=SETUP,
    stub='''
        def tensor_repr(array, dtype, device, requires_grad, grad_fn_name=None):
            """How the tensor with these numbers (a NumPy array) and these facts about it prints."""
            facts = []
            if device.type != "cpu":
                facts.append(f"device='{device}'")
            ...
            return with_facts("tensor(" + numbers(array, INDENT), facts) + ")"
    ''',
    solution='''
        def tensor_repr(array, dtype, device, requires_grad, grad_fn_name=None):
            """How the tensor with these numbers (a NumPy array) and these facts about it prints."""
            facts = []
            if device.type != "cpu":
                facts.append(f"device='{device}'")
            if hides_its_shape(array):
                facts.append(f"size={array.shape}")
            if not goes_without_saying(dtype, array):
                facts.append(f"dtype={dtype!r}")
            if grad_fn_name is not None:
                facts.append(f"grad_fn=<{grad_fn_name}>")
            elif requires_grad:
                facts.append("requires_grad=True")
            return with_facts("tensor(" + numbers(array, INDENT), facts) + ")"
    ''',
    why="Four facts in a fixed order, each only where it is unusual. What an operation made wants a gradient anyway, so its "
    "grad_fn takes the place of requires_grad=True.",
    facts=[
        Case("tensor_repr(np.array([1.0, 2.0]), mt.float32, CPU, False)", "tensor([1., 2.])"),
        Case("tensor_repr(np.array([1.0]), mt.float32, CPU, True)", "tensor([1.], requires_grad=True)"),
        Case("tensor_repr(np.array([1.0]), mt.float64, CPU, False)", "tensor([1.], dtype=minitorch.float64)"),
        Case("tensor_repr(np.array([1]), mt.int64, CPU, False)", "tensor([1])"),
        Case("tensor_repr(np.array([1]), mt.int32, CPU, False)", "tensor([1], dtype=minitorch.int32)"),
        Case("tensor_repr(np.array([True]), mt.bool, CPU, False)", "tensor([True])"),
        Case(
            "tensor_repr(np.array([1.0]), mt.float32, CPU, True, 'AddBackward0')",
            "tensor([1.], grad_fn=<AddBackward0>)",
        ),
        Case("tensor_repr(np.array([1.0]), mt.float32, GPU, False)", "tensor([1.], device='cuda:1')"),
        Case("tensor_repr(np.zeros((3, 0, 2)), mt.float32, CPU, False)", "tensor([], size=(3, 0, 2))"),
        Case("tensor_repr(np.zeros(0), mt.float32, CPU, False)", "tensor([])"),
        Case(
            "tensor_repr(np.array([1.0]), mt.float64, GPU, True)",
            "tensor([1.], device='cuda:1', dtype=minitorch.float64, requires_grad=True)",
        ),
        Case(
            "tensor_repr(np.zeros((0, 2), int), mt.int64, GPU, False)",
            "tensor([], device='cuda:1', size=(0, 2), dtype=minitorch.int64)",
        ),
        Case("str(mt.tensor([0.5, -1.0], requires_grad=True))", "tensor([ 0.5000, -1.0000], requires_grad=True)"),
    ],
    wrong=[
        Wrong(
            with_these(
                grad="""
            if grad_fn_name is not None:
                facts.append(f"grad_fn=<{grad_fn_name}>")
            if requires_grad:
                facts.append("requires_grad=True")
"""
            ),
            "What an operation made wants a gradient anyway: grad_fn takes the place of requires_grad=True.",
        ),
        Wrong(
            with_these(
                grad="""
            if requires_grad:
                facts.append("requires_grad=True")
            elif grad_fn_name is not None:
                facts.append(f"grad_fn=<{grad_fn_name}>")
"""
            ),
            "grad_fn is asked for first: a tensor that has one says so, and not requires_grad=True.",
        ),
        Wrong(
            with_these(
                grad="""
            if grad_fn_name is not None:
                facts.append(f"grad_fn=<{grad_fn_name}>")
            else:
                facts.append(f"requires_grad={requires_grad}")
"""
            ),
            "Only what is unusual is said: most tensors want no gradient, and print without a word about it.",
        ),
        Wrong(
            with_these(grad=""),
            "Whether autograd follows the tensor is missing: grad_fn=<...>, or else requires_grad=True.",
        ),
        Wrong(
            with_these(dtype=""),
            "A dtype that the numbers do not show has to be named: dtype=minitorch.int32.",
        ),
        Wrong(
            with_these(dtype='            facts.append(f"dtype={dtype!r}")\n'),
            "The usual dtypes go without saying: ask goes_without_saying(dtype, array) before you name it.",
        ),
        Wrong(
            with_these(
                dtype="""
            if goes_without_saying(dtype, array):
                facts.append(f"dtype={dtype!r}")
"""
            ),
            "The other way round: the dtype is named where it does *not* go without saying.",
        ),
        Wrong(
            with_these(
                dtype="""
            if dtype is not mt.float32:
                facts.append(f"dtype={dtype!r}")
"""
            ),
            "int64 and bool can be told by their looks: goes_without_saying(dtype, array) knows all the usual ones.",
        ),
        Wrong(
            with_these(size=""),
            "An empty tensor of several dimensions has no numbers to show its shape: it needs size=(3, 0, 2).",
        ),
        Wrong(
            with_these(size='            facts.append(f"size={array.shape}")\n'),
            "The size is said only where the numbers do not show it: hides_its_shape(array).",
        ),
        Wrong(
            with_these(size=DTYPE, dtype=SIZE),
            "The order is fixed: device, size, dtype, and last the gradient.",
        ),
        Wrong(
            with_these(
                dtype="""
            if not goes_without_saying(dtype, array):
                facts.append(f"dtype={dtype.name}")
"""
            ),
            "The dtype is printed in full, minitorch.float64: use {dtype!r}.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "grad_fn=<None>" in got,
            "Without a name there was no operation: grad_fn=<...> stands only where grad_fn_name is not None.",
        ),
        Mistake(
            lambda expected, got, error: "requires_grad=True" in got and "grad_fn=<" in got and "grad_fn=<" in expected,
            "What an operation made wants a gradient anyway: grad_fn=<...> takes the place of requires_grad=True.",
        ),
        Mistake(
            lambda expected, got, error: expected == "tensor([1., 2.])" and got.rstrip(",) ") == "tensor([1., 2.]",
            "Nothing is unusual here, and still a fact is put behind the numbers, an empty one. `facts` is a list: append to it only "
            "what there is to say.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) and "grad_fn=Add" in got,
            "The name of the node stands in angle brackets: grad_fn=<AddBackward0>.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, str) and "requires_grad=True" in expected and "requires_grad)" in got
            ),
            "The fact is written as an argument would be: requires_grad=True.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) and sorted(got) == sorted(expected),
            "The facts are right, their order is not: device, size, dtype, and last the gradient.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) and "size=" in got and "size=(" not in got,
            "The size is the shape of the array, as a tuple: size=(3, 0, 2), from array.shape.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, str)
                and "requires_grad=True" in got
                and "requires_grad" not in str(expected)
                and "grad_fn" not in str(expected)
            ),
            "requires_grad=True stands only behind a tensor that wants a gradient.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) and "grad_fn=<" in str(expected),
            "The operation is named like this: grad_fn=<AddBackward0>.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, AttributeError) and "'dtype' object has no attribute" in str(error)
            ),
            "goes_without_saying is given the dtype first, and then the array; hides_its_shape the array.",
        ),
    ],
    hints=[
        "Three more facts, each added to `facts` only where it is unusual, in the order size, dtype, gradient.",
        "hides_its_shape(array) asks for the size, `not goes_without_saying(dtype, array)` for the dtype. The last one is an "
        "if with an elif.",
        '`if grad_fn_name is not None: facts.append(f"grad_fn=<{grad_fn_name}>")`, and '
        '`elif requires_grad: facts.append("requires_grad=True")`.',
    ],
)
