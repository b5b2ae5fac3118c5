"""weight_hooks: weight_norm, spectral_norm: a weight that a hook computes before each call from what took its place (shelf)."""

from ...errors import warn
from ...graph.grad_mode import no_grad
from ...ops.matmul.matmul import dot, mv
from ...ops.reduction.norm import norm
from ..modules.conv import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from ..parameter import Parameter


class WeightHook:
    """What both hooks share. `parts` says which tensors take the place of the weight: its name with these ends."""

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, module.training))

    def remove(self, module):
        """Make the weight a parameter again, with the numbers that it has now."""
        weight = self.compute_weight(module, False)
        for part in ("", *self.parts):
            delattr(module, self.name + part)
        module.register_parameter(self.name, Parameter(weight.detach()))


def remove_hook(module, name, kind):
    """Undo the hook of this kind on a parameter. Errors: ValueError where there is none."""
    for number, hook in module._forward_pre_hooks.items():
        if isinstance(hook, kind) and hook.name == name:
            module._forward_pre_hooks.pop(number).remove(module)
            return module
    raise ValueError(f"{kind.__name__} of '{name}' not found in {module}")


# --- a length times a direction -------------------------------------------------------------------------------------------


def norm_except_dim(v, pow=2, dim=0):
    """The norms of the slices along one dimension, whose other dimensions become 1; with dim=-1, one norm of all.

    >>> import minitorch as mt
    >>> mt.norm_except_dim(mt.tensor([[3.0, 4.0], [6.0, 8.0]]))
    tensor([[ 5.],
            [10.]])

    Source: PyTorch, torch.norm_except_dim.
    """
    if dim == -1:
        return norm(v, pow)
    return norm(v, pow, [d for d in range(v.ndim) if d != dim % v.ndim], keepdim=True) if v.ndim > 1 else v.abs()


def _weight_norm(v, g, dim=0):
    """v, its slices along `dim` made as long as g says. Source: PyTorch, torch._weight_norm."""
    return v * (g / norm_except_dim(v, 2, dim))


class WeightNorm(WeightHook):
    """The weight out of `weight_g`, the lengths, and `weight_v`, the directions."""

    parts = ("_g", "_v")

    def __init__(self, name, dim):
        self.name, self.dim = name, -1 if dim is None else dim

    def compute_weight(self, module, training=False):
        """The weight as the two parameters give it now."""
        return _weight_norm(getattr(module, self.name + "_v"), getattr(module, self.name + "_g"), self.dim)


def weight_norm(module, name="weight", dim=0):
    """Train a weight's lengths, `weight_g`, and its directions, `weight_v`, apart. Returns the module.

    dim  the dimension that has a length for each of its slices; None: one length for the whole weight

    Warns that parametrizations.weight_norm is the newer way.
    Source: Salimans and Kingma, "Weight normalization", 2016; PyTorch, torch.nn.utils.weight_norm.
    """
    instead = "in favor of `torch.nn.utils.parametrizations.weight_norm`"
    warn(f"`torch.nn.utils.weight_norm` is deprecated {instead}.", FutureWarning)
    hook, weight = WeightNorm(name, dim), getattr(module, name)
    del module._parameters[name]
    module.register_parameter(name + "_g", Parameter(norm_except_dim(weight, 2, hook.dim).data))
    module.register_parameter(name + "_v", Parameter(weight.data))
    setattr(module, name, hook.compute_weight(module))
    module.register_forward_pre_hook(hook)
    return module


def remove_weight_norm(module, name="weight"):
    """Make the weight one parameter again. Returns the module.

    Errors: ValueError where there is no weight_norm. Source: PyTorch, torch.nn.utils.remove_weight_norm.
    """
    return remove_hook(module, name, WeightNorm)


# --- a largest singular value of 1 ----------------------------------------------------------------------------------------


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


class SpectralNorm(WeightHook):
    """The weight out of `weight_orig`; while training, each call improves `weight_u` and `weight_v`.

    These two approach the directions that belong to the largest singular value (power iteration), so u W v is that value.
    """

    parts = ("_orig", "_u", "_v")

    def __init__(self, name="weight", n_power_iterations=1, dim=0, eps=1e-12):
        check_iterations(n_power_iterations)
        self.name, self.dim, self.n_power_iterations, self.eps = name, dim, n_power_iterations, eps

    def compute_weight(self, module, training):
        """The weight over its largest singular value. Source: Miyato et al., 2018, algorithm 1."""
        weight, u, v = (getattr(module, self.name + part) for part in self.parts)
        matrix = as_matrix(weight, self.dim)
        if training:
            with no_grad():
                for _ in range(self.n_power_iterations):  # in place, because copies of the module share the buffers
                    v.copy_(unit(mv(matrix.t(), u), self.eps))
                    u.copy_(unit(mv(matrix, v), self.eps))
                u, v = u.clone(), v.clone()  # the next call changes the buffers before this one's backward pass
        return weight / dot(u, mv(matrix, v))


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
    return remove_hook(module, name, SpectralNorm)
