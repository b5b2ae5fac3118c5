"""gradcheck: gradcheck, gradgradcheck: compare a formula with the slope that small steps measure (shelf)."""

import warnings

import numpy as np

from .._tensor import Tensor, wrap
from ..backend import array_module, to_device
from ..dtypes import complex128, float64
from ..ops.join.stack import stack
from .grad import grad
from .jacobians import analytical_jacobian, numerical_jacobian, results_of


class GradcheckError(RuntimeError):
    """What gradcheck raises when the two gradients differ."""


def in_pairs(function, inputs):
    """The same function with pairs of real numbers for its complex inputs, and those inputs."""
    complex_ones = [isinstance(x, Tensor) and x.is_complex() and x.requires_grad for x in inputs]
    if not any(complex_ones):
        return function, inputs
    pairs = [
        stack((x.real, x.imag), -1).detach().requires_grad_() if c else x
        for c, x in zip(complex_ones, inputs, strict=True)
    ]

    def of_pairs(*args):
        return function(*[x[..., 0] + x[..., 1] * 1j if c else x for c, x in zip(complex_ones, args, strict=True)])

    return of_pairs, tuple(pairs)


def gradcheck(
    func,
    inputs,
    *,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    raise_exception=True,
    nondet_tol=0.0,
    fast_mode=False,
    **others,
):
    """Whether the gradients of `func` at `inputs` agree with finite differences. True, or GradcheckError.

    inputs  a tensor or a tuple; those that require gradients are checked, and should be float64
    eps     how far each element is moved        atol, rtol  how close is close enough
    raise_exception=False  return False instead of raising
    nondet_tol  how far apart two backward passes may be
    fast_mode   move all elements at once in a random direction, where one by one would take too long
    others      PyTorch's other options; those that ask for forward mode or for vmap are an error

    >>> import minitorch as mt
    >>> x = mt.tensor([0.5, 1.0], dtype=mt.float64, requires_grad=True)
    >>> mt.autograd.gradcheck(lambda x: x.exp(), x)
    True

    Source: PyTorch, torch.autograd.gradcheck.
    """
    check_others(others)
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    places = [i for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad]
    try:
        check_inputs(inputs, places)
        func, inputs = in_pairs(func, inputs)
        for i in places:
            moved = tuple(
                [wrap(x._array.copy()).requires_grad_(x.requires_grad) if j == i else x for j, x in enumerate(inputs)]
            )
            compared = compare_in_one_direction if fast_mode else compare
            compared(func, moved, i, eps, atol, rtol, nondet_tol)
        refuse_constant(func, inputs, places)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


TAKEN = ("check_undefined_grad", "check_grad_dtypes", "masked", "check_backward_ad", "check_rev_over_rev")
NOT_HERE = ("check_batched_grad", "check_forward_ad", "check_batched_forward_grad", "check_fwd_over_rev")


def check_others(others):
    """Raise for options that PyTorch does not have, and for checks that need what this package does not have."""
    for name, value in others.items():
        if name not in TAKEN + NOT_HERE:
            raise TypeError(f"gradcheck() got an unexpected keyword argument '{name}'")
        if name in NOT_HERE and value:
            raise NotImplementedError(f"gradcheck: {name} needs forward mode or vmap; only the backward pass is checked here")


def check_inputs(inputs, places):
    """Raise for inputs that cannot be checked, warn of those that will likely fail."""
    if not places:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True."
        )
    for i in places:
        if 0 in inputs[i]._array.strides and inputs[i]._array.size > 1:
            raise RuntimeError(
                f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping "
                "to be able to compute the numerical gradients correctly. You should call .contiguous on the input "
                "before passing it to gradcheck."
            )
        if inputs[i].dtype not in (float64, complex128):
            warnings.warn(
                f"Input #{i} requires gradient and is not a double precision floating point or complex. This check will "
                "likely fail if all the inputs are not of double precision floating point or complex. ",
                stacklevel=3,
            )


def refuse_constant(func, inputs, places):
    """GradcheckError if a gradient is there although nothing came in: each must be a multiple of what comes in."""
    outs = [out for out in results_of(func, inputs) if out.requires_grad]
    if outs:
        nothing = [wrap(np.zeros_like(out._array)) for out in outs]
        found = grad(outs, [inputs[i] for i in places], nothing, allow_unused=True)
        if any(g is not None and g._array.any() for g in found):
            raise GradcheckError("backward not multiplied by grad_output")


def compare(func, inputs, place, eps, atol, rtol, nondet_tol):
    """Compare the two Jacobians for one input; GradcheckError if they differ, or if two passes differ."""
    if inputs[place]._array.size == 0:
        return  # no element to move
    numerical, analytical = numerical_jacobian(func, inputs, place, eps), analytical_jacobian(func, inputs, place)
    if numerical and not any(out.requires_grad for out in results_of(func, inputs)):
        if any(np.abs(n).max(initial=0) > atol for n in numerical):
            raise GradcheckError("Numerical gradient for function expected to be zero")
    again = analytical_jacobian(func, inputs, place)
    for number, (n, a, b) in enumerate(zip(numerical, analytical, again, strict=True)):
        if not np.allclose(a, b, rtol=0, atol=nondet_tol, equal_nan=True):
            raise GradcheckError(
                f"Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives "
                f"different values, although analytical gradient matches numerical gradient. Output {number}, input {place}."
            )
        if not np.allclose(a, n, rtol=rtol, atol=atol, equal_nan=True):
            worst = np.unravel_index(np.nanargmax(np.abs(a - n)), a.shape)
            raise GradcheckError(
                f"Jacobian mismatch for output {number} with respect to input {place},\n"
                f"numerical:{wrap(n)}\nanalytical:{wrap(a)}\n"
                f"Worst at input element {worst[0]}, output element {worst[1]}: small steps measure {n[worst]:.6g}, the "
                f"formula says {a[worst]:.6g}."
            )


def compare_in_one_direction(func, inputs, place, eps, atol, rtol, nondet_tol):
    """The same for one number per result, v @ J @ u with random u and v: two calls and one backward pass measure it."""
    if inputs[place]._array.size == 0:
        return
    x, draw = inputs[place], np.random.default_rng(0)
    u = draw.random(x._array.shape)
    u /= np.linalg.norm(u)
    moved = []
    for step in (eps, -eps):
        there = wrap((x._array + step * to_device(u, x.device)).astype(x._array.dtype)).requires_grad_()
        outs = results_of(func, (*inputs[:place], there, *inputs[place + 1 :]))
        moved.append([to_device(out._array, "cpu").copy() for out in outs])
    for number, out in enumerate(results_of(func, inputs)):
        v = draw.random(out._array.shape)
        n, slopes = float(np.sum((moved[0][number] - moved[1][number]) * v) / (2 * eps)), []
        for _ in range(2 if out.requires_grad else 0):
            start = wrap(to_device(v.astype(out._array.dtype), out.device))
            (g,) = grad(out, x, start, retain_graph=True, allow_unused=True)
            slopes.append(0.0 if g is None else float(np.sum(to_device(g._array, "cpu") * u)))
        a, again = slopes or (0.0, 0.0)
        if not np.isclose(a, again, rtol=0, atol=nondet_tol * v.sum(), equal_nan=True):
            raise GradcheckError(
                "Backward is not reentrant, i.e., running backward with same input and grad_output differs"
            )
        if not np.isclose(a, n, rtol=rtol, atol=atol * u.sum() * v.sum(), equal_nan=True):
            raise GradcheckError(
                f"Jacobian mismatch for output {number} with respect to input {place},\n"
                f"numerical:{n}\nanalytical:{a}\nMeasured in fast mode: without it, the elements where they differ are named."
            )


def gradgradcheck(
    func,
    inputs,
    grad_outputs=None,
    *,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    raise_exception=True,
    nondet_tol=0.0,
    fast_mode=False,
    gen_non_contig_grad_outputs=False,
    **others,
):
    """gradcheck for the gradients of `func`: are its second derivatives right?

    grad_outputs  the gradients to start from; drawn at random, between -1 and 1, if not given
    gen_non_contig_grad_outputs  draw them not contiguous
    The other arguments are those of gradcheck.

    Source: PyTorch, torch.autograd.gradgradcheck.
    """
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    outs = results_of(func, inputs)
    if grad_outputs is None:
        apart = 2 if gen_non_contig_grad_outputs else 1
        drawn = [wrap(array_module(x._array).empty((*x.shape, apart), x._array.dtype)).uniform_(-1, 1) for x in outs]
        grad_outputs = [g[..., 0].requires_grad_() for g in drawn]
    grad_outputs = (grad_outputs,) if isinstance(grad_outputs, Tensor) else tuple(grad_outputs)
    wanted = [i for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad]

    def slopes(*args):
        args = [x.requires_grad_() if i in wanted or i >= len(inputs) else x for i, x in enumerate(args)]
        args, starts = args[: len(inputs)], args[len(inputs) :]
        results = results_of(func, args)
        pairs = [(out, g) for out, g in zip(results, starts, strict=True) if out.requires_grad]
        found = grad(
            [o for o, _ in pairs],
            [args[i] for i in wanted],
            [g for _, g in pairs],
            create_graph=True,
            allow_unused=True,
        )
        return tuple([g for g in found if g is not None and g.requires_grad])

    options = {"eps": eps, "atol": atol, "rtol": rtol, "raise_exception": raise_exception, "nondet_tol": nondet_tol}
    options |= {"fast_mode": fast_mode, **others}
    return gradcheck(slopes, (*inputs, *grad_outputs), **options)
