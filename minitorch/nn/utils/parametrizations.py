"""parametrizations: orthogonal, weight_norm, spectral_norm as parametrizations of a weight (shelf)."""

from ... import dtypes
from ..._tensor import Tensor
from ...creation.linspace import eye
from ...creation.zeros import zeros_like
from ...graph.grad_mode import no_grad
from ...linalg.householder_product import geqrf, householder_product
from ...linalg.matrix_power import matrix_exp
from ...linalg.solve import linalg_solve
from ...ops.comparison.isclose import allclose
from ...ops.join.cat import cat
from ...ops.matmul.matmul import mv
from ...ops.matmul.products import vdot
from ...random.sampling import randn
from ..module.mode import Module
from .parametrize import register_parametrization
from .spectral_norm import as_matrix, check_iterations, unit, usual_dim
from .weight_norm import _weight_norm, norm_except_dim

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]

# --- orthogonal ---------------------------------------------------------------------------------------------------------


class _Orthogonal(Module):
    """A matrix [..., n, k] whose columns, or rows where these are fewer, are perpendicular and of length 1.

    base  with use_trivialization, the value that was assigned last: what is trained is the way from there
    """

    def __init__(self, weight, orthogonal_map, use_trivialization):
        super().__init__()
        self.shape, self.orthogonal_map = weight.shape, orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, X):
        """The orthogonal matrix that belongs to X."""
        wide = X.shape[-2] < X.shape[-1]
        X = X.mT if wide else X
        Q = self._by_mirrors(X) if self.orthogonal_map == "householder" else self._by_rotation(X)
        Q = self.base @ Q if hasattr(self, "base") else Q
        return Q.mT if wide else Q

    def _by_mirrors(self, X):
        """The columns below the diagonal are mirrors, the signs on it those of the columns of Q."""
        A = X.tril(-1)
        Q = householder_product(A, 2.0 / (1.0 + (A * A).sum(-2)))
        return Q * X.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)

    def _by_rotation(self, X):
        """A = X - X.mH is skew, so exp(A) is orthogonal, and (I - A/2)^-1 (I + A/2) is (Cayley)."""
        n, k = X.shape[-2:]
        X = X.tril()
        if n != k:
            X = cat([X, X.new_zeros(n, n - k).expand(*X.shape[:-2], -1, -1)], dim=-1)
        A = X - X.mH
        if self.orthogonal_map == "matrix_exp":
            return matrix_exp(A)[..., :k]
        one = eye(n, dtype=A.dtype, device=A.device)
        return linalg_solve(one - 0.5 * A, one + 0.5 * A)[..., :k]

    @no_grad()
    def right_inverse(self, Q):
        """An X that gives Q; with a base, Q, made square and orthogonal, itself becomes the base."""
        if Q.shape != self.shape:
            raise ValueError(
                f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of shape {Q.shape}."
            )
        wide = Q.shape[-2] < Q.shape[-1]
        tall = Q.mT if wide else Q
        if hasattr(self, "base"):
            self.base = square_from(tall)
            X = zeros_like(Q)
            X.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
            return X
        if self.orthogonal_map != "householder":
            raise NotImplementedError(f"with use_trivialization=False, {self.orthogonal_map} cannot be assigned to")
        A, tau = geqrf(tall)
        signs = A.diagonal(dim1=-2, dim2=-1)
        signs.sign_()
        signs[tau == 0.0] *= -1  # where LAPACK found no need for a mirror, it left the sign alone
        return A.mT if wide else A


def square_from(Q):
    """An orthogonal [n, n] whose first columns are those of Q [n, k], made orthogonal if they are not."""
    n, k = Q.shape[-2:]
    one = eye(k, dtype=Q.dtype, device=Q.device)
    if n == k and allclose(Q.mH @ Q, one, atol=10.0 * n * dtypes.finfo(Q.dtype).eps):
        return Q.clone()
    more = randn(*Q.shape[:-2], n, n - k, dtype=Q.dtype, device=Q.device)
    X, tau = geqrf(cat([Q, more], dim=-1))
    return householder_product(X, tau) * X.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    """Keep a weight orthogonal while it is trained. Returns the module.

    orthogonal_map      "matrix_exp", "cayley" or "householder"; None: the first for square or complex weights, else the last
    use_trivialization  train the way from the value that was assigned last

    >>> import minitorch as mt
    >>> layer = mt.nn.utils.parametrizations.orthogonal(mt.nn.Linear(3, 2))
    >>> mt.round(layer.weight @ layer.weight.T, decimals=4).abs().tolist()
    [[1.0, 0.0], [0.0, 1.0]]

    Errors: ValueError for what is no matrix, and another map.
    Source: Lezcano-Casado, "Trivializations for gradient-based optimization on manifolds", 2019; PyTorch,
    torch.nn.utils.parametrizations.orthogonal.
    """
    weight = weight_of(module, name)
    if weight.ndim < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions.")
    if orthogonal_map is None:
        square = weight.shape[-2] == weight.shape[-1]
        orthogonal_map = "matrix_exp" if square or weight.is_complex() else "householder"
    if orthogonal_map not in ("matrix_exp", "cayley", "householder"):
        raise ValueError(
            f'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: {orthogonal_map}'
        )
    kept = _Orthogonal(weight, orthogonal_map, use_trivialization)
    register_parametrization(module, name, kept, unsafe=True)  # which spares checks that must hold
    return module


def weight_of(module, name):
    """A module's parameter or buffer, or an error that names both."""
    weight = getattr(module, name, None)
    if not isinstance(weight, Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    return weight


# --- a length times a direction -----------------------------------------------------------------------------------------


class _WeightNorm(Module):
    """original0 is the lengths, original1 the directions."""

    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return _weight_norm(weight_v, weight_g, self.dim)

    def right_inverse(self, weight):
        """(lengths, directions); the directions need not be of length 1."""
        return norm_except_dim(weight, 2, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    """Train a weight's lengths and its directions apart. Returns the module.

    dim  the dimension that has a length for each of its slices; None: one length for the whole weight

    It loads states of nn.utils.weight_norm. Source: Salimans and Kingma, 2016; PyTorch,
    torch.nn.utils.parametrizations.weight_norm.
    """
    register_parametrization(module, name, _WeightNorm(dim), unsafe=True)

    def rename(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        old = [f"{prefix}{name}_{which}" for which in "gv"]
        if all(key in state_dict for key in old):
            for number, key in enumerate(old):
                state_dict[f"{prefix}parametrizations.{name}.original{number}"] = state_dict.pop(key)

    module._register_load_state_dict_pre_hook(rename)
    return module


# --- over the largest singular value ------------------------------------------------------------------------------------


class _SpectralNorm(Module):
    """_u and _v approach the directions that belong to the largest singular value, a step in each call while training."""

    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        ndim = weight.ndim
        if not -ndim <= dim < ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{ndim}, {ndim - 1}] but got {dim})")
        check_iterations(n_power_iterations)
        self.dim, self.eps = dim % ndim, eps
        if ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = as_matrix(weight, self.dim)
            u = matrix.new_empty(matrix.shape[0]).normal_(0, 1)
            v = matrix.new_empty(matrix.shape[1]).normal_(0, 1)
            self.register_buffer("_u", unit(u, eps))
            self.register_buffer("_v", unit(v, eps))
            self._power_method(matrix, 15)

    @no_grad()
    def _power_method(self, weight_mat, n_power_iterations):
        """Improve _u and _v, in place, because copies of the module share them."""
        weight_mat = weight_mat.detach()
        for _ in range(n_power_iterations):
            self._u.copy_(unit(mv(weight_mat, self._v), self.eps))
            self._v.copy_(unit(mv(weight_mat.H, self._u), self.eps))

    def forward(self, weight):
        if weight.ndim == 1:
            return unit(weight, self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            self._power_method(matrix, self.n_power_iterations)
        u, v = self._u.clone(), self._v.clone()  # the next call changes them before this one's backward pass
        return weight / vdot(u, mv(matrix, v))

    def right_inverse(self, value):
        """The value itself: only if its largest singular value is 1 does it come back."""
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Keep a weight's largest singular value at 1 while it is trained. Returns the module.

    n_power_iterations  how often each computation in training mode improves the estimate of that value
    dim                 the dimension that counts the outputs, 0 unless the module is a transposed convolution

    >>> import minitorch as mt
    >>> layer = mt.nn.utils.parametrizations.spectral_norm(mt.nn.Linear(2, 4))
    >>> round(mt.linalg.matrix_norm(layer.weight, 2).item(), 2)
    1.0

    Errors: ValueError for no iterations. Source: Miyato et al., 2018; PyTorch,
    torch.nn.utils.parametrizations.spectral_norm.
    """
    weight = weight_of(module, name)
    kept = _SpectralNorm(weight, n_power_iterations, usual_dim(module, dim), eps)
    register_parametrization(module, name, kept)
    return module
