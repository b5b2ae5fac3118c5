"""fake_quantize: modules that round numbers to the steps which an observer found, and let gradients through (shelf)."""

from abc import ABCMeta, abstractmethod

from ... import dtypes
from ...creation.tensor import tensor
from ...nn.module.mode import Module
from ...ops.pointwise.fake_quantize import fake_quantize_per_channel_affine, fake_quantize_per_tensor_affine
from .observer import (
    FixedQParamsObserver,
    MovingAverageMinMaxObserver,
    MovingAveragePerChannelMinMaxObserver,
    default_fixed_qparams_range_0to1_observer,
    default_fixed_qparams_range_neg1to1_observer,
)
from .partial import _with_args, _with_callable_args
from .qparams import RANGES
from .schemes import (
    PER_CHANNEL,
    PER_TENSOR,
    per_channel_affine_float_qparams,
    per_channel_symmetric,
    per_tensor_affine,
    per_tensor_symmetric,
    qint8,
    quint8,
)

__all__ = """FakeQuantize FakeQuantizeBase FixedQParamsFakeQuantize default_fake_quant default_per_channel_weight_fake_quant
default_weight_fake_quant disable_fake_quant disable_observer enable_fake_quant enable_observer
default_fixed_qparams_range_0to1_fake_quant default_fixed_qparams_range_neg1to1_fake_quant""".split()


class FakeQuantizeBase(Module, metaclass=ABCMeta):
    """What modules that round are: two switches. Source: PyTorch, torch.ao.quantization.fake_quantize.FakeQuantizeBase."""

    with_args = classmethod(_with_args)
    with_callable_args = classmethod(_with_callable_args)

    def __init__(self):
        super().__init__()
        self.register_buffer("fake_quant_enabled", tensor([1], dtype=dtypes.uint8))
        self.register_buffer("observer_enabled", tensor([1], dtype=dtypes.uint8))

    @abstractmethod
    def forward(self, x):
        """x, rounded."""

    @abstractmethod
    def calculate_qparams(self, **kwargs):
        """(scale, zero point) that it is rounded by."""

    def enable_fake_quant(self, enabled=True):
        """Round from now on, or do not."""
        self.fake_quant_enabled[0] = 1 if enabled else 0

    def disable_fake_quant(self):
        """Hand on what is given as it is."""
        self.enable_fake_quant(False)

    def enable_observer(self, enabled=True):
        """Let the range follow what is given from now on, or do not."""
        self.observer_enabled[0] = 1 if enabled else 0

    def disable_observer(self):
        """Keep the range."""
        self.enable_observer(False)


class FakeQuantize(FakeQuantizeBase):
    """Rounds to the steps that its observer finds, as quantization would; the gradient goes through where nothing is cut off.

    observer              a class of observers, or what with_args made of one; it gets the other arguments
    quant_min, quant_max  the first and the last step

    >>> import minitorch as mt
    >>> fake = mt.ao.quantization.FakeQuantize(quant_min=0, quant_max=3)
    >>> fake(mt.tensor([0.0, 0.6, 3.0]))
    tensor([0., 1., 3.])

    Source: PyTorch, torch.ao.quantization.fake_quantize.FakeQuantize.
    """

    def __init__(
        self, observer=MovingAverageMinMaxObserver, quant_min=None, quant_max=None, is_dynamic=False, **observer_kwargs
    ):
        super().__init__()
        if quant_min is not None and quant_max is not None:
            check_range(observer, quant_min, quant_max, observer_kwargs)
            observer_kwargs |= {"quant_min": quant_min, "quant_max": quant_max}
        self.activation_post_process = seeing = observer(**observer_kwargs, is_dynamic=is_dynamic)
        self.quant_min, self.quant_max, self.is_dynamic = seeing.quant_min, seeing.quant_max, seeing.is_dynamic
        kind = dtypes.float32 if seeing.qscheme is per_channel_affine_float_qparams else dtypes.int32
        self.register_buffer("scale", tensor([1.0]))
        self.register_buffer("zero_point", tensor([0], dtype=kind))
        self.dtype, self.qscheme, self.ch_axis = seeing.dtype, seeing.qscheme, getattr(seeing, "ch_axis", -1)
        if self.qscheme not in PER_TENSOR + PER_CHANNEL:
            raise AssertionError(
                "Only per channel and per tensor quantization are supported in fake quantize got qscheme: "
                f"{self.qscheme}"
            )
        self.is_per_channel = self.qscheme in PER_CHANNEL

    def calculate_qparams(self):
        """(scale, zero point) for what its observer has seen."""
        return self.activation_post_process.calculate_qparams()

    def forward(self, X):
        """X, rounded; its observer sees it first."""
        if self.observer_enabled[0] == 1:
            self.activation_post_process(X.detach())
            for kept, now in zip((self.scale, self.zero_point), self.calculate_qparams(), strict=True):
                kept.resize_(now.shape).copy_(now)
        if self.fake_quant_enabled[0] != 1:
            return X
        low, high = self.activation_post_process.quant_min, self.activation_post_process.quant_max
        if self.is_per_channel:
            return fake_quantize_per_channel_affine(X, self.scale, self.zero_point, self.ch_axis, low, high)
        return fake_quantize_per_tensor_affine(X, self.scale, self.zero_point, low, high)

    def extra_repr(self):
        seeing = self.activation_post_process
        return (
            f"fake_quant_enabled={self.fake_quant_enabled}, observer_enabled={self.observer_enabled}, "
            f"quant_min={seeing.quant_min}, quant_max={seeing.quant_max}, dtype={self.dtype}, qscheme={self.qscheme}, "
            f"ch_axis={self.ch_axis}, scale={self.scale}, zero_point={self.zero_point}"
        )

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, *rest):
        for name in ("scale", "zero_point"):
            if f"{prefix}{name}" in state_dict:
                getattr(self, name).resize_(state_dict[f"{prefix}{name}"].shape)  # one for each channel after forward
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, *rest)


def check_range(observer, quant_min, quant_max, kwargs):
    """The steps must be some that the dtype has."""
    if quant_min > quant_max:
        raise AssertionError("quant_min must be less than or equal to quant_max")
    dtype = kwargs.get("dtype", quint8)
    if hasattr(observer, "p"):
        dtype = observer.p.keywords.get("dtype", dtype)
    low, high = RANGES[dtype]
    if low > quant_min:
        raise AssertionError("quant_min out of bound")
    if quant_max > high:
        raise AssertionError("quant_max out of bound")


class FixedQParamsFakeQuantize(FakeQuantize):
    """Rounds to steps that are given. Source: PyTorch, torch.ao.quantization.fake_quantize.FixedQParamsFakeQuantize."""

    def __init__(self, observer):
        super().__init__(observer=observer)
        if type(self.activation_post_process) is not FixedQParamsObserver:
            raise AssertionError(f"{type(self).__name__}'s observer must be a {FixedQParamsObserver.__name__}")
        self._observer_ctr = observer
        self.scale, self.zero_point = self.activation_post_process.scale, self.activation_post_process.zero_point

    def calculate_qparams(self):
        """(scale, zero point) that were given."""
        return self.scale, self.zero_point

    def extra_repr(self):
        return (
            f"fake_quant_enabled={self.fake_quant_enabled}, observer_enabled={self.observer_enabled}, scale={self.scale}, "
            f"zero_point={self.zero_point}, dtype={self.dtype}, quant_min={self.activation_post_process.quant_min}, "
            f"quant_max={self.activation_post_process.quant_max}, qscheme={self.qscheme}"
        )


def switch(name):
    """A function for `net.apply(...)` that calls a method of each module that rounds."""

    def function(mod):
        if isinstance(mod, FakeQuantizeBase):
            getattr(mod, name)()

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`net.apply({name})`: for all that round in it. Source: PyTorch, torch.ao.quantization.{name}."
    return function


disable_fake_quant, enable_fake_quant = switch("disable_fake_quant"), switch("enable_fake_quant")
disable_observer, enable_observer = switch("disable_observer"), switch("enable_observer")
default_fake_quant = FakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, dtype=quint8, qscheme=per_tensor_affine,
    reduce_range=True,
)  # fmt: skip
default_weight_fake_quant = FakeQuantize.with_args(
    observer=MovingAverageMinMaxObserver, quant_min=-128, quant_max=127, dtype=qint8, qscheme=per_tensor_symmetric,
    reduce_range=False,
)  # fmt: skip
default_per_channel_weight_fake_quant = FakeQuantize.with_args(
    observer=MovingAveragePerChannelMinMaxObserver, quant_min=-128, quant_max=127, dtype=qint8,
    qscheme=per_channel_symmetric, reduce_range=False, ch_axis=0,
)  # fmt: skip
default_fixed_qparams_range_neg1to1_fake_quant = FixedQParamsFakeQuantize.with_args(
    observer=default_fixed_qparams_range_neg1to1_observer
)
default_fixed_qparams_range_0to1_fake_quant = FixedQParamsFakeQuantize.with_args(
    observer=default_fixed_qparams_range_0to1_observer
)
