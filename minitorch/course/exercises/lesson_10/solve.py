"""Solve: A Function around NumPy's solver (difficulty 4, 10 minutes)

The solver may find x in any way: the gradient needs only the equation. So layers that an equation defines can be trained.

1. `forward` computes with A.detach().numpy(), and saves what backward needs. How does g . dx depend on db alone?
2. The gradient of b is u, which Solve.apply finds. g . dx = u . db - u . (dA x). Which factor does dA[i, j] have there?
3. `A, x = ctx.saved_tensors`, `u = Solve.apply(A.T, grad)`. The gradient of A has -u[i] * x[j] in row i and column j.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    forbids={"mt.linalg": "Use np.linalg.solve in forward. In backward, Solve.apply solves a system, too."},
    solution="""
        class Solve(mt.autograd.Function):
            @staticmethod
            def forward(ctx, A, b):
                x = mt.from_numpy(np.linalg.solve(A.detach().numpy(), b.detach().numpy()))
                ctx.save_for_backward(A, x)
                return x
            @staticmethod
            def backward(ctx, grad):
                A, x = ctx.saved_tensors
                u = Solve.apply(A.T, grad)
                return -u.reshape(-1, 1) * x, u
    """,
    setup="""
        def noticed(change):
            A, b = mt.tensor([[2.0, 1.0], [0.0, 4.0]]).requires_grad_(), mt.tensor([4.0, 8.0]).requires_grad_()
            y = Solve.apply(*(given := (A * 1, b * 1)))
            (*given, y)[change].mul_(2)
            try:
                (y * mt.tensor([1.0, 10.0])).sum().backward()
            except RuntimeError:
                return True
            return (A.grad[1] / (1 + change // 2)).tolist() == [-2.375, -4.75]
    """,
    given="""
        A = mt.tensor([[2.0, 1.0], [0.0, 4.0]], dtype=mt.float64, requires_grad=True)
        b, g = mt.tensor([4.0, 8.0], dtype=mt.float64, requires_grad=True), mt.tensor([1.0, 10.0], dtype=mt.float64)
    """,
    facts="""
        if "Can't call numpy()": NumPy records nothing. In `backward`, compute with tensors and with Solve.apply, so that it can be differentiated.
        if "number of gradients": `backward` returns two gradients: one for A and one for b.
        if "invalid gradient": First return the gradient of A, with the shape of A, and then the gradient of b, with the shape of b. (A product `u * x` of two vectors is a vector.)
        >>> x = Solve.apply(A, b)
        >>> x.tolist(), x.requires_grad, Solve.apply(mt.eye(2), mt.ones(2)).dtype
        ([1.0, 2.0], True, mt.float32)
        if "ndarray": The result of np.linalg.solve is NumPy's array. Make it a tensor with mt.from_numpy, before you save and return it.
        else: `forward` returns the x with A @ x = b, as a tensor. A NumPy array becomes one with mt.from_numpy.
        >>> mt.autograd.grad((Solve.apply(A, b) * g).sum(), b)[0].tolist()
        [0.5, 2.375]
        if [-0.75, 2.5]: For the gradient of b, solve a system with A.T, not with A.
        else: The gradient of b is u, the solution of A.T @ u = grad.
        >>> mt.autograd.grad((Solve.apply(A, b) * g).sum(), A)[0].tolist()
        [[-0.5, -1.0], [-2.375, -4.75]]
        if [[0.5, 1.0], [2.375, 4.75]]: The sign is wrong: dx contains minus dA x.
        if [[-0.5, -2.375], [-1.0, -4.75]]: This is the transpose. In equation i, A[i, j] is multiplied by x[j].
        else: In u . (dA x), the entry dA[i, j] is multiplied by u[i] * x[j]. So the gradient of A holds -u[i] * x[j].
        >>> (slope,) = mt.autograd.grad((Solve.apply(A, b) * g).sum(), A, create_graph=True)
        >>> slope.requires_grad and [one.tolist() for one in mt.autograd.grad(slope[0, 0], (A, b))]
        [[[0.5, 0.5], [1.125, -0.125]], [-0.25, 0.0625]]
        else: Here `backward` itself is differentiated, and a part of it has no graph. Save A and the same tensor x that you return, and use Solve.apply instead of NumPy.
        >>> noticed(0), noticed(1), noticed(2)
        (True, True, True)
        else: A tensor was changed in place between forward and backward, and the gradient is wrong without an error. Use ctx.save_for_backward.
    """,
)
