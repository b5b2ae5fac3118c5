"""adam: Adam (difficulty 4, 14 minutes)

The two means and the count are all that Adam remembers. The divisions by 1 - beta**t make the early means as large as they
would be without the zeros at the start.

1. In the order of the formulas: weight decay, m, v, the count, the step. The count is 1 in the first step.
2. `m.mul_(beta1).add_((1 - beta1) * grad)` changes m in place, and `m = beta1 * m + ...` does not. `t = state["step"].item()`, after
   `state["step"] += 1`.
3. The last line is `p.sub_(lr / (1 - beta1**t) * m / (v.sqrt() / (1 - beta2**t) ** 0.5 + eps))`, with `v = largest(state)` before
   it if group["amsgrad"] is true.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.optim.adam:Adam._change",
    covers="Adam._start",
    changes=True,
    stub='''
        def _start(p, group):
            """{"step": ..., "exp_avg": ..., "exp_avg_sq": ...}: the count t, and the means m and v, zeros like p.

            If group["amsgrad"] is true, there are zeros like p under "max_exp_avg_sq" as well.
            """
            ...


        def _change(p, grad, state, group):
            """One step of Adam by the formulas above, with group["lr"], group["betas"], a pair, and group["eps"].

            First of all, grad = decayed(p, grad, group). If group["amsgrad"] is true, largest(state) replaces v in the last formula.
            p, state["step"], state["exp_avg"] and state["exp_avg_sq"] change in place. The gradient stays as it is.
            """
            ...
    ''',
    given="""
        def stepped(*gradients, **options):
            w = mt.tensor([1.0, 1.0], requires_grad=True)
            optimizer = mt.optim.Adam([w], **({'lr': 0.1, 'betas': (0.5, 0.9375)} | options))
            for g in gradients:
                w.grad = mt.tensor(g)
                optimizer.step()
            return w, optimizer.state[w]
    """,
    facts="""
        if "division by zero": t is 1 in the first step: count before you divide by 1 - beta**t.
        >>> w, state = stepped([2.0, -200.0])
        >>> {name: value.tolist() for name, value in state.items()}
        {'step': 1.0, 'exp_avg': [1.0, -100.0], 'exp_avg_sq': [0.25, 2500.0]}
        if {'step': 0.0, 'exp_avg': [0.0, 0.0], 'exp_avg_sq': [0.0, 0.0]}: The tensors in `state` must change in place: m.lerp_, v.mul_,
            `state["step"] += 1`. `m = ...` only gives the name to another tensor.
        if {'step': 1.0, 'exp_avg': [0.0, 0.0], 'exp_avg_sq': [0.0, 0.0]}: m and v must change in place: mul_ and add_.
        if {'step': 0.0, 'exp_avg': [1.0, -100.0], 'exp_avg_sq': [0.25, 2500.0]}: The steps are not counted: `state["step"] += 1`.
        if {'step': 1.0, 'exp_avg': [1.0, -100.0], 'exp_avg_sq': [0.125, -12.5]}: v is a mean of the *squares* of the gradient.
        if {'step': 1.0, 'exp_avg': [1.0, -100.0], 'exp_avg_sq': [3.75, 37500.0]}: beta is the part that is kept, and 1 - beta the new part.
        if {'step': 1.0, 'exp_avg': [0.125, -12.5], 'exp_avg_sq': [2.0, 20000.0]}: group["betas"] is (beta1, beta2): the first belongs to m.
        if {'step': 1.0, 'exp_avg': [1.0, -100.0], 'exp_avg_sq': [0.25, 2500.0], 'max_exp_avg_sq': [0.0, 0.0]}: Look at `_start`: without
            amsgrad there are three entries.
        else: m is beta1 * 0 + (1 - beta1) * g, v the same with beta2 and the square, and the count is 1.
        >>> stepped([2.0, -200.0])[0].detach()
        T([0.9, 1.1])
        if T([0.8, 1.2]): The zeros at the start are not corrected: divide m by 1 - beta1**t, and v by 1 - beta2**t.
        if T([0.6, 1.4]): v is not corrected: divide it by 1 - beta2**t, before the root.
        if T([0.95, 1.05]): m is not corrected: divide it by 1 - beta1**t.
        if T([1.0, 1.0]): p is not changed: p.sub_(...) changes it in place, `p = p - ...` does not.
        if T([1.1, 0.9]): The step goes the wrong way: subtract.
        else: In the first step, the corrected m is g and the corrected v is g * g. So the step is lr long.
        >>> stepped([2.0, -200.0], [1.0, 100.0], [0.5, 0.0])[0].detach()
        T([0.7485148, 1.1])
        if T([0.7390669, 1.1]): t is the number of this step: state["step"].item(), after it was counted.
        else: In step t, divide m by 1 - beta1**t, and v by 1 - beta2**t, before the root.
        >>> w, state = stepped([1.0, 1.0], lr=1.0, eps=1.0)
        >>> w.detach()
        T([0.5, 0.5])
        if T([0.8, 0.8]): eps is added after v was corrected: root / (1 - beta2**t) ** 0.5 + eps.
        else: eps is added to the root of the corrected v: 1 / (1 + 1).
        >>> w, state = stepped([0.0, 0.0], lr=0.1, weight_decay=0.5)
        >>> (w.detach(), state['exp_avg'], w.grad)
        (T([0.9, 0.9]), T([0.25, 0.25]), T([0.0, 0.0]))
        if (T([1.0, 1.0]), T([0.0, 0.0]), T([0.0, 0.0])): Weight decay is missing: begin with grad = decayed(p, grad, group), and use
            what it returns.
        else: Weight decay is a part of the gradient that goes into m and v: grad = decayed(p, grad, group).
        >>> w, state = stepped([2.0, 2.0], [0.1, 0.1], amsgrad=True, betas=(0.0, 0.0))
        >>> (w.detach(), state['max_exp_avg_sq'])
        (T([0.895, 0.895]), T([4.0, 4.0]))
        if "max_exp_avg_sq": Look at `_start`: with amsgrad there is a third tensor of zeros.
        if (T([0.8, 0.8]), T([0.0, 0.0])): With amsgrad, largest(state) replaces v in the last formula.
        else: With amsgrad, divide by the root of largest(state), after v was updated.
    """,
)
