"""convert_to: To another dtype or device (difficulty 2, 7 minutes)

One function converts each tensor, and `_apply` does the rest. None leaves the dtype or the device as it is.

1. A function from tensor to tensor for `module._apply`: which tensors get the dtype, and which get the device?
2. `t.to(device, dtype)` takes None for either. An integer tensor gets `t.to(device, None)`.
3. `t.to(device, dtype if t.is_floating_point() or t.is_complex() else None)`. Check the dtype before you convert anything.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.convert:Convert.to",
    called="convert_to",
    changes=True,
    ready=SETUP,
    setup="""
        from minitorch.ops.copy.to import parse_to
        said = lambda t: f"{t.device.type} {str(t.dtype)[10:]}"
        kinds = lambda net: [said(t) for t in (net.last.weight, net.center.mean, net.center.seen)]
    """,
    facts="""
        if "maximum recursion": Here you write what `module.to` does. Use `module._apply`.
        if "object has no attribute 'is_floating_point'": A device alone leaves the dtype None: ask `dtype is not None` first.
        if "too many values": parse_to gives three values: the dtype, the device, and `copy`, which is for tensors only.
        >>> net = Net()
        >>> weight = net.last.weight
        >>> convert_to(net, mt.float64) is net, net.last.weight is weight, kinds(net)
        (True, True, ['cpu float64', 'cpu float64', 'cpu int64'])
        if (True, True, ['cpu float64', 'cpu float64', 'cpu float64']): A counter stays exact: only floating point and complex tensors get the dtype. And parse_to returns first the dtype, then the device.
        else: `module._apply(convert)` converts all tensors of the module, and returns the module.
        >>> kinds(convert_to(Net(), "meta")), kinds(convert_to(Net(), "meta", mt.float16))
        (['meta float32', 'meta float32', 'meta int64'], ['meta float16', 'meta float16', 'meta int64'])
        else: The device counts for every tensor, also for integers, and the dtype only for some. Either may be None.
        >>> net = Net()
        >>> net.center.mean = mt.ones(1, dtype=mt.complex64)
        >>> kinds(convert_to(net, mt.ones(1, dtype=mt.complex128)))[1:]
        ['cpu complex128', 'cpu int64']
        if "TypeError": A complex dtype is allowed: raise the TypeError only if the dtype is neither floating point nor complex.
        else: A complex tensor is converted as well: `t.is_floating_point() or t.is_complex()`.
        >>> convert_to(type("Still", (Net,), {"_apply": lambda self, fn: {}["it is converted"]})(), mt.bool)
        raises TypeError
        if "it is converted": The module cannot have this dtype. Raise a TypeError before you call `_apply`, so that a module without tensors raises it, too.
        else: The dtype must be floating point or complex. Raise a TypeError for any other.
    """,
)
