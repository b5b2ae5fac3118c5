"""further_checks: gradgradcheck: gradcheck for the gradients of a function, that is, for its second derivatives (shelf)."""

from .._tensor import Tensor, wrap
from ..backend import array_module
from .grad import grad
from .gradcheck import gradcheck, results_of


def gradgradcheck(func, inputs, grad_outputs=None, *, gen_non_contig_grad_outputs=False, check_fwd_over_rev=False, **options):
    """gradcheck for the gradients of `func`: are its second derivatives right?

    grad_outputs  the gradients to start from; drawn at random, between -1 and 1, if not given
    gen_non_contig_grad_outputs  draw them not contiguous
    The other arguments are those of gradcheck.

    >>> import minitorch as mt
    >>> x = mt.tensor([0.5, 1.0], dtype=mt.float64, requires_grad=True)
    >>> mt.autograd.gradgradcheck(lambda x: x.exp(), x)
    True

    Errors: as gradcheck; NotImplementedError for check_fwd_over_rev. Source: PyTorch, torch.autograd.gradgradcheck.
    """
    if check_fwd_over_rev or not options.pop("check_rev_over_rev", True):
        raise NotImplementedError("gradgradcheck goes backward twice: leave out check_fwd_over_rev and check_rev_over_rev")
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
        pairs = [(out, g) for out, g in zip(results_of(func, args), starts, strict=True) if out.requires_grad]
        results, starts = zip(*pairs, strict=True) if pairs else ((), ())
        found = grad(results, [args[i] for i in wanted], starts, create_graph=True, allow_unused=True)
        return tuple([g for g in found if g is not None and g.requires_grad])

    return gradcheck(slopes, (*inputs, *grad_outputs), **options)
