"""observer: modules that hand on what they are given and note its range, from which quantization is worked out (shelf)."""

import warnings
from abc import ABCMeta, abstractmethod

from ... import dtypes
from ...creation.tensor import tensor
from ...nn.factory import factory_kwargs as checked_kwargs
from ...nn.module.mode import Module
from ...ops.comparison.maximum import maximum, minimum
from ...ops.reduction.max import aminmax
from .partial import _PartialWrapper as _PartialWrapper
from .partial import _with_args, _with_callable_args
from .qparams import RANGES, qparams_of, range_of, validate_qmin_qmax
from .schemes import (
    PER_CHANNEL,
    PER_TENSOR,
    per_channel_affine,
    per_channel_symmetric,
    per_tensor_affine,
    per_tensor_symmetric,
    qint8,
    quint8,
)

__all__ = """FixedQParamsObserver MinMaxObserver MovingAverageMinMaxObserver MovingAveragePerChannelMinMaxObserver NoopObserver
ObserverBase PerChannelMinMaxObserver PlaceholderObserver RecordingObserver UniformQuantizationObserverBase default_debug_observer
default_observer default_per_channel_weight_observer default_placeholder_observer default_weight_observer
default_dynamic_quant_observer default_fixed_qparams_range_0to1_observer default_fixed_qparams_range_neg1to1_observer""".split()
EPS = dtypes.finfo(dtypes.float32).eps


class ObserverBase(Module, metaclass=ABCMeta):
    """What all observers are: write forward(x), which notes what it needs and returns x, and calculate_qparams().

    Source: PyTorch, torch.ao.quantization.observer.ObserverBase.
    """

    with_args = classmethod(_with_args)
    with_callable_args = classmethod(_with_callable_args)

    def __init__(self, dtype, is_dynamic=False):
        super().__init__()
        self.dtype, self.is_dynamic = dtype, is_dynamic

    @abstractmethod
    def forward(self, x):
        """Note what x is like; returns x."""

    @abstractmethod
    def calculate_qparams(self, **kwargs):
        """(scale, zero point) for what was seen."""


class UniformQuantizationObserverBase(ObserverBase):
    """Observers for steps of one length. Source: PyTorch, torch.ao.quantization.observer.UniformQuantizationObserverBase.

    dtype                 the integers there are steps for: quint8, qint8 ...
    qscheme               per_tensor_affine ...
    reduce_range          use half of the steps; quant_min and quant_max say which in a newer way
    quant_min, quant_max  the first and the last step; all that dtype has without them
    eps                   the smallest scale
    """

    _version = 3

    def __init__(
        self, dtype=quint8, qscheme=per_tensor_affine, reduce_range=False, quant_min=None, quant_max=None, factory_kwargs=None,
        eps=EPS, is_dynamic=False, **kwargs,
    ):  # fmt: skip
        super().__init__(dtype=dtype, is_dynamic=is_dynamic, **kwargs)
        if reduce_range:
            warnings.warn(
                "Please use quant_min and quant_max to specify the range for observers.                     reduce_range will "
                "be deprecated in a future release of PyTorch.",
                stacklevel=2,
            )
        self.qscheme, self.reduce_range = qscheme, reduce_range
        self.factory = checked_kwargs(factory_kwargs)
        self.register_buffer("eps", tensor([eps], **self.factory))
        if qscheme not in PER_TENSOR + PER_CHANNEL:
            raise AssertionError(
                "Default Observer only works for per_tensor_affine, per_tensor_symmetric, per_channel_affine, "
                "per_channel_symmetric and per_channel_float_qparams quantization scheme"
            )
        if dtype not in RANGES:
            raise AssertionError(f"Default Observer only works for {tuple(RANGES)} data type")
        self.has_customized_qrange = quant_min is not None and quant_max is not None
        self.quant_min, self.quant_max = range_of(quant_min, quant_max, dtype, reduce_range)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *rest):
        if local_metadata.get("version", None) in (None, 1):  # there was no eps then
            state_dict[f"{prefix}eps"] = tensor([EPS])
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *rest)

    def _validate_qmin_qmax(self, quant_min, quant_max):
        validate_qmin_qmax(quant_min, quant_max)

    def _calculate_qparams(self, min_val, max_val):
        return qparams_of(self, min_val, max_val)

    def calculate_qparams(self):
        """(scale, zero point) for what was seen."""
        return self._calculate_qparams(self.min_val, self.max_val)

    def extra_repr(self):
        return f"min_val={self.min_val}, max_val={self.max_val}"

    def reset_min_max_vals(self):
        """Forget what was seen."""
        raise NotImplementedError("Cannot reset min/max values in the given observer.")


_ObserverBase = UniformQuantizationObserverBase


class MinMaxObserver(UniformQuantizationObserverBase):
    """Notes the smallest and the largest number that it was ever given.

    >>> import minitorch as mt
    >>> observer = mt.ao.quantization.MinMaxObserver()
    >>> _ = observer(mt.tensor([-1.0, 4.1]))
    >>> observer.calculate_qparams()
    (tensor([0.0200]), tensor([50], dtype=minitorch.int32))

    Source: PyTorch, torch.ao.quantization.observer.MinMaxObserver.
    """

    def __init__(self, dtype=quint8, qscheme=per_tensor_affine, reduce_range=False, *args, **kwargs):
        if qscheme not in PER_TENSOR:
            self.refuse_scheme(qscheme)
        super().__init__(dtype, qscheme, reduce_range, *args, **kwargs)
        self.register_buffer("min_val", tensor(float("inf"), **self.factory))
        self.register_buffer("max_val", tensor(float("-inf"), **self.factory))
        if qscheme is per_tensor_symmetric and reduce_range and dtype is quint8:
            raise NotImplementedError(
                "Cannot reduce range for symmetric                                        quantization for quint8"
            )

    def refuse_scheme(self, qscheme):
        """PyTorch's error for steps that differ from channel to channel."""
        raise NotImplementedError(
            "MinMaxObserver's qscheme only support torch.per_tensor_symmetric                     and torch.per_tensor_affine."
        )

    def forward(self, x_orig):
        """Note the range of x; returns x."""
        if x_orig.numel():
            self.note(*aminmax(x_orig.detach().to(self.min_val.dtype)))
        return x_orig

    def note(self, low, high):
        """Widen the range to what has been seen now."""
        self.min_val.copy_(minimum(low, self.min_val))
        self.max_val.copy_(maximum(high, self.max_val))

    def reset_min_max_vals(self):
        """Forget what was seen."""
        self.min_val.fill_(float("inf"))
        self.max_val.fill_(float("-inf"))


class MovingAverageMinMaxObserver(MinMaxObserver):
    """Notes a moving average of the smallest and the largest numbers.

    averaging_constant  how much each new range counts

    >>> import minitorch as mt
    >>> observer = mt.ao.quantization.MovingAverageMinMaxObserver(averaging_constant=0.5)
    >>> _ = observer(mt.tensor([0.0, 4.0])), observer(mt.tensor([0.0, 2.0]))
    >>> observer.max_val
    tensor(3.)

    Source: PyTorch, torch.ao.quantization.observer.MovingAverageMinMaxObserver.
    """

    def __init__(
        self, averaging_constant=0.01, dtype=quint8, qscheme=per_tensor_affine, reduce_range=False, quant_min=None,
        quant_max=None, eps=EPS, is_dynamic=False, **kwargs,
    ):  # fmt: skip
        self.averaging_constant = averaging_constant
        if is_dynamic and averaging_constant != 1:
            raise NotImplementedError(
                "MovingAverageMinMaxObserver doesn't support dynamic quantization for averaging constant of "
                f"{averaging_constant}"
            )
        named = {"quant_min": quant_min, "quant_max": quant_max, "eps": eps, "is_dynamic": is_dynamic}
        super().__init__(dtype, qscheme, reduce_range, **named, **kwargs)

    def refuse_scheme(self, qscheme):
        gap = " " * 16
        raise NotImplementedError(
            f"MovingAverageMinMaxObserver's qscheme only support {gap}torch.per_tensor_symmetric and torch.per_tensor_affine. "
            f"{gap}but got: {qscheme}"
        )

    def note(self, low, high):
        """Let the range move towards what has been seen now; the first one is taken as it is."""
        if self.min_val == float("inf") and self.max_val == float("-inf"):
            average = low, high
        else:
            average = towards(self, low, high)
        self.min_val.copy_(average[0])
        self.max_val.copy_(average[1])


def towards(observer, low, high):
    """An observer's range, a part of the way to another."""
    part = observer.averaging_constant
    return observer.min_val + part * (low - observer.min_val), observer.max_val + part * (high - observer.max_val)


class PerChannelMinMaxObserver(UniformQuantizationObserverBase):
    """Notes the smallest and the largest number of each channel, along dimension ch_axis.

    >>> import minitorch as mt
    >>> observer = mt.ao.quantization.PerChannelMinMaxObserver()
    >>> _ = observer(mt.tensor([[0.0, 5.1], [0.0, 10.2]]))
    >>> observer.calculate_qparams()[0]
    tensor([0.0200, 0.0400])

    Source: PyTorch, torch.ao.quantization.observer.PerChannelMinMaxObserver.
    """

    def __init__(self, ch_axis=0, dtype=quint8, qscheme=per_channel_affine, reduce_range=False, *args, **kwargs):
        name = type(self).__name__
        if qscheme not in PER_CHANNEL:
            raise NotImplementedError(
                f"{name}'s qscheme only support                     torch.per_channel_symmetric, torch.per_channel_affine and "
                "torch.per_channel_affine_float_qparams."
            )
        if kwargs.get("is_dynamic"):
            raise NotImplementedError(f"{name} doesn't support dynamic quantization")
        super().__init__(dtype, qscheme, reduce_range, *args, **kwargs)
        self.ch_axis = ch_axis
        self.register_buffer("min_val", tensor([], **self.factory))
        self.register_buffer("max_val", tensor([], **self.factory))
        if qscheme is per_channel_symmetric and reduce_range and dtype is quint8:
            raise NotImplementedError("Cannot reduce range for symmetric quantization for quint8")

    def forward(self, x_orig):
        """Note the range of each channel of x; returns x."""
        if x_orig.numel():
            x = x_orig.detach().transpose(0, self.ch_axis).to(self.min_val.dtype).flatten(1)
            low, high = aminmax(x, dim=1)
            if self.min_val.numel() and self.max_val.numel():
                low, high = self.combined(low, high)
            self.min_val.resize_(low.shape).copy_(low)
            self.max_val.resize_(high.shape).copy_(high)
        return x_orig

    def combined(self, low, high):
        """The range with what has been seen now."""
        return minimum(low, self.min_val), maximum(high, self.max_val)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, *rest):
        for name in ("min_val", "max_val"):
            if f"{prefix}{name}" in state_dict:
                getattr(self, name).resize_(
                    state_dict[f"{prefix}{name}"].shape
                )  # there is nothing in it before forward
            elif strict:
                missing_keys.append(f"{prefix}{name}")
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, missing_keys, *rest)

    def reset_min_max_vals(self):
        """Forget what was seen."""
        self.min_val, self.max_val = tensor([]), tensor([])


class MovingAveragePerChannelMinMaxObserver(PerChannelMinMaxObserver):
    """Notes a moving average of the range of each channel.

    Source: PyTorch, torch.ao.quantization.observer.MovingAveragePerChannelMinMaxObserver.
    """

    def __init__(self, averaging_constant=0.01, ch_axis=0, *args, **kwargs):
        super().__init__(ch_axis, *args, **kwargs)
        self.averaging_constant = averaging_constant

    def combined(self, low, high):
        return towards(self, low, high)


class FixedQParamsObserver(ObserverBase):
    """An observer that is told scale and zero point. Source: PyTorch, torch.ao.quantization.observer.FixedQParamsObserver."""

    def __init__(
        self,
        scale,
        zero_point,
        dtype=quint8,
        qscheme=per_tensor_affine,
        quant_min=0,
        quant_max=255,
        is_dynamic=False,
        **kwargs,
    ):
        if is_dynamic:
            raise NotImplementedError("FixedQParamsObserver doesn't support dynamic quantization")
        super().__init__(dtype=dtype, is_dynamic=is_dynamic, **kwargs)
        self.quant_min, self.quant_max, self.qscheme = quant_min, quant_max, qscheme
        self.register_buffer("scale", tensor([scale], dtype=dtypes.float32))
        self.register_buffer("zero_point", tensor([zero_point], dtype=dtypes.int32))

    def forward(self, X):
        return X

    def calculate_qparams(self):
        return self.scale, self.zero_point


class Unasked(ObserverBase):
    """An observer that has no scale."""

    def forward(self, x):
        return x

    def calculate_qparams(self):
        raise Exception(f"calculate_qparams should not be called for {type(self).__name__}")  # PyTorch's type of error


class PlaceholderObserver(Unasked):
    """An observer that only carries settings. Source: PyTorch, torch.ao.quantization.observer.PlaceholderObserver."""

    def __init__(
        self, dtype=dtypes.float32, custom_op_name="", compute_dtype=None, quant_min=None, quant_max=None, qscheme=None,
        eps=None, is_dynamic=False,
    ):  # fmt: skip
        super().__init__(dtype, is_dynamic)
        self.qscheme = per_tensor_affine if qscheme is None else qscheme
        self.quant_min, self.quant_max, self.eps = quant_min, quant_max, EPS if eps is None else eps
        self.custom_op = custom_op_name
        if compute_dtype:
            warnings.warn(
                "Please use `is_dynamic` instead of `compute_dtype`.                     `compute_dtype` will be deprecated in "
                "a future release                     of PyTorch.",
                stacklevel=2,
            )

    def extra_repr(self):
        return f"dtype={self.dtype}, is_dynamic={self.is_dynamic}"


class RecordingObserver(Unasked):
    """Keeps all that it was given. Source: PyTorch, torch.ao.quantization.observer.RecordingObserver."""

    def __init__(self, dtype=quint8):
        super().__init__(dtype)
        self.tensor_val = []

    def forward(self, x):
        self.tensor_val.append(x.clone())
        return x

    def get_tensor_value(self):
        """What was kept, in order."""
        return self.tensor_val


class NoopObserver(Unasked):
    """An observer that does nothing. Source: PyTorch, torch.ao.quantization.observer.NoopObserver."""

    def __init__(self, dtype=dtypes.float16, custom_op_name=""):
        super().__init__(dtype)
        self.custom_op = custom_op_name


default_observer = MinMaxObserver.with_args(quant_min=0, quant_max=127)
default_placeholder_observer = PlaceholderObserver
default_debug_observer = RecordingObserver
default_weight_observer = MinMaxObserver.with_args(dtype=qint8, qscheme=per_tensor_symmetric)
default_per_channel_weight_observer = PerChannelMinMaxObserver.with_args(dtype=qint8, qscheme=per_channel_symmetric)
default_dynamic_quant_observer = PlaceholderObserver.with_args(
    dtype=quint8, quant_min=0, quant_max=255, is_dynamic=True
)
default_fixed_qparams_range_neg1to1_observer = FixedQParamsObserver.with_args(
    scale=2.0 / 256.0, zero_point=128, dtype=quint8, quant_min=0, quant_max=255
)
default_fixed_qparams_range_0to1_observer = FixedQParamsObserver.with_args(
    scale=1.0 / 256.0, zero_point=0, dtype=quint8, quant_min=0, quant_max=255
)
