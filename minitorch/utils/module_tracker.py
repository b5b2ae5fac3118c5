"""module_tracker: ModuleTracker: which modules a call is inside of, by name (shelf)."""

import weakref

from ..nn.module.call import register_module_forward_hook, register_module_forward_pre_hook

__all__ = ["ModuleTracker"]


class ModuleTracker:
    """A block in which `parents` holds the names of the modules whose forward is running: "Global", "Net", "Net.fc" ...

    The outermost module goes by the name of its class.

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
        self._handles = ()

    @property
    def is_bw(self):
        """False: backward passes are told apart by nobody here."""
        return False

    def name_of(self, module):
        """A module's name; those inside of one that is met for the first time are named after it."""
        if module not in self._names:
            kind = type(module).__name__
            for name, inner in module.named_modules():
                self._names[inner] = f"{kind}.{name}" if name else kind
        return self._names[module]

    def _begin(self, module, args):
        self.parents.add(self.name_of(module))

    def _end(self, module, args, output):
        self.parents.discard(self.name_of(module))

    def __enter__(self):
        self._handles = (
            register_module_forward_pre_hook(self._begin),
            register_module_forward_hook(self._end, always_call=True),
        )
        return self

    def __exit__(self, *error):
        for handle in self._handles:
            handle.remove()
