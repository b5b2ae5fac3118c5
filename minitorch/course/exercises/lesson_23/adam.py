"""adam: Adam (difficulty 4, 15 minutes)

The divisions by 1 - beta**t make the early means as large as they would be without the zeros at the start.

1. Update m and v first, then the count. Then make the step, with `t = state["step"].item()`.
2. The tensors of `state` are used again in the next step. `m.mul_(beta1)` changes one of them, `m = beta1 * m` does not.
3. The corrected means are new tensors: `(v / (1 - beta2**t)).sqrt() + group["eps"]` is the divisor, and p.sub_(...) the last line.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.adam:Adam",
    keeps=("__init__", "_update"),
    changes=True,
    stub="""
        class Adam(ByParameter):
            @staticmethod
            def _start(p, group):
                ...

            @staticmethod
            def _change(p, grad, state, group):
                ...
    """,
    given="""
        def stepped(*gradients, kind=mt.float32, **options):
            w = mt.tensor([1.0, 1.0], dtype=kind, requires_grad=True)
            optimizer = mt.optim.Adam([w], **({'lr': 0.1, 'betas': (0.5, 0.9375)} | options))
            for g in gradients:
                w.grad = mt.tensor(g, dtype=kind)
                optimizer.step()
                first = first if g is not gradients[0] else dict(optimizer.state[w])
            return w.detach(), {name: value.tolist() for name, value in first.items()}, w.grad, first['exp_avg'].dtype
    """,
    facts="""
        >>> stepped([2.0, -200.0], [4.0, 400.0])[1]
        {'step': 2.0, 'exp_avg': [2.5, 150.0], 'exp_avg_sq': [1.234375, 12343.75]}
        if "t' object has no attribute": The count stays a tensor, as m and v do, from `_start` on. It changes in place: state["step"] += 1.
        if "division by zero": 1 - beta**t is never 0: count before you divide, and beta**t is a power.
        if "'NoneType' object is not iterable": _start returns a dictionary of three tensors.
        if "KeyError: 'beta": group["betas"] is a pair: `beta1, beta2 = group["betas"]`.
        if "KeyError: ": The tensors in `state` have the names "step", "exp_avg" and "exp_avg_sq".
        if {'step': 1.0, 'exp_avg': [2.5, 150.0], 'exp_avg_sq': [1.234375, 12343.75]}: m and v are right. The count is not: it changes in place, state["step"] += 1.
        if {'step': 3.0, 'exp_avg': [2.5, 150.0], 'exp_avg_sq': [1.234375, 12343.75]}: The count starts with 0, and is 1 in the first step.
        if {'step': 0.0, 'exp_avg': [2.5, 150.0], 'exp_avg_sq': [1.234375, 12343.75]}: m and v are right. The count is not: it changes in place, state["step"] += 1.
        if {'step': 2.0, 'exp_avg': [0.0, 0.0], 'exp_avg_sq': [0.0, 0.0]}: m and v must change in place: `m.mul_(...)`.
        if {'step': 2.0, 'exp_avg': [0.0, 0.0], 'exp_avg_sq': [1.234375, 12343.75]}: m must change in place: `m = ...` makes a new tensor.
        if {'step': 2.0, 'exp_avg': [2.5, 150.0], 'exp_avg_sq': [0.0, 0.0]}: v must change in place: `v = ...` makes a new tensor.
        if {'step': 2.0, 'exp_avg': [5.0, 300.0], 'exp_avg_sq': [19.75, 197500.0]}: 1 - beta1 and 1 - beta2 are missing: m and v are means.
        if {'step': 2.0, 'exp_avg': [5.0, 300.0], 'exp_avg_sq': [1.234375, 12343.75]}: 1 - beta1 is missing: m is a mean, not lesson 20's velocity.
        if {'step': 2.0, 'exp_avg': [4.0, 133.33334350585938], 'exp_avg_sq': [39.225807, 392258.06]}: The correction is for this step alone: divide into new tensors.
        if {'step': 2.0, 'exp_avg': [4.0, 133.33334350585938], 'exp_avg_sq': [1.234375, 12343.75]}: The correction of m is for this step alone: a new tensor.
        if {'step': 1.0, 'exp_avg': [1.0, -100.0], 'exp_avg_sq': [0.25, 2500.0]}: `state["exp_avg"] = ...` puts another tensor there: m.mul_(...).
        if {'step': 2.0, 'exp_avg': [1.0, -100.0], 'exp_avg_sq': [0.25, 2500.0]}: `state["exp_avg"] = ...` puts another tensor there: m.mul_(...).
        if {'step': 2.0, 'exp_avg': [1.0, -100.0], 'exp_avg_sq': [1.234375, 12343.75]}: `state["exp_avg"] = ...` puts another tensor there: m.mul_(...).
        if {'step': 2.0, 'exp_avg': [3.431640625, 11315.4296875], 'exp_avg_sq': [3.431640625, 11315.4296875]}: m and v are one tensor. Make two.
        if {'step': 2.0, 'exp_avg': [2.5, 150.0], 'exp_avg_sq': [0.30859375, 3085.9375]}: `grad` itself has changed before v was computed.
        else: m is beta1 * m + (1 - beta1) * g, and v is beta2 * v + (1 - beta2) * the square of g. Both start with zeros, and the correction changes neither.
        >>> stepped([2.0, -200.0])[0]
        T([0.9, 1.1])
        if T([1.1, 0.9]): The step goes against the gradient: subtract it from p.
        if T([1.0, 1.0]): p is not changed: `p = p - ...` makes a new tensor. Change it in place.
        else: In the first step, m / (1 - beta1**t) is g, and v / (1 - beta2**t) is g * g. So the step is lr long, against the sign of g.
        >>> stepped([2.0, -200.0], [1.0, 100.0], [0.5, 0.0])[:3]
        (T([0.7485148, 1.1]), {'step': 3.0, 'exp_avg': [0.75, 0.0], 'exp_avg_sq': [0.2939453125, 2783.203125]}, T([0.5, 0.0]))
        else: `grad` stays as it is. In step t, divide m by 1 - beta1**t, and v by 1 - beta2**t, where t is the number of the step.
        >>> stepped([0.5, 0.5], lr=1.0, eps=1.0, weight_decay=0.5, kind=mt.float64)[::3]
        (T([0.5, 0.5], 'float64'), mt.float64)
        if (T([0.5, 0.5], 'float64'), mt.float32): m and v have the dtype of p, here float64: zeros_like(p).
        else: eps is added to the root of the corrected v, last of all: 1 / (1 + 1). The weight decay is already in `grad`.
        >>> start = mt.tensor(1.0, requires_grad=True)
        >>> p, p.grad = start.clone(), 2 * start
        >>> mt.optim.Adam([p], lr=0.9, eps=1.0, differentiable=True).step(), p.backward(), p.item(), start.grad
        (None, None, 0.4, T(0.8))
        if (None, None, 0.4, T(1.4)): m is computed from `grad` without detach(): the step may be recorded.
        else: The step may be recorded: no .data, no detach(), no no_grad(), and no item() but for the count.
    """,
)
