"""The node before forward."""

from ...define import Case, Exercise, Mistake, T
from ..fact_words import stops
from ..lesson_07.rewriting import where
from .functions import FUNCTIONS, wrong_answers

SOLUTION = '''
def node_class(function):
    """The class of the nodes of a Function: made once, and kept in its own _backward_cls.

    A subclass of BackwardNode. Its name, and its attribute `derivative`, is that of the Function with Backward behind it;
    its attribute `function` is the Function.
    """
    if "_backward_cls" not in vars(function):
        name = f"{function.__name__}Backward"
        function._backward_cls = type(name, (BackwardNode,), {"function": function, "derivative": name})
    return function._backward_cls


def prepare(self, args):
    """What is known before forward runs: needs_input_grad, a tuple with a bool for each argument, has it an edge;
    tensor_indices, a list of the places where tensors stand among them; edges, a list of the edges of those tensors."""
    self.hooks, self.several, self.versions, self.saved = None, 0, (), ((),)
    self.needs_input_grad = tuple([edge_of(x) is not None for x in args])
    self.tensor_indices = [i for i, x in enumerate(args) if isinstance(x, mt.Tensor)]
    self.edges = [edge_of(args[i]) for i in self.tensor_indices]
'''

exercise = Exercise(
    "prepare",
    title="The node before forward",
    difficulty=3,
    minutes=6,
    target="minitorch.autograd.function:BackwardNode.prepare",
    covers={"node_class": "minitorch.autograd.function:node_class"},
    installed=True,
    setup="from minitorch.autograd.function import BackwardNode\nfrom minitorch.graph.record import edge_of\n"
    + FUNCTIONS,
    stub='''
def node_class(function):
    """The class of the nodes of a Function: made once, and kept in its own _backward_cls.

    A subclass of BackwardNode. Its name, and its attribute `derivative`, is that of the Function with Backward behind it;
    its attribute `function` is the Function.
    """
    ...


def prepare(self, args):
    """What is known before forward runs: needs_input_grad, a tuple with a bool for each argument, has it an edge;
    tensor_indices, a list of the places where tensors stand among them; edges, a list of the edges of those tensors."""
    self.hooks, self.several, self.versions, self.saved = None, 0, (), ((),)
    ...
    ''',
    solution=SOLUTION,
    why="A Function is a class, and so are its steps: every call makes an object of the same node class, which graphs show by its "
    "name. Arguments that are no tensors have no edge and no place among the edges, so somebody has to remember who was who.",
    facts=[
        Case(
            """
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            y, z = Exp.apply(x), Exp.apply(x)
            (y.grad_fn.name(), type(y.grad_fn).__name__, type(y.grad_fn) is type(z.grad_fn), y.grad_fn is z.grad_fn)
            """,
            ("ExpBackward", "ExpBackward", True, False),
        ),
        Case(
            """
            x = mt.tensor([2.0, 3.0], requires_grad=True)
            y = mt.tensor([5.0, 7.0], requires_grad=True)
            Mul.apply(x, y).backward(mt.tensor([1.0, 10.0]))
            [x.grad.tolist(), y.grad.tolist()]
            """,
            [[5.0, 70.0], [2.0, 30.0]],
        ),
        Case(
            """
            node = Mul.apply(mt.ones(2, requires_grad=True), mt.ones(2)).grad_fn
            (type(node) is Mul._backward_cls, type(node).function is Mul, type(node).derivative)
            """,
            (True, True, "MulBackward"),
        ),
        Case(
            """
            class Louder(Exp):
                @staticmethod
                def backward(ctx, g):
                    return g * 100

            x = mt.tensor([0.0, 1.0], requires_grad=True)
            name = Exp.apply(x).grad_fn.name()
            y = Louder.apply(x)
            y.sum().backward()
            (name, y.grad_fn.name(), x.grad.tolist())
            """,
            ("ExpBackward", "LouderBackward", [100.0, 100.0]),
        ),
        Case(
            """
            class Asks(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x, factor, y):
                    seen.append(ctx.needs_input_grad)
                    return x * factor + y

                @staticmethod
                def backward(ctx, g):
                    seen.append(ctx.needs_input_grad)
                    return g * 3, None, g

            seen = []
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            Asks.apply(x, 3, mt.ones(2)).sum().backward()
            Asks.apply(mt.ones(2), 3, mt.ones(2))
            (seen, x.grad.tolist())
            """,
            ([(True, False, False), (True, False, False), (False, False, False)], [3.0, 3.0]),
        ),
        Case(
            """
            class Times(mt.autograd.Function):
                @staticmethod
                def forward(ctx, factor, x, name, y):
                    ctx.factor = factor
                    return x * factor + y

                @staticmethod
                def backward(ctx, g):
                    return None, g * ctx.factor, None, g

            x, y = mt.tensor([1.0, 3.0], requires_grad=True), mt.tensor([1.0, 3.0], requires_grad=True)
            z = Times.apply(5, x * 1, "five", y)
            z.sum().backward()
            (len(z.grad_fn.next_functions), z.grad_fn.next_functions[0][0].name(), x.grad.tolist(), y.grad.tolist())
            """,
            (2, "MulBackward0", [5.0, 5.0], [1.0, 1.0]),
        ),
        Case(
            """
            x = mt.tensor([2.0, 3.0], requires_grad=True)
            z = Mul.apply(mt.ones(2), x)
            z.sum().backward()
            (len(z.grad_fn.next_functions), z.grad_fn.next_functions[0][0] is None, x.grad.tolist())
            """,
            (2, True, [1.0, 1.0]),
        ),
        Case(
            """
            x = mt.tensor([1.0, 3.0], requires_grad=True)
            a, place, b = Both.apply(x, 4)
            (a * 10 + b).sum().backward()
            x.grad
            """,
            T([41.0, 41.0]),
        ),
        Case(
            """
            x = mt.tensor([0.3, -1.2], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradgradcheck(Exp.apply, x)
            """,
            True,
        ),
    ],
    mistakes=[
        stops(
            "object is not callable",
            "In `node_class` the class is asked for, not a node of it: the call of the class comes later.",
        ),
        Mistake(
            lambda expected, got, error: (
                "'NoneType' object has no attribute 'name'" in str(error) or "does not require grad" in str(error)
            ),
            "Nothing is recorded: `needs_input_grad` says of no argument that it wants a gradient. It is True where "
            "`edge_of(x) is not None`.",
        ),
        stops(
            "object has no attribute 'several'",
            "In `node_class` the class is asked for, not a node of it; and the class has to be a subclass of BackwardNode.",
        ),
        stops(
            "only integer tensors",
            "`tensor_indices` holds places, numbers from 0 on, and not the tensors themselves.",
        ),
        stops(
            "indices must be integers",
            "`tensor_indices` holds places, numbers from 0 on, and not the tensors themselves.",
        ),
        stops(
            "'NoneType' object has no attribute 'tolist'",
            "A gradient did not arrive. `tensor_indices` has the place of every tensor among the arguments, from 0 on, and "
            "`edges` the "
            "edge of each of them in the same order.",
        ),
        stops(
            "has no attribute 'prepare'",
            "In `node_class`: the class has to be a subclass of BackwardNode, which has all that a step can do.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'needs_input_grad'" in str(error),
            "`needs_input_grad` is not written into the node: `self.needs_input_grad = ...`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'tensor_indices'" in str(error),
            "`tensor_indices` is not written into the node: `self.tensor_indices = [...]`, the places of the tensors.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'edges'" in str(error),
            "`edges` is not written into the node: `self.edges = [...]`, an edge (or None) for each tensor.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "'NoneType' object is not callable" in str(error)
            ),
            "In `node_class` nothing is returned. It gives the class: `return function._backward_cls`.",
        ),
        where(
            "In `node_class`: a class that inherits from a Function has its own node class. Look into `vars(function)`: "
            "hasattr and `function._backward_cls` also find what the class above has.",
            ("ExpBackward", "LouderBackward", [100.0, 100.0]),
        ),
        where(
            "In `node_class`: the class is made once for each Function, named after it: "
            '`type(name, (BackwardNode,), {"function": function, "derivative": name})`, kept in `function._backward_cls`.',
            ("ExpBackward", "ExpBackward", True, False),
        ),
        where(
            "In `node_class`: the class is kept in `_backward_cls`, and its attribute `function` is the Function itself, a class.",
            (True, True, "MulBackward"),
        ),
        where(
            "`needs_input_grad` is a tuple with one bool for each argument, also for those that are no tensors: whether "
            "`edge_of` gives an edge for it.",
            ([(True, False, False), (True, False, False), (False, False, False)], [3.0, 3.0]),
        ),
        where(
            "Here some arguments are no tensors. `tensor_indices` holds the places of the tensors, and `edges` an edge (or None) "
            "for each of these, in the same order.",
            (2, "MulBackward0", [5.0, 5.0], [1.0, 1.0]),
            T([41.0, 41.0]),
        ),
    ],
    wrong=wrong_answers(
        SOLUTION,
        [
            (
                "node_class",
                'name = f"{function.__name__}Backward"\n'
                'return type(name, (BackwardNode,), {"function": function, "derivative": name})',
                "In `node_class` every call makes a new class. Keep it in `function._backward_cls`, and look there first.",
            ),
            (
                "node_class",
                'if not hasattr(function, "_backward_cls"):\n'
                '    name = f"{function.__name__}Backward"\n'
                '    function._backward_cls = type(name, (BackwardNode,), {"function": function, "derivative": name})\n'
                "return function._backward_cls",
                "In `node_class`: hasattr also finds what the class above has, so a Function that inherits from another gets "
                "the other's node class, and its backward. Look into `vars(function)`.",
            ),
            (
                "node_class",
                'if "_backward_cls" not in vars(function):\n'
                '    name = f"{function.__name__}Backward"\n'
                '    function._backward_cls = type(name, (BackwardNode,), {"derivative": name})\n'
                "return function._backward_cls",
                "In `node_class`: the node does not know whose backward to call. Give the class the attribute `function`.",
            ),
            (
                "node_class",
                'if "_backward_cls" not in vars(function):\n'
                '    name = f"{function.__name__}Backward"\n'
                '    function._backward_cls = type(name, (BackwardNode,), {"function": function})\n'
                "return function._backward_cls",
                "In `node_class`: the name that a graph shows is the class's attribute `derivative`.",
            ),
            (
                "node_class",
                'if "_backward_cls" not in vars(function):\n'
                '    name = f"{function.__name__}Backward0"\n'
                '    function._backward_cls = type(name, (BackwardNode,), {"function": function, "derivative": name})\n'
                "return function._backward_cls",
                "In `node_class`: the 0 behind the name is for the library's own steps. For a Function it is `ExpBackward`.",
            ),
            (
                "prepare",
                "self.hooks, self.several, self.versions, self.saved = None, 0, (), ((),)\n"
                "self.needs_input_grad = tuple([edge_of(x) is not None for x in args])\n"
                "self.tensor_indices = list(range(len(args)))\n"
                "self.edges = [edge_of(x) for x in args]",
                "In `prepare` all arguments are taken for tensors. A number has no place among the edges: PyTorch lists an edge "
                "for each tensor, and None where that one wants no gradient.",
            ),
            (
                "prepare",
                "self.hooks, self.several, self.versions, self.saved = None, 0, (), ((),)\n"
                "self.needs_input_grad = tuple([edge_of(x) is not None for x in args])\n"
                "self.tensor_indices = [i for i, x in enumerate(args) if isinstance(x, mt.Tensor)]\n"
                "self.edges = [edge_of(x) for x in args if edge_of(x) is not None]",
                "In `prepare`: a tensor that wants no gradient keeps its place among the edges, as None. Otherwise the gradients "
                "that backward returns are sent to the wrong ones.",
            ),
            (
                "prepare",
                "self.hooks, self.several, self.versions, self.saved = None, 0, (), ((),)\n"
                "self.needs_input_grad = tuple([isinstance(x, mt.Tensor) for x in args])\n"
                "self.tensor_indices = [i for i, x in enumerate(args) if isinstance(x, mt.Tensor)]\n"
                "self.edges = [edge_of(args[i]) for i in self.tensor_indices]",
                "In `prepare`: a tensor may want no gradient. `needs_input_grad` asks for the edge: `edge_of(x) is not None`.",
            ),
            (
                "prepare",
                "self.hooks, self.several, self.versions, self.saved = None, 0, (), ((),)\n"
                "self.needs_input_grad = any([edge_of(x) is not None for x in args])\n"
                "self.tensor_indices = [i for i, x in enumerate(args) if isinstance(x, mt.Tensor)]\n"
                "self.edges = [edge_of(args[i]) for i in self.tensor_indices]",
                "In `prepare`: backward asks for each argument by itself, `ctx.needs_input_grad[1]`. It is a tuple of bools.",
            ),
            (
                "prepare",
                "self.hooks, self.several, self.versions, self.saved = None, 0, (), ((),)\n"
                "self.tensor_indices = [i for i, x in enumerate(args) if isinstance(x, mt.Tensor)]\n"
                "self.needs_input_grad = tuple([edge_of(args[i]) is not None for i in self.tensor_indices])\n"
                "self.edges = [edge_of(args[i]) for i in self.tensor_indices]",
                "In `prepare`: `needs_input_grad` has one entry for each argument of forward, also for a number: False.",
            ),
            (
                "prepare",
                "self.hooks, self.several, self.versions, self.saved = None, 0, (), ((),)\n"
                "self.needs_input_grad = tuple([edge_of(x) is not None for x in args])\n"
                "self.tensor_indices = [i for i, x in enumerate(args) if edge_of(x) is not None]\n"
                "self.edges = [edge_of(args[i]) for i in self.tensor_indices]",
                "In `prepare`: PyTorch lists an edge for every tensor, None for one that wants no gradient. Ask "
                "`isinstance(x, mt.Tensor)`.",
            ),
        ],
    ),
    hints=[
        "Python makes a class when it is called like this: type(name, base classes, attributes). `vars(function)` is what stands "
        "in the Function itself.",
        "prepare: `edge_of(x)` of lesson 05 gives None for whatever has no edge, a number too. So three comprehensions are enough.",
        '`if "_backward_cls" not in vars(function): function._backward_cls = type(name, (BackwardNode,), {"function": function, '
        '"derivative": name})`. And `self.tensor_indices = [i for i, x in enumerate(args) if isinstance(x, mt.Tensor)]`.',
    ],
)
