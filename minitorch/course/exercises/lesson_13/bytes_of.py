"""What a module weighs."""

import minitorch as mt

from ...define import Case, Exercise, Law, Wrong

SETUP = """
    class Linear(mt.nn.Module):
        def __init__(self, n, m):
            super().__init__()
            self.weight = mt.nn.Parameter(mt.ones(m, n))
            self.bias = mt.nn.Parameter(mt.zeros(m))

    class Center(mt.nn.Module):
        def __init__(self, n):
            super().__init__()
            self.mean = mt.nn.Buffer(mt.zeros(n))
            self.seen = mt.nn.Buffer(mt.tensor(0))

    class Net(mt.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.center, self.last = Linear(2, 3), Center(3), Linear(3, 1)

    def tied():
        net = Net()
        net.first, net.last = Linear(3, 3), Linear(3, 3)
        net.last.weight = net.first.weight
        return net
"""

exercise = Exercise(
    "bytes_of",
    title="What a module weighs",
    difficulty=1,
    minutes=5,
    setup=SETUP,
    stub='''
        def bytes_of(module):
            """The bytes that the numbers of all parameters and buffers take, each tensor counted once."""
            ...
    ''',
    solution='''
        def bytes_of(module):
            """The bytes that the numbers of all parameters and buffers take, each tensor counted once."""
            tensors = [*module.parameters(), *module.buffers()]
            return sum(tensor.numel() * tensor.element_size() for tensor in tensors)
    ''',
    why="parameters() and buffers() walk the whole tree and give a shared tensor once. Each tensor knows how many numbers it has "
    "and how many bytes one of them takes.",
    facts=[
        Case("bytes_of(Net())", 72),
        Case("bytes_of(Linear(2, 3))", 36),
        Case("bytes_of(Center(3))", 20),
        Case("bytes_of(Net().half())", 40),
        Case("bytes_of(Net().double())", 136),
        Case("bytes_of(tied())", 80),
        Case("bytes_of(mt.nn.Module())", 0),
        Case(
            """
            net = Net()
            net.first.weight.sum().backward()
            bytes_of(net)
            """,
            72,
        ),
        Case(
            """
            net = Net()
            net.again = net.first
            bytes_of(net)
            """,
            72,
        ),
        Case(
            """
            net = Net()
            net.first.double()
            bytes_of(net)
            """,
            108,
        ),
        Case(
            """
            net = Net()
            net.first.weight.requires_grad_(False)
            bytes_of(net)
            """,
            72,
            changes=True,
        ),
        Law("n by m numbers of a known size", lambda f, rng: weighed(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def bytes_of(module):
                return sum(tensor.numel() for tensor in [*module.parameters(), *module.buffers()])
            """,
            "You count numbers, not bytes. A number takes `tensor.element_size()` bytes: 4 in float32, 2 in float16.",
        ),
        Wrong(
            """
            def bytes_of(module):
                return sum(4 * tensor.numel() for tensor in [*module.parameters(), *module.buffers()])
            """,
            "Four bytes is right for float32 only. Ask each tensor: `tensor.element_size()`.",
        ),
        Wrong(
            """
            def bytes_of(module):
                return sum(tensor.numel() * tensor.element_size() for tensor in module.parameters())
            """,
            "The buffers take memory too: go through `module.buffers()` as well.",
        ),
        Wrong(
            """
            def bytes_of(module):
                total = 0
                for part in module.modules():
                    for tensor in [*part.parameters(recurse=False), *part.buffers(recurse=False)]:
                        total += tensor.numel() * tensor.element_size()
                return total
            """,
            "A weight that two modules share is counted in each of them. `module.parameters()`, asked of the whole module, gives "
            "it once.",
        ),
        Wrong(
            """
            def bytes_of(module):
                tensors = [*module.parameters(recurse=False), *module.buffers(recurse=False)]
                return sum(tensor.numel() * tensor.element_size() for tensor in tensors)
            """,
            "You weigh what the module itself holds. Most of it is in the modules inside: leave out recurse=False.",
        ),
        Wrong(
            """
            def bytes_of(module):
                total = 0
                for part in module.modules():
                    for tensor in [*part.parameters(), *part.buffers()]:
                        total += tensor.numel() * tensor.element_size()
                return total
            """,
            "parameters() goes down the tree already. Together with the loop over modules() it counts a tensor once for each "
            "module above it.",
        ),
        Wrong(
            """
            def bytes_of(module):
                total = 0
                for tensor in [*module.parameters(), *module.buffers()]:
                    total += tensor.numel() * tensor.element_size()
                    if tensor.grad is not None:
                        total += tensor.grad.numel() * tensor.grad.element_size()
                return total
            """,
            "You weigh the gradients as well. They take memory, indeed; asked for are the parameters and the buffers.",
        ),
        Wrong(
            """
            def bytes_of(module):
                tensors = [*module.parameters(), *module.buffers()]
                return sum(tensor.numel() * tensor.element_size() for tensor in tensors if tensor.is_floating_point())
            """,
            "A count or a mask takes memory like any other tensor. Weigh all of them.",
        ),
        Wrong(
            """
            def bytes_of(module):
                trained = [parameter for parameter in module.parameters() if parameter.requires_grad]
                return sum(tensor.numel() * tensor.element_size() for tensor in [*trained, *module.buffers()])
            """,
            "A frozen parameter takes the same memory. requires_grad does not matter here.",
        ),
        Wrong(
            """
            def bytes_of(module):
                return sum(tensor.element_size() for tensor in [*module.parameters(), *module.buffers()])
            """,
            "element_size() is the size of one number. A tensor has numel() of them.",
        ),
    ],
    hints=[
        "Two iterators give every tensor of a module once: one for the parameters, one for the buffers.",
        "A tensor has numel() numbers, and each takes element_size() bytes.",
        "`sum(tensor.numel() * tensor.element_size() for tensor in [*module.parameters(), *module.buffers()])`.",
    ],
)


def weighed(f, rng):
    n, m = (int(k) for k in rng.integers(1, 9, size=2))
    name, size = [("float16", 2), ("float32", 4), ("float64", 8)][int(rng.integers(3))]
    module, inside = mt.nn.Module(), mt.nn.Module()
    inside.weight = mt.nn.Parameter(mt.zeros(n, m, dtype=getattr(mt, name)))
    module.inside = inside
    module.mask = mt.nn.Buffer(mt.ones(n, dtype=mt.bool))
    return {"weight": (n, m), "dtype": name, "mask": n}, n * m * size + n, f(module)
