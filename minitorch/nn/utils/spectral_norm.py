"""spectral_norm, remove_spectral_norm: a weight divided by its largest singular value, by a hook before forward (shelf)."""

from ...graph.grad_mode import no_grad
from ...ops.matmul.matmul import dot, mv
from ..modules.conv import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from ..parameter import Parameter
from .weight_norm import refuse_uninitialized

__all__ = [
    "SpectralNorm", "SpectralNormLoadStateDictPreHook", "SpectralNormStateDictHook", "remove_spectral_norm",
    "spectral_norm",
]  # fmt: skip


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


class SpectralNorm:
    """The hook: before each call it computes the weight from `weight_orig` and improves `weight_u` and `weight_v`.

    These two approach the directions that belong to the largest singular value (power iteration), so u W v is that value.
    """

    _version = 1  # 0 had no v, and kept the weight itself in the state

    def __init__(self, name="weight", n_power_iterations=1, dim=0, eps=1e-12):
        check_iterations(n_power_iterations)
        self.name, self.dim, self.n_power_iterations, self.eps = name, dim, n_power_iterations, eps

    def reshape_weight_to_matrix(self, weight):
        """The weight as a matrix, a row for each output."""
        return as_matrix(weight, self.dim)

    def compute_weight(self, module, do_power_iteration):
        """The weight over its largest singular value. Source: Miyato et al., 2018, algorithm 1."""
        weight, u, v = (getattr(module, self.name + what) for what in ("_orig", "_u", "_v"))
        matrix = self.reshape_weight_to_matrix(weight)
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

    def _solve_v_and_rescale(self, weight_mat, u, target_sigma):
        """The v for which u = W v, as long as it must be for u W v to be the given value."""
        v = weight_mat.t().mm(weight_mat).pinverse() @ (weight_mat.t() @ u)
        return v.mul_(target_sigma / dot(u, mv(weight_mat, v)))

    @staticmethod
    def apply(module, name, n_power_iterations, dim, eps):
        """Put weight_orig, weight_u, weight_v and the hook in place of the parameter `name`."""
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, SpectralNorm) and hook.name == name:
                raise RuntimeError(f"Cannot register two spectral_norm hooks on the same parameter {name}")
        hook, weight = SpectralNorm(name, n_power_iterations, dim, eps), module._parameters[name]
        check_weight(weight, name)
        with no_grad():
            rows, columns = hook.reshape_weight_to_matrix(weight).shape
            u = unit(weight.new_empty(rows).normal_(0, 1), eps)
            v = unit(weight.new_empty(columns).normal_(0, 1), eps)
        delattr(module, name)
        module.register_parameter(name + "_orig", weight)
        setattr(module, name, weight.data)  # no buffer, which would be in the state and would move with the module
        module.register_buffer(name + "_u", u)
        module.register_buffer(name + "_v", v)
        module.register_forward_pre_hook(hook)
        module._register_state_dict_hook(SpectralNormStateDictHook(hook))
        module._register_load_state_dict_pre_hook(SpectralNormLoadStateDictPreHook(hook))
        return hook


def check_iterations(count):
    if count <= 0:
        raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={count}")


def check_weight(weight, name):
    """Raise for a parameter that is left out, or whose shape is not known yet."""
    if weight is None:
        raise ValueError(f"`SpectralNorm` cannot be applied as parameter `{name}` is None")
    refuse_uninitialized(weight, "SpectralNorm", "spectral")


# --- the state ----------------------------------------------------------------------------------------------------------


class SpectralNormStateDictHook:
    """Notes the version in the state's metadata."""

    def __init__(self, fn):
        self.fn = fn

    def __call__(self, module, state_dict, prefix, local_metadata):
        versions, key = local_metadata.setdefault("spectral_norm", {}), self.fn.name + ".version"
        if key in versions:
            raise RuntimeError(f"Unexpected key in metadata['spectral_norm']: {key}")
        versions[key] = self.fn._version


class SpectralNormLoadStateDictPreHook:
    """Works out v for a state of version 0, which has the weight instead."""

    def __init__(self, fn):
        self.fn = fn

    def __call__(
        self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
    ):  # fmt: skip
        version = local_metadata.get("spectral_norm", {}).get(self.fn.name + ".version", None)
        key = prefix + self.fn.name
        new = all(key + what in state_dict for what in ("_orig", "_u", "_v")) and key not in state_dict
        if (version is not None and version >= 1) or (version is None and new):
            return
        missing = [key + what for what in ("_orig", "", "_u") if key + what not in state_dict]
        if missing:
            missing_keys.extend(missing if strict else [])
            return
        with no_grad():
            original, weight = state_dict[key + "_orig"], state_dict.pop(key)
            matrix = self.fn.reshape_weight_to_matrix(original)
            value = (original / weight).mean()
            state_dict[key + "_v"] = self.fn._solve_v_and_rescale(matrix, state_dict[key + "_u"], value)


# --- what people call ---------------------------------------------------------------------------------------------------


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divide a weight by its largest singular value before each call. Returns the module.

    n_power_iterations  how often each call in training mode improves the value
    dim                 the dimension that counts the outputs, 0 unless the module is a transposed convolution

    >>> import minitorch as mt
    >>> layer = mt.nn.utils.spectral_norm(mt.nn.Linear(3, 2))
    >>> sorted(layer.state_dict())
    ['bias', 'weight_orig', 'weight_u', 'weight_v']

    Errors: RuntimeError when it is done twice, ValueError for no iterations.
    Source: Miyato et al., "Spectral normalization for generative adversarial networks", 2018; PyTorch,
    torch.nn.utils.spectral_norm.
    """
    SpectralNorm.apply(module, name, n_power_iterations, usual_dim(module, dim), eps)
    return module


def remove_spectral_norm(module, name="weight"):
    """Make the weight one parameter again. Returns the module.

    Errors: ValueError where there is no spectral_norm. Source: PyTorch, torch.nn.utils.remove_spectral_norm.
    """
    for number, hook in module._forward_pre_hooks.items():
        if isinstance(hook, SpectralNorm) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[number]
            break
    else:
        raise ValueError(f"spectral_norm of '{name}' not found in {module}")
    drop(module._state_dict_hooks, SpectralNormStateDictHook, name)
    drop(module._load_state_dict_pre_hooks, SpectralNormLoadStateDictPreHook, name)
    return module


def drop(hooks, kind, name):
    """Take the hook of a kind for one parameter out of a dictionary of hooks."""
    for number, hook in hooks.items():
        hook = getattr(hook, "hook", hook)  # a hook for loading is wrapped
        if isinstance(hook, kind) and hook.fn.name == name:
            del hooks[number]
            return
