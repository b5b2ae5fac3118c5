"""The step of an optimizer."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops
from ..lesson_19.words import asked

SETUP = """
from minitorch import enable_grad, set_grad_enabled
from minitorch.optim.sgd import as_number, times


def stepped(times=1, start=(1.0, 2.0), **options):
    w = mt.tensor(list(start), requires_grad=True)
    optimizer = mt.optim.SGD([w], **({"lr": 0.1} | options))
    for _ in range(times):
        optimizer.zero_grad()
        (w * w).sum().backward()
        optimizer.step()
    return optimizer, w
"""

STUB = '''
def _change(self, p, grad, group):
    """Change one parameter in place, by the options in `group`:

    maximize      the gradient counts the other way round
    weight_decay  p times this is added to the gradient; times(weight_decay, p) takes a copy of p where a graph needs it
    momentum      not 0: v = momentum * v + (1 - dampening) * gradient takes the gradient's place; before the first step
                  v is a copy of the gradient. v is kept in self.state[p]["momentum_buffer"]
    nesterov      gradient + momentum * v takes its place instead
    lr            p goes down by lr times the outcome; as_number(lr) makes a number of a tensor

    The gradient itself stays as it is.
    """
    ...


def step(self, closure=None):
    """Call self._change(p, p.grad, group) for each parameter of each group that has a gradient, without recording.

    Recording is on only if self.defaults["differentiable"]: set_grad_enabled(...). A closure is called first, with
    enable_grad(), and what it returns is returned; without one, None.
    """
    ...
'''

SOLUTION = '''
def _change(self, p, grad, group):
    """Change one parameter in place, by the options in `group`."""
    if group["maximize"]:
        grad = -grad
    if group["weight_decay"] != 0:
        grad = grad + times(group["weight_decay"], p)
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


def step(self, closure=None):
    """Call self._change(p, p.grad, group) for each parameter of each group that has a gradient, without recording."""
    with set_grad_enabled(self.defaults["differentiable"]):
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    self._change(p, p.grad, group)
    return loss
'''

exercise = Exercise(
    "sgd_step",
    title="The step of an optimizer",
    difficulty=4,
    minutes=11,
    target="minitorch.optim.sgd:SGD.step",
    covers={"_change": "minitorch.optim.sgd:SGD._change"},
    installed=True,
    setup=SETUP,
    stub=STUB,
    solution=SOLUTION,
    why="In place, because the module and the optimizer hold the same object. v is a copy at first, for the "
    "gradient's own memory is "
    "zeroed, or filled, by the next step.",
    facts=[
        Case("stepped()[1].detach()", T([0.8, 1.6])),
        Case("stepped(2)[1].detach()", T([0.64, 1.28])),
        Case("o, w = stepped()\n(w.is_leaf, w.requires_grad, o.param_groups[0]['params'][0] is w)", (True, True, True)),
        Case(
            "w, u = mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True)\n"
            "o = mt.optim.SGD([{'params': w}, {'params': u, 'lr': 0.25}], lr=0.5)\n(w + u).sum().backward()\no.step()\n"
            "(w.item(), u.item())",
            (0.5, 0.75),
        ),
        Case(
            "w = mt.tensor([1.0], requires_grad=True)\nw.grad, memory = mt.ones(1), w.data_ptr()\n"
            "mt.optim.SGD([w], lr=0.5).step()\n"
            "(w.item(), w.data_ptr() == memory)",
            (0.5, True),
        ),
        Case("stepped(2, momentum=0.5)[1].detach()", T([0.54, 1.08])),
        Case("stepped(3, momentum=0.9)[1].detach()", T([0.062, 0.124])),
        Case("stepped(2, momentum=0.5, dampening=0.5)[1].detach()", T([0.62, 1.24])),
        Case("stepped(2, momentum=0.5, nesterov=True)[1].detach()", T([0.44, 0.88])),
        Case("stepped(1, weight_decay=0.5)[1].detach()", T([0.75, 1.5])),
        Case("stepped(1, maximize=True)[1].detach()", T([1.2, 2.4])),
        Case("stepped(1, maximize=True, weight_decay=0.5)[1].detach()", T([1.15, 2.3])),
        Case("stepped(2, momentum=0.5, weight_decay=0.5)[1].detach()", T([0.4375, 0.875])),
        Case(
            "o, w = stepped(2, momentum=0.5)\n[round(v, 4) for v in o.state[w]['momentum_buffer'].tolist()]", [2.6, 5.2]
        ),
        Case(
            "w, u = mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True)\no = mt.optim.SGD([w, u], "
            "lr=1.0, momentum=0.5)\n"
            "(w * 3).sum().backward()\nout = o.step()\n(w.item(), u.item(), out, len(o.state))",
            (-2.0, 1.0, None, 1),
        ),
        Case("o, w = stepped()\n(w.grad.tolist(), w.grad.requires_grad)", ([2.0, 4.0], False)),
        Case(
            "o, w = stepped(1, momentum=0.9, weight_decay=0.1)\n(w.grad.tolist(), o.state[w]['momentum_buffer'] is w.grad)",
            ([2.0, 4.0], False),
        ),
        Case(
            "o, w = stepped(1, momentum=0.9)\nheld = w.grad\no.zero_grad(set_to_none=False)\n"
            "o.state[w]['momentum_buffer'].tolist()",
            [2.0, 4.0],
        ),
        Case(
            "o, w = stepped(2, momentum=0.9, weight_decay=0.1)\nb = o.state[w]['momentum_buffer']\n(b.requires_grad, b.is_leaf)",
            (False, True),
        ),
        Case("stepped(1, lr=mt.tensor([0.25]))[1].detach()", T([0.5, 1.0])),
        Case(
            "w = mt.tensor([1.0], requires_grad=True)\no = mt.optim.SGD([w], lr=0.1)\n"
            "def closure():\n    loss = (w * w).sum()\n    loss.backward()\n    return loss\n"
            "loss = o.step(closure)\n(loss.item(), round(w.item(), 4))",
            (1.0, 0.8),
        ),
        Case(
            "start = mt.tensor([1.0, 2.0], requires_grad=True)\np = start.clone()\n"
            "o = mt.optim.SGD([p], lr=0.5, differentiable=True)\np.grad = start * 3\no.step()\np.sum().backward()\n"
            "start.grad.tolist()",
            [-0.5, -0.5],
        ),
        Case(
            "with mt.no_grad():\n    w = mt.tensor([1.0], requires_grad=True)\n    w.grad = mt.ones(1)\n"
            "    mt.optim.SGD([w], lr=0.5).step()\n    off = mt.is_grad_enabled()\n(off, mt.is_grad_enabled(), w.item())",
            (False, True, 0.5),
        ),
        Case(
            "w = mt.tensor([1.0], requires_grad=True)\no = mt.optim.SGD([w], lr=0.1)\n"
            "def closure():\n    loss = (w * w).sum()\n    loss.backward()\n    return loss\n"
            "with mt.no_grad():\n    loss = o.step(closure)\nround(w.item(), 2)",
            0.8,
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ('p.sub_(grad * as_number(group["lr"]))', 'p = p - grad * as_number(group["lr"])')),
            "Nothing has changed. `p = p - ...` gives the name p to a new tensor, and the parameter that the module "
            "holds stays as it was: change it in place.",
        ),
        Wrong(
            "def _change(self, p, grad, group):\n    p.sub_(as_number(group['lr']) * grad)\n\n\n"
            + SOLUTION[SOLUTION.index("def step") :],
            "That is plain descent. momentum, weight_decay, maximize and nesterov are not looked at.",
        ),
        Wrong(
            edited(SOLUTION, ("grad.detach().clone()", "grad")),
            "v is the gradient's own tensor, which others zero and fill. Keep a copy of it.",
        ),
        Wrong(
            edited(SOLUTION, ("grad.detach().clone()", 'grad.detach().clone() * (1 - group["dampening"])')),
            "Before the first step v is the whole gradient: dampening counts from the second step on, as in PyTorch.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ('    if group["maximize"]:\n        grad = -grad\n', ""),
                ("    momentum = group", '    if group["maximize"]:\n        grad = -grad\n    momentum = group'),
            ),
            "weight_decay draws towards 0 whichever way the step goes: turn the gradient round first, then add it.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    'grad = grad + times(group["weight_decay"], p)',
                    'p.sub_(as_number(group["lr"]) * times(group["weight_decay"], p))',
                ),
            ),
            "The weight decay is taken from p at once, past the momentum. (AdamW does that.) Here it is added to the gradient, so v "
            "remembers it as well.",
        ),
        Wrong(
            edited(SOLUTION, ('alpha=1 - group["dampening"]', "alpha=1 - momentum")),
            "You take only the part 1 - momentum of the gradient. That is an average; here all of it is added, "
            "less the dampening.",
        ),
        Wrong(
            edited(SOLUTION, ('grad + momentum * v if group["nesterov"] else v', "v")),
            "nesterov is not looked at: with it, the step is gradient + momentum * v.",
        ),
        Wrong(
            edited(SOLUTION, ('grad = grad + times(group["weight_decay"], p)', 'grad.add_(group["weight_decay"] * p)')),
            "You change the gradient in place. Others may still read it: make a new tensor.",
        ),
        Wrong(
            edited(
                SOLUTION, ("                if p.grad is not None:\n                    self", "                self")
            ),
            "A parameter that got no gradient has None: leave it as it is, and do not even touch its state.",
        ),
        Wrong(
            edited(SOLUTION, ('    with set_grad_enabled(self.defaults["differentiable"]):', "    if True:")),
            "The step is recorded: changing a leaf in place while recording is on is an error. set_grad_enabled(...) around it.",
        ),
        Wrong(
            edited(SOLUTION, ('set_grad_enabled(self.defaults["differentiable"])', "set_grad_enabled(False)")),
            'Whoever asked for differentiable=True wants the step recorded: set_grad_enabled(self.defaults["differentiable"]).',
        ),
        Wrong(
            edited(
                SOLUTION,
                ("            with enable_grad():\n                loss = closure()", "            loss = closure()"),
            ),
            "The closure computes a loss and goes back through it: it has to run with enable_grad().",
        ),
        Wrong(
            edited(SOLUTION, ("    return loss\n", "")),
            "step returns what the closure returned, or None.",
        ),
        Wrong(
            edited(SOLUTION, ("for group in self.param_groups:", "for group in self.param_groups[:1]:")),
            "Only the first group is stepped. Go through all of self.param_groups.",
        ),
        Wrong(
            edited(SOLUTION, ('as_number(group["lr"])', 'self.defaults["lr"]')),
            'Each group has a rate of its own: group["lr"], and not the one in self.defaults.',
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected == 0.8 and error is not None,
            "step may be called under no_grad(), and the closure has to record all the same: call it with enable_grad().",
        ),
        stops(
            "a leaf Variable that requires grad",
            "The step is recorded: set_grad_enabled(...) has to stand around the loops.",
        ),
        stops(
            "KeyError: 'momentum_buffer'",
            'v is kept in self.state[p]["momentum_buffer"]. Before the first step it is not there: '
            '`state.get("momentum_buffer")` is None.',
        ),
        Mistake(
            lambda expected, got, error: error is not None and expected == ([2.0, 4.0], False),
            "step leaves the gradients where they are. To forget them is for zero_grad.",
        ),
        asked(T([0.8, 1.6]), "Without options, p goes down by lr times its gradient, in place: 1 - 0.1 * 2 = 0.8."),
        asked(T([0.64, 1.28]), "Each step goes from where the last one has come: 0.8 - 0.1 * 1.6."),
        asked(
            (0.5, True),
            "The numbers change in the parameter's own memory, which views and others share: an "
            "operation in place on p.",
        ),
        asked(
            T([0.54, 1.08]),
            "With momentum the second step takes v = 0.5 * (the first gradient, 2) + (the second, 1.6).",
        ),
        asked(T([0.062, 0.124]), "In each step v = momentum * v + gradient, and p goes down by lr * v."),
        asked(
            T([0.62, 1.24]),
            "In the second step v = 0.5 * 2 + (1 - dampening) * 1.6; the first v is the gradient, whole.",
        ),
        asked(
            T([0.4375, 0.875]),
            "weight_decay * p is a part of the gradient before v is made: in the second step v = 0.5 * 2.5 + (1.5 + 0.5 * 0.75).",
        ),
        asked(T([0.44, 0.88]), "With nesterov, in every step, p goes down by lr * (gradient + momentum * v)."),
        asked(T([0.75, 1.5]), "weight_decay * p is added to the gradient: 2 + 0.5 * 1, and lr is 0.1."),
        asked(T([1.2, 2.4]), "With maximize the gradient counts the other way round: p goes up."),
        asked(T([1.15, 2.3]), "First the gradient is turned round, then weight_decay * p is added: -2 + 0.5 * 1."),
        asked(T([0.5, 1.0]), 'as_number(group["lr"]) makes a number of a rate that is a tensor.'),
        stops("'NoneType' object", "A parameter that got no gradient has None for it: leave it out."),
        asked((True, True, True), "The parameter is changed in its own memory, and stays the leaf that it was."),
        asked((-2.0, 1.0, None, 1), "A parameter without a gradient stays as it is, and nothing is remembered of it."),
        asked((0.5, 0.75), 'Each group has its own lr: group["lr"].'),
        asked(([2.0, 4.0], False), "The gradient itself stays as it is, and nothing is kept in its place."),
        asked(
            [2.6, 5.2],
            "After two steps v is momentum * (the first gradient) + the second, in the buffer of the parameter.",
        ),
        asked([2.0, 4.0], "v is a copy: what is done to the gradient later must not reach it."),
        asked((False, True), "v carries no history: detach the gradient before it is copied."),
        asked(
            (1.0, 0.8),
            "The closure is called once, before the parameters are changed, with recording on; its loss is returned.",
        ),
        asked(
            [-0.5, -0.5],
            'With differentiable=True the step is recorded: set_grad_enabled(self.defaults["differentiable"]).',
        ),
        asked((False, True, 0.5), "After the step, recording is on or off as it was before."),
    ],
    hints=[
        "In _change go through the options in the order of the text; each turns `grad` into another tensor. Only the "
        "last line changes p.",
        "self.state[p] is a dictionary of the parameter's own; without a buffer in it, this is the first step. step "
        "is two loops and an if.",
        '`state["momentum_buffer"].mul_(momentum).add_(grad, alpha=1 - group["dampening"])`; `p.sub_(grad * '
        'as_number(group["lr"]))`; '
        '`with set_grad_enabled(self.defaults["differentiable"]):`.',
    ],
)
