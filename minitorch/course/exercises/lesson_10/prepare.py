"""prepare: The node before forward (difficulty 3, 6 minutes)

A Function is a class, and so are its steps: every call makes an object of the same node class, which graphs show by
its name. Arguments that are no tensors have no edge and no place among the edges, so somebody has to remember who was
who.

1. Python makes a class when it is called like this: type(name, base classes, attributes). `vars(function)` is what
   stands in the Function itself.
2. prepare: `edge_of(x)` of lesson 05 gives None for whatever has no edge, a number too. So three comprehensions are
   enough.
3. `if "_backward_cls" not in vars(function): function._backward_cls = type(name, (BackwardNode,), {"function":
   function, "derivative": name})`. And `self.tensor_indices = [i for i, x in enumerate(args) if isinstance(x,
   mt.Tensor)]`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.function:BackwardNode.prepare",
    covers="node_class",
    ready=SETUP,
    stub="""
        def prepare(self, args):
            self.hooks, self.several, self.versions, self.saved = (None, 0, (), ((),))
            ...
    """,
    solution="""
        def node_class(function):
            if "_backward_cls" not in vars(function):
                name = f"{function.__name__}Backward"
                function._backward_cls = type(name, (BackwardNode,), {"function": function, "derivative": name})
            return function._backward_cls


        def prepare(self, args):
            self.hooks, self.several, self.versions, self.saved = None, 0, (), ((),)
            self.needs_input_grad = tuple([edge_of(x) is not None for x in args])
            self.tensor_indices = [i for i, x in enumerate(args) if isinstance(x, mt.Tensor)]
            self.edges = [edge_of(args[i]) for i in self.tensor_indices]
    """,
    facts="""
        >>> node = Mul.apply(mt.ones(2, requires_grad=True), mt.ones(2)).grad_fn
        >>> (type(node) is Mul._backward_cls, type(node).function is Mul, type(node).derivative)
        (True, True, 'MulBackward')
        if (True, True, 'Node'): In `node_class`: the name that a graph shows is the class's attribute `derivative`.
        else: In `node_class`: the class is kept in `_backward_cls`, and its attribute `function` is the Function
            itself, a class.
        >>> class Louder(Exp):
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return g * 100
        ...
        >>> x = mt.tensor([0.0, 1.0], requires_grad=True)
        >>> name = Exp.apply(x).grad_fn.name()
        >>> y = Louder.apply(x)
        >>> y.sum().backward()
        >>> (name, y.grad_fn.name(), x.grad.tolist())
        ('ExpBackward', 'LouderBackward', [100.0, 100.0])
        else: In `node_class`: a class that inherits from a Function has its own node class. Look into `vars(function)`:
            hasattr and `function._backward_cls` also find what the class above has.
        >>> class Asks(mt.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x, factor, y):
        ...         seen.append(ctx.needs_input_grad)
        ...         return x * factor + y
        ...
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         seen.append(ctx.needs_input_grad)
        ...         return g * 3, None, g
        ...
        >>> seen = []
        >>> x = mt.tensor([0.0, 1.0], requires_grad=True)
        >>> Asks.apply(x, 3, mt.ones(2)).sum().backward()
        >>> Asks.apply(mt.ones(2), 3, mt.ones(2))
        >>> (seen, x.grad.tolist())
        ([(True, False, False), (True, False, False), (False, False, False)], [3.0, 3.0])
        else: `needs_input_grad` is a tuple with one bool for each argument, also for those that are no tensors: whether
            `edge_of` gives an edge for it.
        >>> class Times(mt.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, factor, x, name, y):
        ...         ctx.factor = factor
        ...         return x * factor + y
        ...
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return None, g * ctx.factor, None, g
        ...
        >>> x, y = mt.tensor([1.0, 3.0], requires_grad=True), mt.tensor([1.0, 3.0], requires_grad=True)
        >>> z = Times.apply(5, x * 1, "five", y)
        >>> z.sum().backward()
        >>> (len(z.grad_fn.next_functions), z.grad_fn.next_functions[0][0].name(), x.grad.tolist(), y.grad.tolist())
        (2, 'MulBackward0', [5.0, 5.0], [1.0, 1.0])
        else: In `prepare` all arguments are taken for tensors. A number has no place among the edges: PyTorch lists an
            edge for each tensor, and None where that one wants no gradient.
        >>> x = mt.tensor([2.0, 3.0], requires_grad=True)
        >>> z = Mul.apply(mt.ones(2), x)
        >>> z.sum().backward()
        >>> (len(z.grad_fn.next_functions), z.grad_fn.next_functions[0][0] is None, x.grad.tolist())
        (2, True, [1.0, 1.0])
        else: In `prepare`: PyTorch lists an edge for every tensor, None for one that wants no gradient. Ask
            `isinstance(x, mt.Tensor)`.
    """,
)
