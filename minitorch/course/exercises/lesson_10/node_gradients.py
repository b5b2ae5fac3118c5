"""node_gradients: The backward of your Function, called (difficulty 3, 5 minutes)

The walk asks every node for one gradient per edge. Here the user's backward answers: it is given a gradient for each
result, and gives one for each argument; those of arguments that are no tensors have no edge and are left out.

1. Three steps: call the user's backward, look at what it gave, pick what belongs to tensors.
2. ctx is the node, `self`. `self.incoming(g)` is a list with a gradient per result; `self.one_per_argument(given)`
   makes a checked tuple of what came back; `self.tensor_indices` says which arguments were tensors.
3. `given = backward_of(self.function)(Context(self), *self.incoming(g))`, then `self.one_per_argument(given)`, then
   `[given[index] for index in self.tensor_indices]`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.function:BackwardNode.gradients",
    covers="backward_of",
    ready=SETUP,
    facts="""
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> a, place, b = Both.apply(x, 4)
        >>> (a * 10 + b).sum().backward()
        >>> x.grad
        T([41.0, 41.0])
        if "TypeError: Both.backward() missing 1 required positional argument: 'h'": Its first argument is ctx, and ctx
            is the node itself: hand it `self`.
        if 'TypeError: Both.backward() missing 2 required positional': A step with several results is sent a gradient
            for each, and backward takes them one by one: `*self.incoming(g)`.
        else: Here some arguments are no tensors, and have no edge: pick what stands at `self.tensor_indices`.
        >>> class Few(mt.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x, y):
        ...         return x * y
        ...
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return g
        ...
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> Few.apply(x, x).sum().backward()
        raises RuntimeError: incorrect number of gradients
        if 'IndexError: tuple index out of range': What backward returns is the user's, and may be wrong:
            `self.one_per_argument(given)` says so in words.
        else: What the user's backward gives may be of the wrong number or shape: `self.one_per_argument(given)` says
            so.
        >>> class Two(Exp):
        ...     @staticmethod
        ...     def vjp(ctx, g):
        ...         return g * 2
        ...
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> Two.apply(x).sum().backward()
        raises RuntimeError: Implementing both 'backward' and 'vjp'
        >>> x = mt.tensor([0.3, -1.2], dtype=mt.float64, requires_grad=True)
        >>> mt.autograd.gradgradcheck(lambda x: Mul.apply(x, Exp.apply(x)), x)
        True
        else: With create_graph=True the backward itself is recorded: nothing may be detached, and recording stays as it
            is.
    """,
)
