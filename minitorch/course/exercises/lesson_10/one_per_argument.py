"""one_per_argument: A user's backward, looked at (difficulty 3, 7 minutes)

A backward is written by hand, so it may be wrong, and what is wrong here is best said here: some steps later nobody
would know any more whose gradient it was. A larger shape that broadcasting made is summed back by the walk (lesson
06).

1. one_per_argument in five steps: a tuple; what is too many, if all of it is None; the number; the kind; the shapes.
2. check_shape: with `lead = len(got) - len(shape)` dimensions more in front, each n of `shape` must be 1 or equal to
   its m in `got[lead:]`. Or use what broadcasting two shapes gives.
3. `if all(x is None for x in given[count:]): given = given[:count]`, then `if len(given) != count: raise
   number_error(self, given)`; at the end `for edge, index in zip(self.edges, self.tensor_indices):
   self.check_shape(edge, given[index])`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.function:BackwardNode.one_per_argument",
    covers="BackwardNode.check_shape",
    ready=SETUP,
    solution="""
        def check_shape(self, edge, g):
            if edge is None or g is None:
                return
            shape, got = shape_at(edge), g._array.shape
            lead = len(got) - len(shape)
            if lead < 0 or not all(n in (1, m) for n, m in zip(shape, got[lead:])):
                raise shape_error(self, edge, g)


        def one_per_argument(self, given):
            given = given if isinstance(given, tuple) else (given,)
            count = len(self.needs_input_grad)
            if all(x is None for x in given[count:]):
                given = given[:count]
            if len(given) != count:
                raise number_error(self, given)
            for x in given:
                if x is not None and not isinstance(x, mt.Tensor):
                    raise kind_error(x)
            for edge, index in zip(self.edges, self.tensor_indices):
                self.check_shape(edge, given[index])
            return given
    """,
    given="""
        class Two(mt.autograd.Function):
            @staticmethod
            def forward(ctx, x, y):
                return x * 2 + y

            @staticmethod
            def backward(ctx, g):
                return give(g)

        x = mt.tensor([1.0, 3.0], requires_grad=True)
        y = mt.tensor([1.0, 3.0])
    """,
    facts="""
        >>> give = lambda g: (g, None, None, None)
        >>> Two.apply(x, y).sum().backward()
        >>> x.grad
        T([1.0, 1.0])
        else: None more than there are arguments are left out; what is returned has one entry for each argument.
        >>> give = lambda g: (g, g, g)
        >>> Two.apply(x, y).sum().backward()
        >>> x.grad
        raises RuntimeError: incorrect number of gradients (expected 2, got 3)
        else: Nobody counts: too few or too many gradients are `number_error(self, given)`.
        >>> give = lambda g: [g, None]
        >>> Two.apply(x, y).sum().backward()
        >>> x.grad
        raises RuntimeError: incorrect number of gradients (expected 2, got 1)
        else: PyTorch takes a tuple for several gradients, and everything else, a list too, for one.
        >>> give = lambda g: (g, 3.0)
        >>> Two.apply(x, y).sum().backward()
        >>> x.grad
        raises RuntimeError: expected Variable or None (got float)
        else: A number or a list passes as a gradient: `kind_error(x)` for an x that is neither a Tensor nor None.
        >>> give = lambda g: (mt.ones(2, 3), None)
        >>> Two.apply(x, y).sum().backward()
        >>> x.grad
        raises RuntimeError: invalid gradient at index 0 - got [2, 3]
        else: A wrong shape passes: `self.check_shape(edge, given[index])` for each edge and its place, and in
            `check_shape` `raise shape_error(self, edge, g)`.
        >>> class Turn(mt.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         return x.sum(1, keepdim=True)
        ...
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return g.expand(2, 3)
        ...
        >>> x = mt.ones(2, 1, requires_grad=True)
        >>> Turn.apply(x).backward(mt.tensor([[1.0], [10.0]]))
        >>> x.grad
        T([[3.0], [30.0]])
        else: A gradient may have a shape that broadcasting makes of the input's: dimensions more in front, and any
            length where the input has 1. The walk sums it back.
        >>> class Wide(mt.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, factor, x):
        ...         return x * factor
        ...
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return None, g.sum()
        ...
        >>> x = mt.tensor([1.0, 3.0], requires_grad=True)
        >>> Wide.apply(5, x * 1).sum().backward()
        raises RuntimeError: expected shape compatible with [2]
        if None: In `check_shape`: the gradient may have too few dimensions, and zip stops at the shorter of the two.
            Ask for that first.
        >>> type(Exp.apply(mt.ones(2, requires_grad=True)).grad_fn.one_per_argument(mt.ones(2))).__name__
        'tuple'
        else: What comes back is a tuple, with a gradient or None for each argument.
    """,
)
