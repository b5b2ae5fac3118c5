"""stubs: QuantStub, DeQuantStub, QuantWrapper: where numbers become quantized in a network, and floats again (shelf)."""

from ...nn.module.mode import Module

__all__ = ["DeQuantStub", "QuantStub", "QuantWrapper"]


class QuantStub(Module):
    """The place where a network's input becomes quantized: until it is converted, the identity.

    >>> import minitorch as mt
    >>> mt.ao.quantization.QuantStub()(mt.ones(2))
    tensor([1., 1.])

    Source: PyTorch, torch.ao.quantization.QuantStub.
    """

    def __init__(self, qconfig=None):
        super().__init__()
        if qconfig:
            self.qconfig = qconfig

    def forward(self, x):
        return x


class DeQuantStub(QuantStub):
    """The place where quantized numbers become floats again. Source: PyTorch, torch.ao.quantization.DeQuantStub."""


class QuantWrapper(Module):
    """A module between the two stubs. Source: PyTorch, torch.ao.quantization.QuantWrapper."""

    def __init__(self, module):
        super().__init__()
        qconfig = getattr(module, "qconfig", None)
        self.quant, self.dequant, self.module = QuantStub(qconfig), DeQuantStub(qconfig), module
        self.train(module.training)

    def forward(self, X):
        return self.dequant(self.module(self.quant(X)))
