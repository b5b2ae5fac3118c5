"""lazy: LazyModuleMixin and LazyLinear: layers that learn the size of their input from the first batch (shelf)."""

from ...graph.grad_mode import no_grad
from ..parameter import UninitializedParameter, is_lazy
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

    Errors: RuntimeError when initialize_parameters leaves a parameter without a size, or loading one into a parameter
    that has its size. Source: PyTorch, torch.nn.modules.lazy.LazyModuleMixin.
    """

    cls_to_become: type | None = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._load_hook = self._register_load_state_dict_pre_hook(self._lazy_load_hook)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters, with_kwargs=True)

    def initialize_parameters(self, *args, **kwargs):
        """Give the parameters their sizes, from the arguments of the first forward. Each class defines its own."""
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def has_uninitialized_params(self):
        """Whether a parameter or buffer has no size yet."""
        return any([is_lazy(x) for x in (*self._parameters.values(), *self._buffers.values())])

    def _infer_parameters(self, module, args, kwargs=None):
        """Before the first forward: let the parameters get their sizes, and the layer become an ordinary one."""
        module.initialize_parameters(*args, **(kwargs or {}))
        if module.has_uninitialized_params():
            raise RuntimeError(f"module {self._get_name()} has not been fully initialized")
        for name in ("_initialize_hook", "_load_hook"):
            getattr(module, name).remove()
            delattr(module, name)
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become

    # --- its state ---------------------------------------------------------------------------------------------------

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        """Write this module's own state. What has no size cannot be detached, and goes in as it is."""
        for name, tensor in self._own_state().items():
            destination[prefix + name] = tensor if keep_vars or is_lazy(tensor) else tensor.detach()

    def _lazy_load_hook(self, state_dict, prefix, *rest):
        """Before loading: give what has no size yet the size of what it is to hold."""
        for name, tensor in self._own_state().items():
            given = state_dict.get(prefix + name)
            if is_lazy(tensor) and given is not None and not is_lazy(given):
                with no_grad():
                    tensor.materialize(given.shape)

    def _load_from_state_dict(self, state_dict, prefix, metadata, strict, missing, unexpected, errors):
        """Take this module's own state. What has no size here, and none there, stays as it is."""
        waiting = {prefix + name for name, tensor in self._own_state().items() if is_lazy(tensor)}
        waiting &= {key for key, given in state_dict.items() if is_lazy(given)}
        if waiting:
            state_dict = {key: given for key, given in state_dict.items() if key not in waiting}
        super()._load_from_state_dict(state_dict, prefix, metadata, strict, missing, unexpected, errors)
        missing[:] = [key for key in missing if key not in waiting]

    def _replicate_for_data_parallel(self):
        raise RuntimeError(
            "Modules with uninitialized parameters can't be used with DataParallel. Run a forward pass on any batch first, "
            "which initializes them."
        )


class LazyLinear(LazyModuleMixin, Linear):
    """Linear whose in_features is the last length of its first input.

    >>> import minitorch as mt
    >>> mt.nn.LazyLinear(2)(mt.zeros(4, 3)).shape
    minitorch.Size([4, 2])

    Source: PyTorch, torch.nn.LazyLinear.
    """

    cls_to_become = Linear

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        super().__init__(0, 0, False)
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_features = out_features
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self):
        """Draw new starting values, once there is something to draw."""
        if not self.has_uninitialized_params() and self.in_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        """Take in_features from the input; a weight that was loaded must agree with it."""
        if self.has_uninitialized_params():
            with no_grad():
                self.in_features = input.shape[-1]
                self.weight.materialize((self.out_features, self.in_features))
                if self.bias is not None:
                    self.bias.materialize((self.out_features,))
                self.reset_parameters()
        if self.in_features == 0:
            if input.shape[-1] != self.weight.shape[-1]:
                raise AssertionError(
                    f"The in_features inferred from input: {input.shape[-1]} is not equal to in_features from "
                    f"self.weight: {self.weight.shape[-1]}"
                )
            self.in_features = input.shape[-1]
