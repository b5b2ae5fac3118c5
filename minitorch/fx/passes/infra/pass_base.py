"""pass_base: PassBase, a pass over a GraphModule, and PassResult, what it gives (shelf)."""

import abc
from typing import NamedTuple

from ....nn.module.mode import Module

__all__ = ["PassResult", "PassBase"]


class PassResult(NamedTuple):
    """(the module, whether the pass changed it). Source: PyTorch, torch.fx.passes.infra.pass_base.PassResult."""

    graph_module: Module
    modified: bool


class PassBase(abc.ABC):
    """A pass: derive from it and write call(graph_module). Source: PyTorch, torch.fx.passes.infra.pass_base.PassBase."""

    def __call__(self, graph_module):
        self.requires(graph_module)
        result = self.call(graph_module)
        self.ensures(graph_module)
        return result

    @abc.abstractmethod
    def call(self, graph_module):
        """What the pass does; its PassResult or None."""

    def requires(self, graph_module):  # noqa: B027 - a pass may have nothing to ask for
        """What must hold before it, with an error where it does not."""

    def ensures(self, graph_module):  # noqa: B027
        """What must hold after it, with an error where it does not."""
