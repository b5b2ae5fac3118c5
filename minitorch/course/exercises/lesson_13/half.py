"""half: One line each (difficulty 1, 4 minutes)

What has to stay an object, `_apply` knows. So a new way to convert a module is one function from a tensor to a
tensor.

1. `self._apply(fn)` calls fn for every tensor, and returns the module.
2. `x.half()` and `x.float()` convert one tensor. For which tensors should fn give `x` itself?
3. `return self._apply(lambda x: x.half() if x.is_floating_point() else x)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.convert:Convert.half",
    covers="to_float32=Convert.float Convert.double",
    changes=True,
    ready=SETUP,
    facts="""
        >>> net = Net().double()
        >>> net.float()
        >>> [str(t.dtype)[10:] for t in (net.first.weight, net.last.bias, net.center.mean, net.center.seen)]
        ['float32', 'float32', 'float32', 'int64']
        if ['float32', 'float32', 'float64', 'int64']: What is frozen is converted too, and so are buffers. Ask
            x.is_floating_point().
        if 'minitorch.course.members.Incomplete: `double` is missing:': It is the other way round: what is floating is
            converted.
        >>> net = Net()
        >>> held = net.last.bias
        >>> same = net.double() is net
        >>> (same, [str(t.dtype)[10:] for t in (held, net.first.weight, net.center.mean, net.center.seen)])
        (True, ['float64', 'float64', 'float64', 'int64'])
        if (True, ['float32', 'float32', 'float32', 'int64']): `double` converts to float32 here. float64 is
            `x.double()`.
        else: `double` is to give back the module itself, with its floating numbers as float64: `x.double()`.
        >>> m = mt.nn.Module()
        >>> m.mask = mt.nn.Buffer(mt.tensor([True, False]))
        >>> m.turn = mt.nn.Buffer(mt.ones(2, dtype=mt.complex64))
        >>> m.half()
        >>> kinds = [m.mask.dtype == mt.bool, m.turn.dtype == mt.complex64]
        >>> m.float()
        >>> kinds + [m.mask.dtype == mt.bool, m.turn.dtype == mt.complex64]
        [True, True, True, True]
        else: True, False and complex numbers stay what they are. `self.to(dtype)` converts complex ones too: with
            self._apply, ask `x.is_floating_point()` of each.
        >>> net = Net().double().half()
        >>> [str(t.dtype)[10:] for t in (net.first.weight, net.center.mean, net.center.seen)]
        ['float16', 'float16', 'int64']
        else: `half` converts to float32 here. float16 is `x.half()`.
    """,
)
