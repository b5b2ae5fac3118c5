"""apply_to_all: The one mover (difficulty 3, 9 minutes)

Three loops: the modules inside, the parameters, the buffers. A parameter stays the object it is, which `converted`
sees to; a buffer is put in its place in the dictionary, since nobody trains it.

1. Four things: the modules inside (if recurse), the parameters, their gradients, the buffers. Look at
   `self.children()`, `self._parameters` and `self._buffers`.
2. A parameter and its gradient are what `converted` was written for. A buffer is replaced in the dictionary. Either
   may be None.
3. Under mt.no_grad(): `self._parameters[name] = converted(parameter, fn)`. For a buffer: `self._buffers[name] =
   fn(buffer)`. For the children: `module._apply(fn)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.convert:Convert._apply",
    called="apply_to_all",
    changes=True,
    ready=SETUP,
    solution="""
        def apply_to_all(self, fn, recurse=True):
            if recurse:
                for module in self.children():
                    module._apply(fn)
            for name, parameter in self._parameters.items():
                if parameter is not None:
                    with mt.no_grad():
                        self._parameters[name] = converted(parameter, fn)
            for name, buffer in self._buffers.items():
                if buffer is not None:
                    self._buffers[name] = fn(buffer)
            return self
    """,
    facts="""
        >>> net, shared = mt.nn.Module(), Center(2)
        >>> net.left, net.right = shared, shared
        >>> net.add_module("none", None)
        >>> apply_to_all(net, lambda x: x + 1)
        >>> (shared.mean.tolist(), shared.seen.item())
        ([1.0, 1.0], 1)
        if ([1.0, 1.0], 0): The `return` stands inside a loop, which ends with it.
        if "AttributeError: 'Center' object has no attribute 'mean'": A new dictionary forgets the buffers that were in
            the old one. Put the new tensor into the one that is there.
        if ([2.0, 2.0], 2): A module that stands under two names is converted twice, and fn may be more than a
            conversion. self.children() gives it once.
        >>> center = Center(2)
        >>> held = center.mean
        >>> apply_to_all(center, lambda x: x.double())
        >>> (center.mean is held, str(held.dtype)[-7:], str(center.mean.dtype)[-7:])
        (False, 'float32', 'float64')
        else: You give the old buffer other numbers. Nobody trains it, so a new tensor takes its place in the
            dictionary, here as in PyTorch: `self._buffers[name] = fn(buffer)`.
        >>> class Single(Center):
        ...     def _apply(self, fn, recurse=True):
        ...         return self
        ...
        >>> net = mt.nn.Module()
        >>> net.single, net.center = Single(2), Center(2)
        >>> apply_to_all(net, lambda x: x + 1)
        >>> (net.single.mean.tolist(), net.center.mean.tolist())
        ([0.0, 0.0], [1.0, 1.0])
        else: You reach into every module of the tree yourself. A class may have an `_apply` of its own, and then it
            wants to be asked: `module._apply(fn)` for each child.
        >>> net = Net()
        >>> apply_to_all(net, lambda x: x) is net
        True
        else: All is done and nothing is returned. Return self, so that `net = Net().half()` works.
        >>> net = Net()
        >>> net.scale = mt.nn.Parameter(mt.ones(1))
        >>> net.count = mt.nn.Buffer(mt.ones(1))
        >>> apply_to_all(net, lambda x: x.double(), recurse=False)
        >>> [str(t.dtype)[-7:] for t in (net.scale, net.count, net.last.weight, net.center.mean)]
        ['float64', 'float64', 'float32', 'float32']
        if ['float64', 'float64', 'float64', 'float64']: With recurse=False the modules inside must be left alone.
        >>> layer = Linear(2, 1)
        >>> layer.register_parameter("bias", None)
        >>> layer.register_buffer("mask", None)
        >>> apply_to_all(layer, lambda x: x.double())
        >>> (layer.weight.dtype == mt.float64, layer.bias, layer.mask)
        (True, None, None)
        else: A place may be empty: a layer without a bias has `bias` registered as None. Leave those out.
        >>> layer = Linear(2, 1)
        >>> layer.weight.sum().backward()
        >>> recording = []
        >>> apply_to_all(layer, lambda x: recording.append(mt.is_grad_enabled()) or x)
        >>> recording
        [False, False, False]
        if [True, True, True]: While fn works on a parameter, every step is recorded, and an fn that changes it in place
            is refused. Call converted under mt.no_grad().
        >>> outer = mt.nn.Module()
        >>> outer.inner = Net()
        >>> apply_to_all(outer, lambda x: x.double())
        >>> (list(outer._parameters), list(outer._buffers))
        ([], [])
        else: named_buffers goes through the whole tree, and its names are paths: the module gets a buffer called
            `inner.mean`. Here it is self._buffers.
    """,
)
