"""to: Any dtype, any device (difficulty 3, 9 minutes)

One function for `_apply` says it all: every tensor goes to the device, and only those whose numbers can be fractions
change their dtype. A count, a mask or a table of indices has to stay whole.

1. Two steps: raise for a dtype that cannot hold fractions; then one call of `self._apply` with the right function.
2. `sent(x, where, kind, order)` takes None for what should stay. For which tensors should the dtype be None?
3. `return self._apply(lambda x: sent(x, where, kind if divisible(x) else None, order))`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.convert:Convert.to",
    alone=True,
    changes=True,
    ready=SETUP,
    stub="""
        def to(self, *args, **kwargs):
            kind, where, order = arguments_of_to(*args, **kwargs)
            ...
    """,
    facts="""
        >>> net = Net()
        >>> to(net, mt.float16) is net
        True
        else: All is converted and nothing is returned. A module returns itself, so that `net = Net().to(...)` works.
        >>> net = Net()
        >>> to(net, dtype=mt.float16, device="cpu")
        >>> (str(net.last.weight.dtype)[10:], str(net.center.seen.dtype)[10:])
        ('float16', 'int64')
        if ('float32', 'float16'): It is the other way round: what is divisible gets the new dtype, and the rest None.
        if ('float32', 'int64'): There may be a device and a dtype in one call, and to(tensor) gives both. After moving,
            you return without converting.
        >>> counter = mt.nn.Module()
        >>> counter.seen = mt.nn.Buffer(mt.tensor(3))
        >>> counter = to(counter, "nowhere")
        raises RuntimeError: device
        else: No tensor is sent to the device: hand `where` on to sent for each of them, also where no dtype is given.
            sent refuses a device that there is not.
        >>> net = mt.nn.Module()
        >>> net.weight = mt.nn.Parameter(mt.ones(2, 3, 4, 4))
        >>> net.bias = mt.nn.Parameter(mt.ones(2))
        >>> to(net, memory_format=mt.channels_last)
        >>> (net.weight.stride(), net.bias.stride())
        ((48, 1, 12, 3), (1,))
        else: You write the mover once more, and the gradients are missing in it. `self._apply` has them all.
        >>> net = to(mt.nn.Module(), mt.int64)
        raises TypeError: floating point or complex
        else: You ask once for each tensor, so a module without tensors accepts any dtype. Ask once, before _apply.
        >>> net = to(Net(), dtype=mt.bool)
        raises TypeError: floating point or complex
        else: You ask when the conversion has begun already. Look at the dtype first, and then touch the module.
        >>> wave = mt.nn.Module()
        >>> wave.turn = mt.nn.Buffer(mt.ones(2, dtype=mt.complex64))
        >>> to(wave, mt.complex128)
        >>> str(wave.turn.dtype)[10:]
        'complex128'
        else: Complex numbers have a precision too, and you leave them as they are. divisible(x) asks for both.
    """,
)
