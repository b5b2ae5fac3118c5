"""sgd_direction: The direction of a step (difficulty 3, 10 minutes)

g is p.grad itself, or a new tensor. The first velocity is a copy, because the memory of the gradient is used again.

1. Compute g first: what are the gradients of -loss and of the penalty? Then compute the velocity.
2. self.state[p] is a dictionary, empty before the first step. So `v = self.state[p].get("momentum_buffer")` is None then.
3. First `v = grad.detach().clone()`, kept in the state; later `v.mul_(group["momentum"]).add_(grad, alpha=1 - group["dampening"])`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.optim.sgd:SGD._direction",
    ready=SETUP,
    facts="""
        >>> o, w = stepped(0, maximize=True, weight_decay=0.5)
        >>> w.grad = mt.tensor([2.0, 4.0])
        >>> _direction(o, w, o.param_groups[0]).detach(), w.grad, len(o.state[w])
        (T([-1.5, -3.0]), T([2.0, 4.0]), 0)
        if (T([-2.5, -5.0]), T([2.0, 4.0]), 0): The penalty is minimized, with maximize=True too: only the gradient of the loss changes its sign.
        if (T([-1.5, -3.0]), T([2.0, 4.0]), 1): Without momentum there is no velocity: nothing goes into self.state[p].
        if (T([-1.5, -3.0]), T([-2.0, -4.0]), 0): p.grad itself has changed its sign: -p.grad makes a new tensor, neg_ does not.
        else: g is -2 + 0.5 * 1 for the first number: the gradient of -loss, and the gradient of the penalty, weight_decay * p.
        >>> stepped(3, momentum=0.5)[1].detach()
        T([0.302, 0.604])
        if "'NoneType'": The first step of p is the one in which self.state[p] has no velocity. Ask self.state[p], and not self.state.
        if T([0.512, 1.024]): Each step has only its own gradient. Keep v in self.state[p]; use group["momentum"], not self.defaults.
        if T([0.332, 0.664]): The new v is not kept, so the third step uses the first v again. Change the buffer in place.
        else: v is 2 in the first step, 0.5 * 2 + 1.6 = 2.6 in the second, and 0.5 * 2.6 + 1.08 in the third. p = p - 0.1 * v.
        >>> stepped(2, momentum=0.5, dampening=0.5)[1].detach()
        T([0.62, 1.24])
        else: In the second step v = 0.5 * 2 + (1 - dampening) * 1.6; the first v is the whole gradient.
        >>> o, w = stepped(2, momentum=0.5, nesterov=True, weight_decay=0.5)
        >>> (w.detach(), w.grad)
        (T([0.328125, 0.65625]), T([1.25, 2.5]))
        if (T([0.328125, 0.65625]), T([1.5625, 3.125])): p.grad itself has changed: `g += ...` and add_ make no new tensor.
        else: With nesterov, d is g + momentum * v, in every step, and g is the gradient of f: weight decay goes into g, before v. The buffer is v.
        >>> w, u = leaf(1.0), leaf(1.0)
        >>> o = mt.optim.SGD([{'params': w}, {'params': u, 'maximize': True}], lr=1.0, momentum=0.5)
        >>> (3 * w + 4 * u).sum().backward()
        >>> o.step()
        >>> o.zero_grad(set_to_none=False)
        >>> [one['momentum_buffer'].item() for one in (o.state[w], o.state[u])]
        [3.0, -4.0]
        if [0.0, -4.0]: The buffer has the memory of the gradient, which is zeroed later. Keep a copy: grad.detach().clone().
        if "KeyError: 'momentum_buffer'": v is kept in self.state[p]["momentum_buffer"], under this name, for each parameter: ask self.state[p] if there is one.
        else: Each parameter has a velocity of its own, a copy of its g at first: 3, and -4 with maximize=True.
        >>> start = leaf(1.0)
        >>> p = start.clone()
        >>> o = mt.optim.SGD([p], lr=0.5, momentum=0.5, weight_decay=0.5, differentiable=True)
        >>> for _ in range(3):
        ...     p.grad = 3 * start
        ...     o.step()
        >>> p.backward()
        >>> start.grad
        T([-2.9375])
        else: Only the first v is a detached copy: grad.detach().clone(). A later v keeps its graph, and weight_decay * p is without detach() or .data.
    """,
)
