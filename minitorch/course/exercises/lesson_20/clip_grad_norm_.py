"""clip_grad_norm_: Gradients of a bounded length (difficulty 3, 6 minutes)

The norm of the norms is the norm of all: squares are added in any order. One factor for all keeps the direction of
the step, and only its length changes.

1. The norm of a long vector is the norm of the norms of its parts.
2. `stack` makes one tensor of the norms. The factor is a tensor of one number: clamp it to at most 1.
3. `total = norm(stack(norms), float(norm_type))`; `factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.utils.clip_grad:clip_grad_norm_",
    covers="get_total_norm clip_grads_with_norm_",
    changes=True,
    setup="""
        def with_grads(*grads):
            params = [mt.zeros(len(grad), requires_grad=True) for grad in grads]
            for p, grad in zip(params, grads):
                p.grad = mt.tensor(list(grad))
            return params
    """,
    facts="""
        >>> mt.nn.utils.get_total_norm([mt.tensor([1.0, -2.0]), mt.tensor([[3.0]])], 1.0)
        T(6.0)
        else: norm_type counts for the norms of the tensors, and not for the norm of these norms. Hand it on to both.
        >>> mt.nn.utils.get_total_norm([])
        T(0.0)
        else: The norm of nothing is tensor(0.0).
        >>> mt.nn.utils.get_total_norm(mt.tensor([6.0, 8.0]))
        T(10.0)
        else: One tensor may be given alone: listed(tensors).
        >>> w, u = with_grads([0.3], [0.4])
        >>> out = clip_grad_norm_([w, u], 2)
        >>> (round(out.item(), 4), [round(v, 4) for v in w.grad.tolist() + u.grad.tolist()])
        (0.5, [0.3, 0.4])
        else: Gradients whose norm is small enough stay as they are.
        >>> w, u = with_grads([6.0], [8.0])
        >>> held = w.grad
        >>> _ = clip_grad_norm_((p for p in (w, u)), 5.0)
        >>> (w.grad is held, [round(v, 4) for v in held.tolist() + u.grad.tolist()])
        (True, [3.0, 4.0])
        else: The parameters may come from a generator, and the gradients are changed in place.
        >>> w = mt.tensor([3.0, 4.0], requires_grad=True)
        >>> w.grad, = mt.autograd.grad((w**2).sum() / 2, w, create_graph=True)
        >>> out = clip_grad_norm_([w], 10.0)
        >>> (out.item(), out.requires_grad)
        (5.0, False)
        else: Norms are taken without recording: @no_grad().
        >>> (w,) = with_grads([float('nan'), 1.0])
        >>> clip_grad_norm_([w], 1.0, error_if_nonfinite=True)
        raises RuntimeError: is non-finite
        else: error_if_nonfinite is not looked at.
        >>> (w,) = with_grads([float('inf')])
        >>> clip_grad_norm_([w], 1.0).item()
        inf
        else: inf is only an error when error_if_nonfinite asks for it.
        >>> w, u = with_grads([3e-6], [4e-6])
        >>> _ = clip_grad_norm_([w, u], 1e-6)
        >>> [round(p.grad.item() * 1e8) for p in (w, u)]
        [50, 67]
        else: For gradients this small the 1e-6 counts: the factor is max_norm / (total_norm + 1e-6), if that is below
            1.
        >>> w = mt.zeros(2, requires_grad=True)
        >>> clip_grad_norm_([w], 1.0)
        T(0.0)
        else: The norm of nothing is tensor(0.0).
    """,
)
