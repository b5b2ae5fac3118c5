"""Gradients of a bounded length."""

from ...define import Case, Exercise, T, Wrong
from ..edited import edited
from ..fact_words import stops
from ..lesson_19.words import asked

SETUP = """
from minitorch import norm, no_grad, stack, tensor
from minitorch.nn.utils.clip_grad import check_finite, gradients, listed


def with_grads(*grads):
    params = [mt.zeros(len(grad), requires_grad=True) for grad in grads]
    for p, grad in zip(params, grads):
        p.grad = mt.tensor(list(grad))
    return params
"""

STUB = '''
@no_grad()
def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of all numbers of all tensors, as if they were one vector: a tensor of shape []; tensor(0.0) for none.

    norm(x, p) is the norm of one tensor. check_finite(total, norm_type) raises for nan and inf: call it if error_if_nonfinite.
    """
    ...


@no_grad()
def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Multiply all gradients, in place, by max_norm / (total_norm + 1e-6), if that is below 1."""
    ...


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Both, for the gradients of the parameters; returns the norm that they had.

    listed(x) is a list of one tensor or of many; gradients(parameters) a list of those that are not None.
    """
    ...
'''

SOLUTION = '''
@no_grad()
def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of all numbers of all tensors, as if they were one vector: a tensor of shape []; tensor(0.0) for none."""
    tensors = listed(tensors)
    if not tensors:
        return tensor(0.0)
    norms = [norm(one, float(norm_type)) for one in tensors]
    total = norm(stack([one.to(norms[0].device) for one in norms]), float(norm_type))
    if error_if_nonfinite:
        check_finite(total, norm_type)
    return total


@no_grad()
def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Multiply all gradients, in place, by max_norm / (total_norm + 1e-6), if that is below 1."""
    factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
    for gradient in gradients(parameters):
        gradient.mul_(factor.to(gradient.device))


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Both, for the gradients of the parameters; returns the norm that they had."""
    parameters = listed(parameters)
    total = get_total_norm(gradients(parameters), norm_type, error_if_nonfinite, foreach)
    clip_grads_with_norm_(parameters, max_norm, total, foreach)
    return total
'''

exercise = Exercise(
    "clip_grad_norm_",
    title="Gradients of a bounded length",
    difficulty=3,
    minutes=6,
    target="minitorch.nn.utils.clip_grad:clip_grad_norm_",
    covers={
        "get_total_norm": "minitorch.nn.utils.clip_grad:get_total_norm",
        "clip_grads_with_norm_": "minitorch.nn.utils.clip_grad:clip_grads_with_norm_",
    },
    installed=True,
    setup=SETUP,
    stub=STUB,
    solution=SOLUTION,
    why="The norm of the norms is the norm of all: squares are added in any order. One factor for all keeps the "
    "direction of the step, "
    "and only its length changes.",
    facts=[
        Case("u = mt.nn.utils\nu.get_total_norm([mt.tensor([3.0, 0.0]), mt.tensor([4.0])])", T(5.0)),
        Case("mt.nn.utils.get_total_norm([mt.tensor([1.0, -2.0]), mt.tensor([[3.0]])], 1.0)", T(6.0)),
        Case("mt.nn.utils.get_total_norm([mt.tensor([1.0, -2.0]), mt.tensor([-7.0])], float('inf'))", T(7.0)),
        Case("mt.nn.utils.get_total_norm([])", T(0.0)),
        Case("mt.nn.utils.get_total_norm(mt.tensor([6.0, 8.0]))", T(10.0)),
        Case(
            "w, u = with_grads([3.0, 0.0], [4.0])\nout = clip_grad_norm_([w, u], 1.0)\n"
            "(round(out.item(), 4), [round(v, 4) for v in w.grad.tolist() + u.grad.tolist()])",
            (5.0, [0.6, 0.0, 0.8]),
        ),
        Case(
            "w, u = with_grads([0.3], [0.4])\nout = clip_grad_norm_([w, u], 2)\n"
            "(round(out.item(), 4), [round(v, 4) for v in w.grad.tolist() + u.grad.tolist()])",
            (0.5, [0.3, 0.4]),
        ),
        Case(
            "w, u = with_grads([6.0], [8.0])\nheld = w.grad\n_ = clip_grad_norm_((p for p in (w, u)), 5.0)\n"
            "(w.grad is held, [round(v, 4) for v in held.tolist() + u.grad.tolist()])",
            (True, [3.0, 4.0]),
        ),
        Case(
            "w, u = with_grads([30.0], [40.0])\nu.grad = None\nout = clip_grad_norm_([w, u], 3.0)\n"
            "(out.item(), round(w.grad.item(), 4), u.grad)",
            (30.0, 3.0, None),
        ),
        Case(
            "(w,) = with_grads([9.0, 12.0])\nout = clip_grad_norm_(w, 5)\n[round(v, 4) for v in w.grad.tolist()]",
            [3.0, 4.0],
        ),
        Case("w = mt.zeros(2, requires_grad=True)\nclip_grad_norm_([w], 1.0)", T(0.0)),
        Case(
            "w = mt.tensor([3.0, 4.0], requires_grad=True)\nw.grad, = mt.autograd.grad(w.log().sum(), w, create_graph=True)\n"
            "before = w.grad.grad_fn.name()\n_ = clip_grad_norm_([w], 0.1)\nw.grad.grad_fn.name() == before",
            True,
        ),
        Case(
            "w = mt.tensor([3.0, 4.0], requires_grad=True)\nw.grad, = mt.autograd.grad((w**2).sum() / 2, w, create_graph=True)\n"
            "out = clip_grad_norm_([w], 10.0)\n(out.item(), out.requires_grad)",
            (5.0, False),
        ),
        Case(
            "w, u = with_grads([0.0], [0.0])\nout = clip_grad_norm_([w, u], 0.0)\n(out.item(), w.grad.item())",
            (0.0, 0.0),
        ),
        Case(
            "(w,) = with_grads([1.0, -2.0])\nout = clip_grad_norm_([w], 1.5, norm_type=1)\n"
            "(out.item(), [round(v, 4) for v in w.grad.tolist()])",
            (3.0, [0.5, -1.0]),
        ),
        Case(
            "(w,) = with_grads([float('nan'), 1.0])\nclip_grad_norm_([w], 1.0, error_if_nonfinite=True)",
            raises=RuntimeError,
            match="is non-finite",
        ),
        Case("(w,) = with_grads([float('inf')])\nclip_grad_norm_([w], 1.0).item()", float("inf")),
        Case(
            "w, u = with_grads([3e-6], [4e-6])\n_ = clip_grad_norm_([w, u], 1e-6)\n[round(p.grad.item() * 1e8) for p in (w, u)]",
            [50, 67],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, (".clamp(max=1.0)", "")),
            "Short gradients are made longer. The factor is at most 1.",
        ),
        Wrong(
            edited(SOLUTION, (" + 1e-6", "")),
            "Where all gradients are 0 you divide by 0. 1e-6 is added to the norm first.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    (
                        "norms = [norm(one, float(norm_type)) for one in tensors]\n"
                        "    total = norm(stack([one.to(norms[0].device) for one in norms]), float(norm_type))"
                    ),
                    "total = stack([norm(one, float(norm_type)) for one in tensors]).sum()",
                ),
                ("factor.to(gradient.device))", "factor)"),
            ),
            "You add the norms. As if they were one vector means the norm of the norms: for 3 and 4 that is 5.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    (
                        "norms = [norm(one, float(norm_type)) for one in tensors]\n"
                        "    total = norm(stack([one.to(norms[0].device) for one in norms]), float(norm_type))"
                    ),
                    "total = norm(stack([norm(one, float(norm_type)) for one in tensors]), float(norm_type))",
                ),
                ("\n    factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)", ""),
                ("factor.to(gradient.device", "(float(max_norm) / (norm(gradient) + 1e-6)).clamp(max=1.0"),
            ),
            "You shorten each gradient by its own norm. The step would change its direction: one factor, of the "
            "total norm, for all.",
        ),
        Wrong(
            edited(SOLUTION, ("    parameters = listed(parameters)\n", "")),
            "A generator of parameters is used up by the first walk, so nothing is left to clip. Make a list first: "
            "listed(parameters).",
        ),
        Wrong(
            edited(SOLUTION, ("    if error_if_nonfinite:\n        check_finite(total, norm_type)\n", "")),
            "error_if_nonfinite is not looked at.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    if error_if_nonfinite:\n        check_finite(total, norm_type)\n",
                    "    check_finite(total, norm_type)\n",
                ),
            ),
            "inf and nan are only errors when error_if_nonfinite asks for it.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "    clip_grads_with_norm_(parameters, max_norm, total, foreach)\n    return total",
                    "    clip_grads_with_norm_(parameters, max_norm, total, foreach)\n    return "
                    "get_total_norm(gradients(parameters), norm_type)",
                ),
            ),
            "You return the norm after clipping. What is asked for is the norm that the gradients had: it tells "
            "how hard was clipped.",
        ),
        Wrong(
            edited(
                SOLUTION, ("        gradient.mul_(factor.to(gradient.device))", "        gradient = gradient * factor")
            ),
            "The gradients stay as they were. They are multiplied in place, with mul_; a new tensor under the same "
            "name reaches nobody.",
        ),
        Wrong(
            edited(SOLUTION, ("    if not tensors:\n        return tensor(0.0)\n", "")),
            "Where no parameter has a gradient there is nothing to stack: the norm is tensor(0.0).",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("norms]), float(norm_type))", "norms]))"),
            ),
            "norm_type counts for the norms of the tensors, and not for the norm of these norms. Hand it on to both.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "get_total_norm(gradients(parameters), norm_type, error_if_nonfinite, foreach)",
                    "get_total_norm(parameters, norm_type, error_if_nonfinite, foreach)",
                ),
            ),
            "You measure the parameters themselves. Clipped are their gradients: gradients(parameters).",
        ),
        Wrong(
            edited(SOLUTION, ("@no_grad()\ndef get", "def get")),
            "The norm is recorded where the gradients have a history: get_total_norm should run under no_grad().",
        ),
    ],
    mistakes=[
        asked(
            [50, 67],
            "For gradients this small the 1e-6 counts: the factor is max_norm / (total_norm + 1e-6), if that is below 1.",
        ),
        asked(True, "Clipping is not recorded: @no_grad() stands above clip_grads_with_norm_, too."),
        stops(
            "expects each tensor to be equal size",
            "Gradients differ in shape, so they cannot be stacked. Their norms can, which are one number each: the norm of the norms.",
        ),
        asked(T(5.0), "The norm of all numbers of all tensors: for 3 and 4 that is 5."),
        asked(
            T(6.0),
            "norm_type says which norm, for each tensor and for their norms: with 1, the sum of the absolute values.",
        ),
        asked(T(7.0), "With norm_type inf it is the largest absolute value of all."),
        asked(T(10.0), "One tensor may be given alone: listed(tensors)."),
        stops(
            "stack expects a non-empty",
            "Where no parameter has a gradient there is nothing to stack: the norm is tensor(0.0).",
        ),
        stops(
            "list index out of range", "Where no parameter has a gradient the list is empty: the norm is tensor(0.0)."
        ),
        asked(
            (5.0, [0.6, 0.0, 0.8]),
            "The norm that they had is 5 and may be 1: each number is multiplied by 1 / 5, in place; and 5 is returned.",
        ),
        asked((0.5, [0.3, 0.4]), "Gradients whose norm is small enough stay as they are."),
        asked((True, [3.0, 4.0]), "The parameters may come from a generator, and the gradients are changed in place."),
        asked((30.0, 3.0, None), "A parameter without a gradient is left out."),
        asked([3.0, 4.0], "One parameter may be given alone: listed(parameters)."),
        asked((5.0, False), "Norms are taken without recording: @no_grad()."),
        asked((0.0, 0.0), "Gradients of 0 stay 0: 1e-6 is added before dividing."),
        asked((3.0, [0.5, -1.0]), "norm_type says which norm: with 1, the sum of the absolute values."),
        asked(float("inf"), "inf is only an error when error_if_nonfinite asks for it."),
        asked(T(0.0), "The norm of nothing is tensor(0.0)."),
    ],
    hints=[
        "The norm of a long vector is the norm of the norms of its parts.",
        "`stack` makes one tensor of the norms. The factor is a tensor of one number: clamp it to at most 1.",
        "`total = norm(stack(norms), float(norm_type))`; `factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)`.",
    ],
)
