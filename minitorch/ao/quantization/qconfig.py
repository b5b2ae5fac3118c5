"""qconfig: QConfig: which observers a layer's results and its weight are to have (shelf)."""

from collections import namedtuple

from ...nn.module.mode import Module
from ...nn.modules.linear import Identity
from .fake_quantize import default_fake_quant, default_weight_fake_quant
from .observer import (
    default_debug_observer,
    default_dynamic_quant_observer,
    default_observer,
    default_per_channel_weight_observer,
    default_weight_observer,
)

__all__ = """QConfig default_activation_only_qconfig default_debug_qconfig default_dynamic_qconfig default_per_channel_qconfig
default_qat_qconfig default_qconfig default_weight_only_qconfig per_channel_dynamic_qconfig""".split()


class QConfig(namedtuple("QConfig", ["activation", "weight"])):
    """(what observes the results, what observes the weight): classes, or what with_args made of them.

    >>> import minitorch as mt
    >>> from minitorch.ao.quantization import QConfig, MinMaxObserver
    >>> QConfig(MinMaxObserver, MinMaxObserver.with_args(dtype=mt.qint8)).weight().quant_min
    -128

    Errors: ValueError for an observer instead of a class of them. Source: PyTorch, torch.ao.quantization.QConfig.
    """

    __slots__ = ()

    def __new__(cls, activation, weight):
        if isinstance(activation, Module) or isinstance(weight, Module):
            raise ValueError(
                "QConfig received observer instance, please pass observer class instead. Use MyObserver.with_args(x=1) to "
                "override arguments to constructor if needed"
            )
        return super().__new__(cls, activation, weight)


default_qconfig = QConfig(default_observer, default_weight_observer)
default_debug_qconfig = QConfig(default_debug_observer, default_weight_observer)
default_per_channel_qconfig = QConfig(default_observer, default_per_channel_weight_observer)
default_qat_qconfig = QConfig(default_fake_quant, default_weight_fake_quant)
default_dynamic_qconfig = QConfig(default_dynamic_quant_observer, default_weight_observer)
per_channel_dynamic_qconfig = QConfig(default_dynamic_quant_observer, default_per_channel_weight_observer)
default_weight_only_qconfig = QConfig(Identity, default_weight_fake_quant)
default_activation_only_qconfig = QConfig(default_fake_quant, Identity)
