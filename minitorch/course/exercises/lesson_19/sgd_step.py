"""The step of an optimizer."""

from ...define import Case, Exercise, T, Wrong

SETUP = """
def stepped(times=1, start=(1.0, 2.0), **options):
    w = mt.tensor(list(start), requires_grad=True)
    optimizer = mt.optim.SGD([w], **({"lr": 0.1} | options))
    for _ in range(times):
        optimizer.zero_grad()
        (w * w).sum().backward()
        with mt.no_grad():
            for group in optimizer.param_groups:
                for p in group["params"]:
                    _change(optimizer, p, p.grad, group)
    return optimizer, w
"""

exercise = Exercise(
    "sgd_step",
    title="The step of an optimizer",
    difficulty=4,
    minutes=14,
    target="minitorch.optim.sgd:SGD._change",
    setup="from minitorch.optim.sgd import as_number\n" + SETUP,
    stub='''
        def _change(self, p, grad, group):
            """Change one parameter in place, by the options in `group`:

            maximize      the gradient counts the other way round
            weight_decay  times p is added to the gradient
            momentum      not 0: v = momentum * v + (1 - dampening) * gradient takes the gradient's place; before the first step
                          v is a copy of the gradient. v is kept in self.state[p]["momentum_buffer"]
            nesterov      gradient + momentum * v takes its place instead
            lr            p goes down by lr times the outcome; as_number(lr) makes a number of a tensor

            The gradient itself stays as it is. It runs under no_grad(), unless one wants to differentiate through it.
            """
            ...
    ''',
    solution='''
        def _change(self, p, grad, group):
            """Change one parameter in place, by the options in `group`:

            maximize      the gradient counts the other way round
            weight_decay  times p is added to the gradient
            momentum      not 0: v = momentum * v + (1 - dampening) * gradient takes the gradient's place; before the first step
                          v is a copy of the gradient. v is kept in self.state[p]["momentum_buffer"]
            nesterov      gradient + momentum * v takes its place instead
            lr            p goes down by lr times the outcome; as_number(lr) makes a number of a tensor

            The gradient itself stays as it is. It runs under no_grad(), unless one wants to differentiate through it.
            """
            if group["maximize"]:
                grad = -grad
            if group["weight_decay"] != 0:
                grad = grad + group["weight_decay"] * p
            momentum = group["momentum"]
            if momentum != 0:
                state = self.state[p]
                if state.get("momentum_buffer") is None:
                    state["momentum_buffer"] = grad.detach().clone()
                else:
                    state["momentum_buffer"].mul_(momentum).add_(grad, alpha=1 - group["dampening"])
                v = state["momentum_buffer"]
                grad = grad + momentum * v if group["nesterov"] else v
            p.sub_(grad * as_number(group["lr"]))
    ''',
    why="In place, because the module and the optimizer hold the same object. v is a copy at first, for the gradient's own memory is "
    "zeroed, or filled, by the next step.",
    facts=[
        Case("stepped()[1].detach()", T([0.8, 1.6])),
        Case("stepped(2)[1].detach()", T([0.64, 1.28])),
        Case("stepped(2, momentum=0.5)[1].detach()", T([0.54, 1.08])),
        Case("stepped(3, momentum=0.9)[1].detach()", T([0.062, 0.124])),
        Case("stepped(2, momentum=0.5, dampening=0.5)[1].detach()", T([0.62, 1.24])),
        Case("stepped(2, momentum=0.5, nesterov=True)[1].detach()", T([0.44, 0.88])),
        Case("stepped(1, weight_decay=0.5)[1].detach()", T([0.75, 1.5])),
        Case("stepped(1, maximize=True)[1].detach()", T([1.2, 2.4])),
        Case("stepped(1, maximize=True, weight_decay=0.5)[1].detach()", T([1.15, 2.3])),
        Case(
            "o, w = stepped(2, momentum=0.5)\n[round(v, 4) for v in o.state[w]['momentum_buffer'].tolist()]", [2.6, 5.2]
        ),
        Case("o, w = stepped()\n('momentum_buffer' in o.state[w], w.grad.tolist())", (False, [2.0, 4.0])),
        Case(
            "o, w = stepped(1, momentum=0.9)\n(w.grad.tolist(), o.state[w]['momentum_buffer'] is w.grad)",
            ([2.0, 4.0], False),
        ),
        Case("o, w = stepped(1, momentum=0.9, weight_decay=0.1)\n(w.is_leaf, w.requires_grad)", (True, True)),
        Case("stepped(1, lr=mt.tensor([0.1]))[1].detach()", T([0.8, 1.6])),
    ],
    wrong=[
        Wrong(
            "def _change(self, p, grad, group):\n    p = p - as_number(group['lr']) * grad",
            "You give the name p to a new tensor. The parameter that the module holds stays as it was: change it in place.",
        ),
        Wrong(
            "def _change(self, p, grad, group):\n    p.sub_(as_number(group['lr']) * grad)",
            "That is plain descent. momentum, weight_decay, maximize and nesterov are not looked at.",
        ),
        Wrong(
            """
            def _change(self, p, grad, group):
                if group["maximize"]:
                    grad = -grad
                if group["weight_decay"] != 0:
                    grad = grad + group["weight_decay"] * p
                momentum, state = group["momentum"], self.state[p]
                if momentum != 0:
                    if state.get("momentum_buffer") is None:
                        state["momentum_buffer"] = grad
                    else:
                        state["momentum_buffer"].mul_(momentum).add_(grad, alpha=1 - group["dampening"])
                    v = state["momentum_buffer"]
                    grad = grad + momentum * v if group["nesterov"] else v
                p.sub_(grad * as_number(group["lr"]))
            """,
            "v is the gradient's own tensor, which others zero and fill. Keep a copy of it.",
        ),
        Wrong(
            """
            def _change(self, p, grad, group):
                if group["maximize"]:
                    grad = -grad
                if group["weight_decay"] != 0:
                    grad = grad + group["weight_decay"] * p
                momentum, state = group["momentum"], self.state[p]
                if momentum != 0:
                    if state.get("momentum_buffer") is None:
                        state["momentum_buffer"] = grad.detach().clone() * (1 - group["dampening"])
                    else:
                        state["momentum_buffer"].mul_(momentum).add_(grad, alpha=1 - group["dampening"])
                    v = state["momentum_buffer"]
                    grad = grad + momentum * v if group["nesterov"] else v
                p.sub_(grad * as_number(group["lr"]))
            """,
            "Before the first step v is the whole gradient: dampening counts from the second step on, as in PyTorch.",
        ),
        Wrong(
            """
            def _change(self, p, grad, group):
                if group["weight_decay"] != 0:
                    grad = grad + group["weight_decay"] * p
                if group["maximize"]:
                    grad = -grad
                momentum, state = group["momentum"], self.state[p]
                if momentum != 0:
                    if state.get("momentum_buffer") is None:
                        state["momentum_buffer"] = grad.detach().clone()
                    else:
                        state["momentum_buffer"].mul_(momentum).add_(grad, alpha=1 - group["dampening"])
                    v = state["momentum_buffer"]
                    grad = grad + momentum * v if group["nesterov"] else v
                p.sub_(grad * as_number(group["lr"]))
            """,
            "weight_decay draws towards 0 whichever way the step goes: turn the gradient round first, then add it.",
        ),
        Wrong(
            """
            def _change(self, p, grad, group):
                if group["maximize"]:
                    grad = -grad
                if group["weight_decay"] != 0:
                    grad = grad + group["weight_decay"] * p
                momentum, state = group["momentum"], self.state[p]
                if momentum != 0:
                    if state.get("momentum_buffer") is None:
                        state["momentum_buffer"] = grad.detach().clone()
                    else:
                        state["momentum_buffer"].mul_(momentum).add_(grad, alpha=1 - momentum)
                    v = state["momentum_buffer"]
                    grad = grad + momentum * v if group["nesterov"] else v
                p.sub_(grad * as_number(group["lr"]))
            """,
            "You take only the part 1 - momentum of the gradient. That is an average; here all of it is added, less the dampening.",
        ),
        Wrong(
            """
            def _change(self, p, grad, group):
                if group["maximize"]:
                    grad = -grad
                if group["weight_decay"] != 0:
                    grad.add_(group["weight_decay"] * p)
                momentum, state = group["momentum"], self.state[p]
                if momentum != 0:
                    if state.get("momentum_buffer") is None:
                        state["momentum_buffer"] = grad.detach().clone()
                    else:
                        state["momentum_buffer"].mul_(momentum).add_(grad, alpha=1 - group["dampening"])
                    v = state["momentum_buffer"]
                    grad = v
                p.sub_(grad * as_number(group["lr"]))
            """,
            "nesterov is not looked at: with it, the step is gradient + momentum * v.",
        ),
    ],
    hints=[
        "Go through the options in the order of the text; each turns `grad` into another tensor. Only the last line changes p.",
        "self.state[p] is a dictionary of the parameter's own. Without a buffer in it, this is the first step.",
        '`state["momentum_buffer"].mul_(momentum).add_(grad, alpha=1 - group["dampening"])`; `p.sub_(grad * as_number(group["lr"]))`.',
    ],
)
