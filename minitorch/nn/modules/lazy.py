"""lazy: LazyLinear, LazyConv, LazyBatchNorm and their kin: layers that learn the size of their input from the first batch (shelf)."""

from ... import dtypes
from ...creation.zeros import zeros
from ...graph.grad_mode import no_grad
from ..parameter import is_lazy
from ..uninitialized import UninitializedBuffer, UninitializedParameter
from .batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d, _NormBase
from .conv import Conv1d, Conv2d, Conv3d
from .linear import Linear


class LazyModuleMixin:
    """What turns a layer into one whose parameters get their sizes from the first batch: class LazyX(LazyModuleMixin, X).

    Its parameters and buffers are UninitializedParameter and UninitializedBuffer. Before the first forward,
    `initialize_parameters(*args, **kwargs)`, which each such class defines, calls materialize on them; the layer then
    becomes one of the class `cls_to_become`. A state_dict may be taken and loaded at any time: a tensor without a size
    takes that of what is loaded.

    >>> import minitorch as mt
    >>> layer = mt.nn.LazyLinear(2)
    >>> layer
    LazyLinear(in_features=0, out_features=2, bias=True)
    >>> _ = layer(mt.zeros(4, 3))
    >>> layer
    Linear(in_features=3, out_features=2, bias=True)

    Errors: RuntimeError when initialize_parameters leaves a parameter without a size.
    Source: PyTorch, torch.nn.modules.lazy.LazyModuleMixin.
    """

    cls_to_become: type | None = None

    def __init_subclass__(cls, becomes=None):
        if becomes is not None:
            cls.cls_to_become = becomes

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters, with_kwargs=True)

    def has_uninitialized_params(self):
        """Whether a parameter or buffer has no size yet."""
        return any([is_lazy(x) for x in (*self._parameters.values(), *self._buffers.values())])

    def _wait(self, bias, device, dtype):
        """Put a weight without a size in place, and a bias where there is to be one."""
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def initialize_parameters(self, input, *args, **kwargs):
        """Give parameters and buffers the shapes that fit the input, and draw their starting values."""
        if self.has_uninitialized_params():
            shapes = self._shapes_for(input)
            with no_grad():
                for name in [name for name in shapes if getattr(self, name) is not None]:
                    getattr(self, name).materialize(shapes[name])
                self.reset_parameters()

    def reset_parameters(self):
        """Draw new starting values, once there is something to draw."""
        if not self.has_uninitialized_params() and any(x.numel() for x in self._own_state().values()):
            super().reset_parameters()

    def _infer_parameters(self, module, args, kwargs=None):
        """Before the first forward: let the parameters get their sizes, and the layer become an ordinary one."""
        module.initialize_parameters(*args, **(kwargs or {}))
        if module.has_uninitialized_params():
            raise RuntimeError(f"module {self._get_name()} has not been fully initialized")
        self._initialize_hook.remove()
        del self._initialize_hook
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become

    # --- its state ---------------------------------------------------------------------------------------------------

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        """Write this module's own state. What has no size cannot be detached, and goes in as it is."""
        for name, tensor in self._own_state().items():
            destination[prefix + name] = tensor if keep_vars or is_lazy(tensor) else tensor.detach()

    def _load_from_state_dict(self, state_dict, prefix, *rest):
        """Load this module's own state. What has no size takes that of what it is to hold; if that has none, it waits on."""
        state, waiting = dict(state_dict), {}
        for name, tensor in self._own_state().items():
            given = state.get(prefix + name)
            if is_lazy(tensor) and is_lazy(given):
                waiting[name] = tensor
                del state[prefix + name]
            elif is_lazy(tensor) and given is not None:
                with no_grad():
                    tensor.materialize(given.shape)
        self._hold(dict.fromkeys(waiting))
        super()._load_from_state_dict(state, prefix, *rest)
        self._hold(waiting)

    def _hold(self, tensors):
        """Put tensors, or None, in the places of parameters and buffers with these names."""
        for name, tensor in tensors.items():
            (self._parameters if name in self._parameters else self._buffers)[name] = tensor


class LazyLinear(LazyModuleMixin, Linear, becomes=Linear):
    """Linear whose in_features is the last length of its first input. Source: PyTorch, torch.nn.LazyLinear."""

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        super().__init__(0, 0, False)
        self.out_features = out_features
        self._wait(bias, device, dtype)

    def initialize_parameters(self, input):
        self.in_features = input.shape[-1]  # also where the sizes came with a state_dict
        super().initialize_parameters(input)

    def _shapes_for(self, input):
        return {"weight": (self.out_features, input.shape[-1]), "bias": (self.out_features,)}


# --- convolutions -------------------------------------------------------------------------------------------------------


class _LazyConvXdMixin(LazyModuleMixin):
    """What the lazy convolutions share. `out_channels` comes first; the other arguments are the convolution's, in its order."""

    def __init__(self, out_channels, kernel_size, *args, bias=True, device=None, dtype=None, **kwargs):
        if len(args) > 4:  # behind stride, padding, dilation or output_padding, and groups
            args, bias = (*args[:4], False, *args[5:]), args[4]
        else:
            kwargs["bias"] = False
        super().__init__(0, 0, kernel_size, *args, device=device, dtype=dtype, **kwargs)
        self.out_channels = out_channels
        self._wait(bias, device, dtype)

    def _shapes_for(self, input):
        self.in_channels = input.shape[-len(self.kernel_size) - 1]
        if self.in_channels % self.groups:
            raise ValueError("in_channels must be divisible by groups")
        weight = (self.out_channels, self.in_channels // self.groups, *self.kernel_size)
        return {"weight": weight, "bias": (self.out_channels,)}


class LazyConv1d(_LazyConvXdMixin, Conv1d, becomes=Conv1d):
    """Conv1d whose in_channels are those of its first input. Source: PyTorch, torch.nn.LazyConv1d."""


class LazyConv2d(_LazyConvXdMixin, Conv2d, becomes=Conv2d):
    """Conv2d whose in_channels are those of its first input. Source: PyTorch, torch.nn.LazyConv2d."""


class LazyConv3d(_LazyConvXdMixin, Conv3d, becomes=Conv3d):
    """Conv3d whose in_channels are those of its first input. Source: PyTorch, torch.nn.LazyConv3d."""


# --- layers with running statistics ---------------------------------------------------------------------------------------


class _LazyNormBase(LazyModuleMixin, _NormBase):
    """What a layer with running statistics is before it knows how many channels there are."""

    def __init__(
        self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, bias=True
    ):
        super().__init__(0, eps, momentum, False, False, device, dtype, bias=False)
        self.affine, self.track_running_stats = affine, track_running_stats
        if affine:
            self._wait(bias, device, dtype)
        if track_running_stats:
            for name in ("running_mean", "running_var"):
                setattr(self, name, UninitializedBuffer(device=device, dtype=dtype))
            self.num_batches_tracked = zeros((), dtype=dtypes.int64, device=device)

    def _shapes_for(self, input):
        self.num_features = input.shape[1]
        return dict.fromkeys(("weight", "bias", "running_mean", "running_var"), (self.num_features,))


class LazyBatchNorm1d(_LazyNormBase, BatchNorm1d, becomes=BatchNorm1d):
    """BatchNorm1d with num_features from the first batch. Source: PyTorch, torch.nn.LazyBatchNorm1d."""


class LazyBatchNorm2d(_LazyNormBase, BatchNorm2d, becomes=BatchNorm2d):
    """BatchNorm2d with num_features from the first batch. Source: PyTorch, torch.nn.LazyBatchNorm2d."""


class LazyBatchNorm3d(_LazyNormBase, BatchNorm3d, becomes=BatchNorm3d):
    """BatchNorm3d with num_features from the first batch. Source: PyTorch, torch.nn.LazyBatchNorm3d."""
