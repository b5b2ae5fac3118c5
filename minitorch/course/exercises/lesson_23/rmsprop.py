"""rmsprop: Steps of equal size (difficulty 3, 8 minutes)

Each number of a parameter has its own running mean of squares, so each gets its own scale. The whole rule is element by element.

1. Two loops, over the groups and over their parameters, as in the step of SGD. What is remembered is in self.state[p].
2. self.state[p] is empty at first: `v = state.setdefault("square_avg", mt.zeros_like(p))`. Update v before you divide by it.
3. `v.mul_(group["alpha"]).add_((1 - group["alpha"]) * p.grad**2)`, then `p -= group["lr"] * p.grad / (v.sqrt() + group["eps"])`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    changes=True,
    setup="from minitorch.optim import Optimizer",
    solution="""
        class RMSprop(Optimizer):
            def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-8):
                super().__init__(params, {"lr": lr, "alpha": alpha, "eps": eps})

            @mt.no_grad()
            def step(self):
                for group in self.param_groups:
                    for p in group["params"]:
                        if p.grad is None:
                            continue
                        v = self.state[p].setdefault("square_avg", mt.zeros_like(p))
                        v.mul_(group["alpha"]).add_((1 - group["alpha"]) * p.grad**2)
                        p -= group["lr"] * p.grad / (v.sqrt() + group["eps"])
    """,
    given="""
        def stepped(*gradients, **options):
            w = mt.tensor([1.0, 1.0], requires_grad=True)
            optimizer = RMSprop([w], **options)
            for g in gradients:
                w.grad = mt.tensor(g)
                optimizer.step()
            return w.detach(), optimizer.state[w].get("square_avg")
    """,
    facts="""
        if "a leaf Variable that requires grad": Keep `@mt.no_grad()` above step: a step must not be recorded.
        if "param_groups": super().__init__(params, defaults) makes self.param_groups and self.state.
        >>> stepped([3.0, 300.0], lr=0.1, alpha=0.75)
        (T([0.8, 0.8]), T([2.25, 22500.0]))
        if (T([1.0, 1.0]), T([2.25, 22500.0])): p is not changed: `p = p - ...` makes a new tensor. Change it in place.
        if (T([0.8, 0.8]), None): v is kept in self.state[p]["square_avg"], for the next step.
        else: v starts with zeros: alpha * 0 + (1 - alpha) * the square of the gradient. The gradient divided by its root is 2.
        >>> stepped([3.0, 300.0], [1.0, -100.0], lr=0.1, alpha=0.75)
        (T([0.7281579, 0.8718421]), T([1.9375, 19375.0]))
        else: Take v from self.state[p]["square_avg"], update it first, and then divide by the new v.
        >>> stepped([0.0, 3.0], lr=0.1, alpha=0.75, eps=0.5)[0]
        T([1.0, 0.85])
        else: eps is added to the root of v, not to v: 3 / (1.5 + 0.5). Without it, a gradient of 0 divides 0 by 0.
        >>> a, b, c = [mt.tensor([1.0], requires_grad=True) for _ in range(3)]
        >>> o = RMSprop([{'params': [c, a]}, {'params': [b], 'lr': 0.5, 'alpha': 0.0, 'eps': 1.0}], lr=0.1, alpha=0.75)
        >>> (a * 2 + b * 3).sum().backward()
        >>> o.step()
        >>> a.item(), b.item(), c.item(), len(o.state), a.grad
        (0.8, 0.625, 1.0, 2, T([2.0]))
        if "'NoneType'": A parameter may have no gradient: its grad is None. Leave it as it is.
        if (1.0, 1.0, 1.0, 0, T([2.0])): A parameter without a gradient is left out, and the others go on: `continue`, not `return`.
        else: Each group has its own lr, alpha and eps, and each parameter its own v. Gradients stay as they are.
    """,
)
