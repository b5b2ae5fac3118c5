"""spectral_norm, remove_spectral_norm: a weight divided by its largest singular value, by a hook before forward (shelf)."""

from ...graph.grad_mode import no_grad
from ...ops.matmul.matmul import dot, mv
from ..modules.conv import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from ..parameter import Parameter
from .weight_norm import taken_off


def unit(x, eps):
    """A vector made one long, unless it is shorter than eps."""
    return x / x.norm(2, 0, keepdim=True).clamp_min(eps)


def as_matrix(weight, dim):
    """The weight as a matrix, whose rows are its slices along `dim`."""
    if dim:
        weight = weight.permute(dim, *[d for d in range(weight.ndim) if d != dim])
    return weight.reshape(weight.shape[0], -1)


def usual_dim(module, dim):
    """The dimension that counts the outputs: 1 in a transposed convolution, else 0."""
    return int(isinstance(module, (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d))) if dim is None else dim


def check_iterations(count):
    if count <= 0:
        raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={count}")


class SpectralNorm:
    """The hook: before each call it computes the weight from `weight_orig` and improves `weight_u` and `weight_v`.

    These two approach the directions that belong to the largest singular value (power iteration), so u W v is that value.
    """

    def __init__(self, name="weight", n_power_iterations=1, dim=0, eps=1e-12):
        check_iterations(n_power_iterations)
        self.name, self.dim, self.n_power_iterations, self.eps = name, dim, n_power_iterations, eps

    def compute_weight(self, module, do_power_iteration):
        """The weight over its largest singular value. Source: Miyato et al., 2018, algorithm 1."""
        weight, u, v = (getattr(module, self.name + what) for what in ("_orig", "_u", "_v"))
        matrix = as_matrix(weight, self.dim)
        if do_power_iteration:
            with no_grad():
                for _ in range(self.n_power_iterations):  # in place, because copies of the module share the buffers
                    v.copy_(unit(mv(matrix.t(), u), self.eps))
                    u.copy_(unit(mv(matrix, v), self.eps))
                u, v = u.clone(), v.clone()  # the next call changes the buffers before this one's backward pass
        return weight / dot(u, mv(matrix, v))

    def remove(self, module):
        """Make the weight a parameter again, with the numbers that it has now."""
        with no_grad():
            weight = self.compute_weight(module, do_power_iteration=False)
        for what in ("", "_u", "_v", "_orig"):
            delattr(module, self.name + what)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, do_power_iteration=module.training))


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divide a weight by its largest singular value before each call. Returns the module.

    n_power_iterations  how often each call in training mode improves the value
    dim                 the dimension that counts the outputs, 0 unless the module is a transposed convolution

    >>> import minitorch as mt
    >>> layer = mt.nn.utils.spectral_norm(mt.nn.Linear(3, 2))
    >>> sorted(layer.state_dict())
    ['bias', 'weight_orig', 'weight_u', 'weight_v']

    Errors: ValueError for no iterations.
    Source: Miyato et al., "Spectral normalization for generative adversarial networks", 2018; PyTorch,
    torch.nn.utils.spectral_norm.
    """
    hook, weight = SpectralNorm(name, n_power_iterations, usual_dim(module, dim), eps), module._parameters[name]
    with no_grad():
        rows, columns = as_matrix(weight, hook.dim).shape
        u = unit(weight.new_empty(rows).normal_(0, 1), eps)
        v = unit(weight.new_empty(columns).normal_(0, 1), eps)
    delattr(module, name)
    module.register_parameter(name + "_orig", weight)
    setattr(module, name, weight.data)  # no buffer, which would be in the state and would move with the module
    module.register_buffer(name + "_u", u)
    module.register_buffer(name + "_v", v)
    module.register_forward_pre_hook(hook)
    return module


def remove_spectral_norm(module, name="weight"):
    """Make the weight one parameter again. Returns the module.

    Errors: ValueError where there is no spectral_norm. Source: PyTorch, torch.nn.utils.remove_spectral_norm.
    """
    taken_off(module, name, SpectralNorm).remove(module)
    return module
