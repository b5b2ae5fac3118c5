"""rmsprop: Steps of equal size (difficulty 2, 6 minutes)

Each number of a parameter has its own running mean of squares, so each gets its own scale. The whole rule is elementwise.

1. `_start` returns {"square_avg": a tensor like p}. `_change` finds it in `state`, and has the two formulas as two lines.
2. Update v before you divide by it. `v.mul_(...)` changes it in place; `v = ...` makes a new tensor, which the next step does not see.
3. `v.mul_(group["alpha"]).add_((1 - group["alpha"]) * grad**2)`, then `p.sub_(group["lr"] * grad / (v.sqrt() + group["eps"]))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    changes=True,
    setup="from minitorch.optim.by_parameter import ByParameter",
    solution="""
        class RMSprop(ByParameter):
            def __init__(self, params, lr=0.01, alpha=0.99, eps=1e-8):
                super().__init__(params, lr=lr, alpha=alpha, eps=eps, weight_decay=0, differentiable=False)

            @staticmethod
            def _start(p, group):
                return {"square_avg": mt.zeros_like(p)}

            @staticmethod
            def _change(p, grad, state, group):
                v = state["square_avg"]
                v.mul_(group["alpha"]).add_((1 - group["alpha"]) * grad**2)
                p.sub_(group["lr"] * grad / (v.sqrt() + group["eps"]))
    """,
    shows=("super().__init__",),
    forbids=dict.fromkeys(("p.data", "detach", "no_grad"), "A step may be recorded: no .data, detach() or no_grad()."),
    given="""
        def stepped(*gradients, kind=mt.float32, **options):
            w = mt.tensor([1.0, 1.0], dtype=kind, requires_grad=True)
            optimizer = RMSprop([w], **options)
            for g in gradients:
                w.grad = mt.tensor(g, dtype=kind)
                optimizer.step()
                first = first if g is not gradients[0] else optimizer.state[w].get("square_avg")
            return w.detach(), first
    """,
    facts="""
        if "'NoneType' object is not iterable": _start returns the dictionary {"square_avg": ...}.
        if "'float' object has no attribute": "square_avg" is a tensor like p from the start, and not a number.
        >>> stepped([3.0, 300.0], lr=0.1, alpha=0.75)
        (T([0.8, 0.8]), T([2.25, 22500.0]))
        if (T([0.4, -59.0]), T([2.25, 22500.0])): The gradient itself has changed: write grad**2, and not pow_.
        if (T([1.0, 1.0]), T([2.25, 22500.0])): p is not changed: `p = p - ...` makes a new tensor. Change it in place.
        if (T([0.8, 0.8]), T([0.0, 0.0])): v is not kept: `v = ...` makes a new tensor. Change it in place: v.mul_(...).
        if (T([0.8, 0.8]), None): v is kept under the name "square_avg".
        if (T([1.2, 1.2]), T([2.25, 22500.0])): The step goes against the gradient: subtract it from p.
        if (T([0.8, 0.8]), T([1.5, 150.0])): v itself has become its root: sqrt() makes a new tensor, sqrt_() does not.
        if (T([-1.0, -1.0]), T([2.25, 22500.0])): lr is missing: the gradient divided by the root of v is 2, and lr is 0.1.
        if (T([0.7, -29.0]), T([2.25, 22500.0])): The gradient is not divided by the root of v.
        if (T([0.8666667, 0.9986667]), T([2.25, 22500.0])): The gradient is divided by v, and not by its root.
        if (T([0.8845299, 0.8845299]), T([6.75, 67500.0])): alpha and 1 - alpha are exchanged: v keeps the share alpha of the old v.
        if (T([0.9, 0.9]), T([9.0, 90000.0])): v is the whole square of the gradient. It is alpha * 0 + (1 - alpha) * the square.
        else: First, v is alpha * 0 + (1 - alpha) * the square of the gradient. Then p moves by group["lr"] * 2, against the gradient.
        >>> stepped([3.0, 300.0], [1.0, -100.0], lr=0.1, alpha=0.75)
        (T([0.7281579, 0.8718421]), T([1.9375, 19375.0]))
        if (T([0.7281579, 0.8718421]), T([2.25, 22500.0])): `state["square_avg"] = ...` puts another tensor there: change v in place.
        else: Take v from state["square_avg"], update it first, and then divide by the new v.
        >>> stepped([0.0, 3.0], lr=0.1, alpha=0.75, eps=0.5, kind=mt.float64)
        (T([1.0, 0.85], 'float64'), T([0.0, 2.25], 'float64'))
        if (T([1.0, 0.85], 'float64'), T([0.0, 2.25])): v has the dtype of p, here float64: zeros_like(p).
        else: eps is added to the root of v, not to v: 3 / (1.5 + 0.5). Without it, a gradient of 0 divides 0 by 0.
        >>> a, b, c, d = [mt.tensor([1.0], requires_grad=True) for _ in range(4)]
        >>> o = RMSprop([{'params': [c, a, d]}, {'params': [b], 'lr': 0.5, 'alpha': 0.0, 'eps': 1.0, 'weight_decay': 1.0}], lr=0.1, alpha=0.75)
        >>> (a * 2 + b * 3 + d * 4).sum().backward(), o.step()
        >>> [p.item() for p in (a, d, b, c)], len(o.state), a.grad
        ([0.8, 0.8, 0.6, 1.0], 3, T([2.0]))
        if ([0.8, 0.8, 0.625, 1.0], 3, T([2.0])): Use `grad`, and not p.grad: the weight decay is in `grad` only.
        if ([0.8, 0.8, 0.5, 1.0], 3, T([2.0])): v, too, is the mean of the square of `grad`, and not of p.grad.
        else: Each group has its own lr, alpha and eps, and each parameter its own v. Gradients stay as they are.
    """,
)
