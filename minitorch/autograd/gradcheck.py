"""gradcheck, gradgradcheck: compare a formula with the slope that small steps measure (shelf)."""

import sys
import types
import warnings

import numpy as np

from .._tensor import Tensor, wrap
from ..backend import array_module
from ..dtypes import complex128, float64
from ..ops.join.stack import stack
from .grad import grad
from .jacobians import analytical_jacobian, numerical_jacobian


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


# PyTorch's other arguments: which elements and which modes to compare
OTHERS = """check_sparse_nnz check_undefined_grad check_grad_dtypes check_batched_grad check_batched_forward_grad nondet_tol
check_forward_ad check_backward_ad check_fwd_over_rev check_rev_over_rev fast_mode masked gen_non_contig_grad_outputs""".split()


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, **options):
    """Whether the gradients of `func` at `inputs` agree with finite differences. True, or GradcheckError.

    inputs  a tensor or a tuple; those that require gradients are checked, and should be float64
    eps     how far each element is moved        atol, rtol  how close is close enough
    raise_exception=False  return False instead of raising
    options  PyTorch's other arguments, taken and not used: every element is compared, in a backward pass of its own

    >>> import minitorch as mt
    >>> x = mt.tensor([0.5, 1.0], dtype=mt.float64, requires_grad=True)
    >>> mt.autograd.gradcheck(lambda x: x.exp(), x)
    True

    Errors: ValueError if no input requires a gradient. Source: PyTorch, torch.autograd.gradcheck.
    """
    if wrong := [name for name in options if name not in OTHERS]:
        raise TypeError(f"gradcheck() got an unexpected keyword argument '{wrong[0]}'")
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    places = [i for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad]
    check_inputs(inputs, places)
    func, inputs = in_pairs(func, inputs)
    try:
        for place in places:
            x = wrap(inputs[place]._array.copy()).requires_grad_()  # measuring moves its elements
            compare(func, (*inputs[:place], x, *inputs[place + 1 :]), place, eps, atol, rtol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def compare(function, inputs, place, eps, atol, rtol):
    """Compare the two Jacobians for one input; GradcheckError if they differ."""
    for number in range(len(results_of(function, inputs)) if inputs[place].numel() else 0):

        def one(*args, number=number):
            return results_of(function, args)[number]

        measured = numerical_jacobian(one, inputs, place, eps)
        computed = analytical_jacobian(one, inputs, place)
        if not np.allclose(computed, measured, rtol=rtol, atol=atol, equal_nan=True):
            raise mismatch(number, place, measured, computed)


def results_of(function, inputs):
    """The floating results of a function, as a list; complex ones as pairs of real numbers."""
    out = function(*inputs)
    outs = [x for x in (out if isinstance(out, (tuple, list)) else (out,)) if isinstance(x, Tensor)]
    return [
        stack((x.real, x.imag), -1) if x.is_complex() else x for x in outs if x.is_complex() or x.is_floating_point()
    ]


def mismatch(number, place, measured, computed):
    """The error for two Jacobians that differ: both of them, and the place where they differ most."""
    i, j = np.unravel_index(np.nanargmax(np.abs(computed - measured)), computed.shape)
    return GradcheckError(
        f"Jacobian mismatch for output {number} with respect to input {place},\n"
        f"numerical:{wrap(measured)}\nanalytical:{wrap(computed)}\n"
        f"Worst at output element {i}, input element {j}: small steps measure {measured[i, j]:.6g}, the formula says "
        f"{computed[i, j]:.6g}."
    )


def check_inputs(inputs, places):
    """Raise for inputs that cannot be checked, warn of those that will likely fail."""
    if not places:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True."
        )
    for i in places:
        if 0 in inputs[i]._array.strides and inputs[i]._array.size > 1:
            raise RuntimeError(f"The {i}th input has a dimension with stride 0: call .contiguous() on it first")
        if inputs[i].dtype not in (float64, complex128):
            warnings.warn(
                f"Input #{i} requires gradient and is not a double precision floating point or complex. This check will "
                "likely fail if all the inputs are not of double precision floating point or complex. ",
                stacklevel=3,
            )


# --- second derivatives ----------------------------------------------------------------------------------------------


def gradgradcheck(func, inputs, grad_outputs=None, **options):
    """gradcheck for the gradients of `func`: are its second derivatives right?

    grad_outputs  the gradients to start from; drawn at random, between -1 and 1, if not given
    The other arguments are those of gradcheck.

    >>> import minitorch as mt
    >>> x = mt.tensor([0.5, 1.0], dtype=mt.float64, requires_grad=True)
    >>> mt.autograd.gradgradcheck(lambda x: x.exp(), x)
    True

    Errors: as gradcheck. Source: PyTorch, torch.autograd.gradgradcheck.
    """
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    outs = results_of(func, inputs)
    if grad_outputs is None:
        drawn = [wrap(array_module(x._array).empty(x.shape, x._array.dtype)).uniform_(-1, 1) for x in outs]
        grad_outputs = [g.requires_grad_() for g in drawn]
    grad_outputs = (grad_outputs,) if isinstance(grad_outputs, Tensor) else tuple(grad_outputs)
    wanted = [i for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad]

    def slopes(*args):
        args = [x.requires_grad_() if i in wanted or i >= len(inputs) else x for i, x in enumerate(args)]
        args, starts = args[: len(inputs)], args[len(inputs) :]
        pairs = [(out, g) for out, g in zip(results_of(func, args), starts, strict=True) if out.requires_grad]
        results, starts = zip(*pairs, strict=True) if pairs else ((), ())
        found = grad(results, [args[i] for i in wanted], starts, create_graph=True, allow_unused=True)
        return tuple([g for g in found if g is not None and g.requires_grad])

    return gradcheck(slopes, (*inputs, *grad_outputs), **options)


class _File(types.ModuleType):
    """`autograd.gradcheck` is this file as well as the function in it, as in PyTorch."""

    def __call__(self, *args, **named):
        return gradcheck(*args, **named)


sys.modules[__name__].__class__ = _File
