"""convert_except: Converting a module in part (difficulty 2, 6 minutes)

The loop over modules() reaches every module, and recurse=False makes each of them convert only what it holds itself.

1. `module.modules()` gives every module once, and `isinstance(part, kinds)` tells which of them to leave as they are.
2. `to` and `half` also convert the modules inside. `part._apply(fn, recurse=False)` does not.
3. `part._apply(lambda t: t.type(dtype) if t.is_floating_point() else t, recurse=False)` if not isinstance(part, kinds).
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    ready=SETUP,
    solution="""
        def convert_except(module, dtype, kinds):
            for part in module.modules():
                if not isinstance(part, kinds):
                    part._apply(lambda t: t.type(dtype) if t.is_floating_point() else t, recurse=False)
            return module
    """,
    facts="""
        >>> net = Net()
        >>> weight = net.last.weight
        >>> grad = weight.sum().backward() or weight.grad
        >>> same = convert_except(net, mt.float16, Center) is net
        >>> (same, grad is net.last.weight.grad, [str(t.dtype)[10:] for t in (weight, weight.grad, net.center.mean)])
        (True, True, ['float16', 'float16', 'float32'])
        if "'type'": `kinds` may be one class: ask `isinstance(part, kinds)`.
        if (True, True, ['float16', 'float16', 'float16']): The Center is converted as well. Ask `isinstance(part, kinds)` of each part. And `_apply`, `to` and `half` also convert the modules inside, if recurse is not False.
        if (True, True, ['float32', 'float32', 'float16']): The condition is the wrong way round.
        if (True, True, ['float16', 'float32', 'float32']): A gradient is converted with its parameter. `_apply` does that.
        if (False, True, ['float16', 'float16', 'float32']): Return the module.
        else: A parameter and its gradient stay the objects that they are. Use `_apply`, which sees to that.
        >>> outer = type("Moved", (Center,), {})(1)
        >>> outer.inner = Linear(2, 2)
        >>> outer.mean.fill_(0.1)
        >>> convert_except(outer, mt.float16, (Center, Net))
        >>> (str(outer.mean.dtype)[10:], str(outer.inner.weight.dtype)[10:], outer.mean.item())
        ('float32', 'float16', 0.1)
        if ('float16', 'float16', 0.0999756): A subclass of Center is one of `kinds` as well, and `kinds` may be a tuple of classes: ask isinstance(part, kinds).
        if ('float32', 'float32', 0.1): The modules inside a module that stays are converted like all others.
        else: These values were converted to float16 and back, and the lost digits do not come back. Leave the module out.
        >>> center = Center(2).double()
        >>> center.inner = Linear(2, 2)
        >>> convert_except(center, mt.float32, Linear)
        >>> (str(center.mean.dtype)[10:], str(center.seen.dtype)[10:])
        ('float32', 'int64')
        if ('float16', 'int64'): Convert to `dtype`, and not always to float16.
        if ('float32', 'float32'): An integer stays an integer: convert `t` only if t.is_floating_point().
        if ('float64', 'int64'): `module` itself has a buffer here. It is converted, and not only parameters or the modules inside.
    """,
)
