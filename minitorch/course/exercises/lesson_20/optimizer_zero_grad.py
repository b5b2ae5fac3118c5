"""optimizer_zero_grad: Forgetting the gradients (difficulty 2, 5 minutes)

Each parameter of each group, whether it requires a gradient now or not: one that was frozen after a backward pass still has
its old gradient, and a step would use it.

1. Two things are wrong. Which parameters does it skip, and which ones does it not expect?
2. None is assigned in any case. Zeros are written only into a gradient that is there.
3. `p.grad = None`, or `elif p.grad is not None: fill_with_zeros(p.grad)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.optim.optimizer:Optimizer.zero_grad",
    changes=True,
    ready=SETUP,
    setup="""
        from minitorch.autograd.detach import fill_with_zeros
    """,
    stub='''
        def zero_grad(self, set_to_none=True):
            """Forget the gradients of all parameters in all groups.

            set_to_none=True   p.grad becomes None
            set_to_none=False  fill_with_zeros(p.grad) where there is a gradient: it fills the tensor that is there
            """
            for group in self.param_groups:
                for p in group["params"]:
                    if p.requires_grad:
                        if set_to_none:
                            p.grad = None
                        else:
                            fill_with_zeros(p.grad)
    ''',
    facts="""
        >>> w, u = leaf(1.0), leaf(2.0)
        >>> o = Still([{'params': [w]}, {'params': [u]}])
        >>> (w * u).sum().backward()
        >>> o.zero_grad()
        >>> (w.grad, u.grad)
        (None, None)
        else: All parameters of all groups lose their gradients.
        >>> w = leaf(1.0)
        >>> o = Still([w])
        >>> (w * 3).sum().backward()
        >>> _ = w.requires_grad_(False)
        >>> o.zero_grad()
        >>> w.grad
        None
        if T([3.0]): A frozen parameter keeps its old gradient, and the next step would use it. Ask only whether there is a gradient.
        else: A frozen parameter loses its gradient as well.
        >>> w, u = leaf(1.0, 2.0), leaf(2.0)
        >>> o = Still([w, u])
        >>> (w * 3).sum().backward()
        >>> held = w.grad
        >>> o.zero_grad(set_to_none=False)
        >>> (held.tolist(), w.grad is held, u.grad)
        ([0.0, 0.0], True, None)
        if "Boolean value of Tensor": `if p.grad:` asks for the value of the gradient. Ask whether there is one: `p.grad is not None`.
        if "'NoneType' object": A parameter may have no gradient: its grad is None.
        if ([3.0, 3.0], False, None): The gradient that is there is filled, in its own memory: fill_with_zeros(p.grad).
        else: With set_to_none=False the gradient that is there is filled with zeros, in its own memory.
        >>> w = leaf(3.0)
        >>> o = Still([w])
        >>> w.grad, = mt.autograd.grad((w * w).sum(), w, create_graph=True)
        >>> o.zero_grad(set_to_none=False)
        >>> (w.grad.tolist(), w.grad.requires_grad)
        ([0.0], False)
        else: This gradient has a history of its own (create_graph=True). fill_with_zeros(p.grad) removes it.
    """,
)
