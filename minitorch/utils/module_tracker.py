"""module_tracker: ModuleTracker: which modules a call is inside of, by name (shelf)."""

import weakref

from .._tensor import Tensor
from ..autograd.engine import tasks
from ..autograd.graph import register_multi_grad_hook
from ..autograd.variable import Variable
from ..nn.module.call import register_module_forward_hook, register_module_forward_pre_hook
from ._pytree import tree_leaves

__all__ = ["ModuleTracker"]


class ModuleTracker:
    """A block in which `parents` holds the names of the modules whose forward is running: "Global", "Net", "Net.fc" ...

    The outermost module goes by the name of its class. A backward pass is inside of a module from the gradients of its results
    until those of its arguments.

    >>> import minitorch as mt
    >>> from minitorch.utils.module_tracker import ModuleTracker
    >>> net = mt.nn.Sequential(mt.nn.Linear(2, 2))
    >>> with ModuleTracker() as tracker:
    ...     handle = net[0].register_forward_pre_hook(lambda *args: print(sorted(tracker.parents)))
    ...     out = net(mt.ones(1, 2))
    ['Global', 'Sequential', 'Sequential.0']

    Source: PyTorch, torch.utils.module_tracker.ModuleTracker.
    """

    def __init__(self):
        self.parents = {"Global"}
        self._names = weakref.WeakKeyDictionary()
        self._handles, self._hooks, self._has_callback = (), [], False

    @property
    def is_bw(self):
        """Whether a backward pass is going on."""
        return bool(tasks)

    def name_of(self, module):
        """A module's name; those inside of one that is met for the first time are named after it."""
        if module not in self._names:
            kind = type(module).__name__
            for name, inner in module.named_modules():
                self._names[inner] = f"{kind}.{name}" if name else kind
        return self._names[module]

    def _begin(self, module, args):
        name = self.name_of(module)
        self.parents.add(name)
        self._when_known(args, lambda grads: self.parents.discard(name))

    def _end(self, module, args, output):
        name = self.name_of(module)
        self.parents.discard(name)
        self._when_known(output, lambda grads: self._enter(name))

    def _when_known(self, values, call):
        """Have something called when a backward pass has the gradients of all tensors among values that want one."""
        tensors = [x for x in tree_leaves(values) if isinstance(x, Tensor) and x.requires_grad]
        if tensors:
            self._hooks.append(register_multi_grad_hook(tensors, call))

    def _enter(self, name):
        """A backward pass comes to a module from behind; at its end it is inside of none."""
        if not self._has_callback:
            Variable._execution_engine.queue_callback(self._over)
            self._has_callback = True
        self.parents.add(name)

    def _over(self):
        self.parents, self._has_callback = {"Global"}, False

    def __enter__(self):
        self._handles = (
            register_module_forward_pre_hook(self._begin),
            register_module_forward_hook(self._end, always_call=True),
        )
        return self

    def __exit__(self, *error):
        for handle in (*self._handles, *self._hooks):
            handle.remove()
        self._hooks.clear()
