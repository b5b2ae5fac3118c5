"""det, slogdet (shelf)."""

from .. import return_types
from .._tensor import method
from ..backend import array_module
from ..ops.complex.real_imag import complex_array
from ..ops.op import op
from ..ops.view.movedim import adjoint
from ..ops.view.squeeze import unsqueeze
from .checks import check_matrix, writes
from .solve import _inv_ex


@op(derivative="LinalgDetBackward0")
def _det(A):
    return array_module(A).linalg.det(A)


def det_slope(g, A, out):
    """det(A) A**-T: not a number where det(A) is 0."""
    return unsqueeze(unsqueeze(g * out, -1), -1) * _inv_ex(A)[0].mT


@op(derivative="LinalgSlogdetBackward0")
def _slogdet(A):
    return tuple(array_module(A).linalg.slogdet(A))


def slogdet_back(g, A, out):
    """d log(det) = trace(A**-1 dA): its real part moves the logarithm, its imaginary part the sign."""
    turn, grow = g
    if complex_array(A):
        grow = grow - (turn.conj() * out[0]).imag * 1j
    return unsqueeze(unsqueeze(grow, -1), -1) * adjoint(_inv_ex(A)[0])


_det.grad(A=det_slope)
_slogdet.grad(A=slogdet_back)
return_types.named("linalg_slogdet", "sign", "logabsdet")


@writes
def det(A):
    """The determinant of every matrix: [..., n, n] -> [...].

    >>> import minitorch as mt
    >>> mt.det(mt.tensor([[2.0, 0.0], [0.0, 3.0]]))
    tensor(6.)

    Source: PyTorch, torch.linalg.det.
    """
    check_matrix("linalg.det", A)
    return _det(A)


@writes
def slogdet(A):
    """(sign, logabsdet): the determinant is sign * exp(logabsdet). Source: PyTorch, torch.linalg.slogdet."""
    check_matrix("linalg.slogdet", A)
    return return_types.linalg_slogdet(_slogdet(A))


for _function in (det, slogdet):
    method(_function)
