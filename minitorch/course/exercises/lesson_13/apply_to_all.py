"""apply_to_all: Converting a whole module (difficulty 4, 15 minutes)

`.data = ` gives a parameter and its gradient new values. A new tensor replaces a buffer. Each child uses its own `_apply`.

1. convert_parameter assigns to `.data` twice. apply_to_all has three loops: over the children, the parameters, the buffers.
2. `self.children()` gives each child once. Loop over `self._parameters.items()` and `self._buffers.items()`, without None.
3. `child._apply(fn)`; `with no_grad(): convert_parameter(parameter, fn)`; `self._buffers[name] = fn(buffer)`. half calls self._apply.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.convert:Convert._apply",
    covers="convert_parameter Convert.half",
    called="apply_to_all",
    changes=True,
    ready=SETUP,
    facts="""
        if "'NoneType' object has no attribute": A parameter, a buffer, a gradient, or what a child's `_apply` returns may be None.
        if "maximum recursion": modules() gives the module itself first, and then all inside. children() gives only the next ones.
        >>> layer = Linear(2, 1)
        >>> (2 * layer.weight).sum().backward()
        >>> weight, grad = layer.weight, layer.weight.requires_grad_(False).grad
        >>> same = layer._apply(lambda t: t.double()) is layer, layer.weight is weight and not weight.requires_grad, layer.weight.grad is grad
        >>> (same, [str(t.dtype)[10:] for t in (weight, grad)], grad.tolist())
        ((True, True, True), ['float64', 'float64'], [[2.0, 2.0]])
        if ((True, False, False), ['float32', 'float32'], [[2.0, 2.0]]): It is another object. Assign to `parameter.data`.
        if ((True, True, False), ['float64', 'float32'], [[2.0, 2.0]]): The gradient is lost or new. Assign to `parameter.grad.data`.
        if ((True, True, True), ['float64', 'float32'], [[2.0, 2.0]]): Convert each gradient, also of a frozen parameter.
        if ((True, False, True), ['float64', 'float64'], [[2.0, 2.0]]): A frozen parameter stays frozen: leave `requires_grad` as it is.
        if ((False, True, True), ['float64', 'float64'], [[2.0, 2.0]]): apply_to_all returns the module itself.
        else: The values of fn(parameter) or fn(parameter.grad) are not kept: assign them to `.data`.
        >>> seen, layer = [], Linear(2, 1)
        >>> (layer.weight * layer.bias).sum().backward()
        >>> own = [layer.weight, layer.weight.grad, layer.bias, layer.bias.grad]
        >>> layer._apply(lambda t: seen.append((mt.is_grad_enabled(), any(t is one for one in own))) or t)
        >>> seen == [(False, True)] * 4, any(recording for recording, _ in seen)
        (True, False)
        if (False, True): fn runs under no_grad() for a parameter, so that nothing is recorded.
        else: fn gets the parameter itself and the gradient itself, and not their `.data`.
        >>> center = Center(2)
        >>> center.again = held = center.mean
        >>> center._apply(lambda t: t + 1)
        >>> center.mean is held, [one.tolist() for one in center._buffers.values()], sorted(center._non_persistent_buffers_set)
        (False, [[1.0, 1.0], 1, [1.0, 1.0]], ['again', 'mean'])
        if (False, [[1.0, 1.0], 1, [1.0, 1.0]], []): register_buffer makes a buffer persistent. It must stay as it was.
        else: A new tensor takes the place of each buffer, of a counter too: `self._buffers[name] = fn(buffer)`. named_buffers gives a buffer with two names once, and walks through the whole tree.
        >>> empty = mt.nn.Module()
        >>> empty.register_parameter("bias", None)
        >>> empty.register_buffer("mask", None)
        >>> [*empty._apply(lambda t: t.double())._parameters, *empty._buffers]
        ['bias', 'mask']
        else: A name that is registered with None stays registered.
        >>> outer = mt.nn.Module()
        >>> net = outer.inner = outer.again = Net()
        >>> frozen = outer.frozen = type("Frozen", (Center,), {"_apply": lambda self, fn, recurse=True: None})(1)
        >>> frozen.inside = Linear(1, 1)
        >>> outer._apply(lambda t: t + 1), outer.frozen.half()
        >>> [t.tolist() for t in (net.center.seen, net.last.bias, frozen.mean, frozen.inside.bias)], frozen.mean.itemsize
        ([1, [1.0], [0.0], [0.0]], 4)
        if ([1, [1.0], [0.0], [1.0]], 4): A class with its own `_apply` converts what is inside it. Call `_apply` only for children.
        if ([1, [3.0], [0.0], [1.0]], 4): self.parameters() gives those of the whole tree. Read self._parameters.
        if ([2, [2.0], [0.0], [0.0]], 4): A child with two names is converted twice. `self.children()` gives it once.
        else: A class may define its own `_apply`. Call `module._apply(fn)` for each child, and `self._apply` in half.
        >>> net = Net()
        >>> net.scale = mt.nn.Parameter(mt.ones(1))
        >>> net._apply(lambda t: t.double(), recurse=False)
        >>> str(net.scale.dtype)[10:], str(net.last.weight.dtype)[10:]
        ('float64', 'float32')
        if ('float64', 'float64'): With recurse=False the modules inside stay as they are.
        >>> net = Net()
        >>> net.register_buffer("mask", mt.ones(1, dtype=mt.bool))
        >>> net.double().half() is net, [str(t.dtype)[10:] for t in (net.last.bias, net.center.mean, net.center.seen, net.mask)]
        (True, ['float16', 'float16', 'int64', 'bool'])
        if (False, ['float16', 'float16', 'int64', 'bool']): half returns the module.
        else: half converts all floating point tensors, the buffers too: self._apply reaches them. An integer stays an integer.
    """,
)
