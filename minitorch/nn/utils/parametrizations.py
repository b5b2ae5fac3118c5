"""parametrizations: weight_norm, spectral_norm as parametrizations of a weight (shelf)."""

from ..._tensor import Tensor
from ...graph.grad_mode import no_grad
from ...ops.matmul.matmul import dot, mv
from ..module.mode import Module
from .parametrize import register_parametrization
from .weight_hooks import _weight_norm, as_matrix, check_iterations, norm_except_dim, unit, usual_dim


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

    def rename(module, state_dict, prefix, *rest):
        old = [f"{prefix}{name}_{which}" for which in "gv"]
        if all(key in state_dict for key in old):
            for number, key in enumerate(old):
                state_dict[f"{prefix}parametrizations.{name}.original{number}"] = state_dict.pop(key)

    module.register_load_state_dict_pre_hook(rename)
    return module


class _SpectralNorm(Module):
    """_u and _v approach the directions that belong to the largest singular value, a step in each call while training."""

    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        check_iterations(n_power_iterations)
        self.dim, self.eps = dim % weight.ndim, eps
        if weight.ndim > 1:
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
        return weight / dot(u.conj(), mv(matrix, v))

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
    weight = getattr(module, name, None)
    if not isinstance(weight, Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    kept = _SpectralNorm(weight, n_power_iterations, usual_dim(module, dim), eps)
    register_parametrization(module, name, kept)
    return module
