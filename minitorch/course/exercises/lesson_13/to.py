"""Any dtype, any device."""

from ...define import Case, Exercise, Mistake, Wrong
from ..fact_words import stops
from .nets import SETUP

exercise = Exercise(
    "to",
    title="Any dtype, any device",
    difficulty=3,
    minutes=9,
    target="minitorch.nn.module.convert:Convert.to",
    setup="from minitorch.nn.module.convert import arguments_of_to, divisible, sent\n" + SETUP.replace("\n    ", "\n"),
    stub='''
        def to(self, *args, **kwargs):
            """The module itself, with all it holds on another device or, where numbers can be fractions, as another dtype.

            Each tensor is taken there by sent(x, where, dtype, order), where None means "as it is". Errors: TypeError("...
            floating point or complex ...") for any other dtype, before anything has changed.
            """
            kind, where, order = arguments_of_to(*args, **kwargs)  # dtype, device, memory format; None if not given
            ...
    ''',
    solution='''
        def to(self, *args, **kwargs):
            """The module itself, with all it holds on another device or, where numbers can be fractions, as another dtype.

            Each tensor is taken there by sent(x, where, dtype, order), where None means "as it is". Errors: TypeError("...
            floating point or complex ...") for any other dtype, before anything has changed.
            """
            kind, where, order = arguments_of_to(*args, **kwargs)  # dtype, device, memory format; None if not given
            if kind is not None and not (kind.is_floating_point or kind.is_complex):
                raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={kind}")
            return self._apply(lambda x: sent(x, where, kind if divisible(x) else None, order))
    ''',
    why="One function for `_apply` says it all: every tensor goes to the device, and only those whose numbers can be fractions "
    "change their dtype. A count, a mask or a table of indices has to stay whole.",
    facts=[
        Case(
            """
            net = Net()
            to(net, mt.float64)
            [str(t.dtype)[10:] for t in (net.first.weight, net.last.bias, net.center.mean, net.center.seen)]
            """,
            ["float64", "float64", "float64", "int64"],
            changes=True,
        ),
        Case(
            """
            net = Net()
            to(net, mt.float16) is net
            """,
            True,
            changes=True,
        ),
        Case(
            """
            net = Net()
            held = list(net.parameters())
            to(net, mt.float64)
            [a is b for a, b in zip(held, net.parameters())]
            """,
            [True] * 4,
            changes=True,
        ),
        Case(
            """
            net = Net()
            to(net, mt.zeros(1, dtype=mt.float64))
            str(net.last.weight.dtype)[10:]
            """,
            "float64",
            changes=True,
        ),
        Case(
            """
            net = Net()
            to(net, dtype=mt.float16, device="cpu")
            (str(net.last.weight.dtype)[10:], str(net.center.seen.dtype)[10:])
            """,
            ("float16", "int64"),
            changes=True,
        ),
        Case(
            """
            net = Net().half()
            to(net, "cpu")
            (str(net.last.weight.dtype)[10:], str(net.center.seen.dtype)[10:])
            """,
            ("float16", "int64"),
            changes=True,
        ),
        Case("net = to(Net(), 'nowhere')", raises=RuntimeError, match="device", changes=True),
        Case("net = to(Center(2), 'nowhere')", raises=RuntimeError, match="device", changes=True),
        Case(
            """
            counter = mt.nn.Module()
            counter.seen = mt.nn.Buffer(mt.tensor(3))
            counter = to(counter, "nowhere")
            """,
            raises=RuntimeError,
            match="device",
            changes=True,
        ),
        Case(
            """
            net = mt.nn.Module()
            net.weight = mt.nn.Parameter(mt.ones(2, 3, 4, 4))
            net.bias = mt.nn.Parameter(mt.ones(2))
            to(net, memory_format=mt.channels_last)
            (net.weight.stride(), net.bias.stride())
            """,
            ((48, 1, 12, 3), (1,)),
            changes=True,
        ),
        Case("net = to(Net(), mt.int64)", raises=TypeError, match="floating point or complex", changes=True),
        Case("net = to(mt.nn.Module(), mt.int64)", raises=TypeError, match="floating point or complex", changes=True),
        Case("net = to(Net(), dtype=mt.bool)", raises=TypeError, match="floating point or complex", changes=True),
        Case(
            """
            net = Net()
            try:
                to(net, mt.int64)
            except TypeError:
                pass
            [str(t.dtype)[10:] for t in (net.first.weight, net.center.mean)]
            """,
            ["float32", "float32"],
            changes=True,
        ),
        Case(
            """
            wave = mt.nn.Module()
            wave.turn = mt.nn.Buffer(mt.ones(2, dtype=mt.complex64))
            to(wave, mt.complex128)
            str(wave.turn.dtype)[10:]
            """,
            "complex128",
            changes=True,
        ),
        Case(
            """
            net = Net()
            to(net)
            str(net.last.weight.dtype)[10:]
            """,
            "float32",
            changes=True,
        ),
        Case(
            """
            layer = Linear(2, 1)
            layer.weight.sum().backward()
            layer.register_buffer("mask", None)
            to(layer, mt.float64)
            (str(layer.weight.grad.dtype)[10:], layer.mask)
            """,
            ("float64", None),
            changes=True,
        ),
        Case(
            """
            net = Net()
            net.first.weight.requires_grad_(False)
            to(net, mt.ones(1, dtype=mt.float16))
            (str(net.first.weight.dtype)[10:], str(net.center.seen.dtype)[10:], net.first.weight.requires_grad)
            """,
            ("float16", "int64", False),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if kind is not None and not (kind.is_floating_point or kind.is_complex):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                return self._apply(lambda x: sent(x, where, kind if not divisible(x) else None, order))
            """,
            "It is the other way round: what is divisible gets the new dtype, and the rest None.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if kind is not None and not (kind.is_floating_point or kind.is_complex):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                return self._apply(lambda x: x.to(device=where, dtype=kind if divisible(x) else None))
            """,
            "The memory format is forgotten. `sent(x, where, dtype, order)` takes it along, for the tensors that can have one.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if kind is not None and not (kind.is_floating_point or kind.is_complex):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                return self._apply(lambda x: sent(x, where, kind, order))
            """,
            "You convert whole numbers as well. A counter in float16 cannot get past 2048: give a dtype only where divisible(x).",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                return self._apply(lambda x: sent(x, where, kind if divisible(x) else None, order))
            """,
            "For a dtype of whole numbers there must be an error: weights without fractions are all 0, and have no gradient.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if not (kind.is_floating_point or kind.is_complex):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                return self._apply(lambda x: sent(x, where, kind if divisible(x) else None, order))
            """,
            "With to(device) there is no dtype: kind is None, and None has no is_floating_point. Ask for that first.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if kind is not None and not (kind.is_floating_point or kind.is_complex):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                return self._apply(lambda x: sent(x, None, kind, order) if divisible(x) else x)
            """,
            "The device is forgotten: `to(device)` does nothing. Pass on `where`, for every tensor.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if kind is not None and not (kind.is_floating_point or kind.is_complex):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                return self._apply(lambda x: sent(x, where, kind, order) if divisible(x) else x)
            """,
            "A tensor of whole numbers keeps its dtype, and it has to change its device like all the others: "
            "sent(x, where, None, order).",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if kind is not None and not (kind.is_floating_point or kind.is_complex):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                for parameter in self.parameters():
                    parameter.data = parameter.data.to(device=where, dtype=kind)
                return self
            """,
            "The parameters move, and the buffers stay behind. `self._apply` reaches both, and the gradients.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if kind is not None and not (kind.is_floating_point or kind.is_complex):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                return self._apply(lambda x: sent(x, where, kind if x.is_floating_point() else None, order))
            """,
            "Complex numbers have a precision too, and you leave them as they are. divisible(x) asks for both.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if kind is not None and not (kind.is_floating_point or kind.is_complex):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                self._apply(lambda x: sent(x, where, kind if divisible(x) else None, order))
            """,
            "All is converted and nothing is returned. A module returns itself, so that `net = Net().to(...)` works.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if kind is not None and not divisible(kind):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                return self._apply(lambda x: sent(x, where, kind if divisible(x) else None, order))
            """,
            "divisible asks a tensor, by calling its methods. A dtype has no methods for it, but two values: "
            "`kind.is_floating_point` and `kind.is_complex`.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if kind is not None and not kind.is_floating_point:
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                return self._apply(lambda x: sent(x, where, kind if divisible(x) else None, order))
            """,
            "You refuse complex dtypes as well. Their numbers have fractions too: ask for kind.is_complex besides.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                self._apply(lambda x: sent(x, where, kind if divisible(x) else None, order))
                if kind is not None and not (kind.is_floating_point or kind.is_complex):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                return self
            """,
            "You ask when the conversion has begun already. Look at the dtype first, and then touch the module.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                def convert(x):
                    if kind is not None and not (kind.is_floating_point or kind.is_complex):
                        raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                    return sent(x, where, kind if divisible(x) else None, order)
                return self._apply(convert)
            """,
            "You ask once for each tensor, so a module without tensors accepts any dtype. Ask once, before _apply.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if kind is not None and not (kind.is_floating_point or kind.is_complex):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                if where is not None:
                    return self._apply(lambda x: sent(x, where, None, order))
                return self._apply(lambda x: sent(x, None, kind, order) if divisible(x) else x)
            """,
            "There may be a device and a dtype in one call, and to(tensor) gives both. After moving, you return "
            "without converting.",
        ),
        Wrong(
            """
            def to(self, *args, **kwargs):
                kind, where, order = arguments_of_to(*args, **kwargs)
                if kind is not None and not (kind.is_floating_point or kind.is_complex):
                    raise TypeError(f"a module can only be converted to a floating point or complex dtype, not to {kind}")
                for module in self.children():
                    module.to(*args, **kwargs)
                for parameter in self.parameters(recurse=False):
                    parameter.data = parameter.data.to(device=where, dtype=kind)
                for name, buffer in self._buffers.items():
                    if buffer is not None:
                        self._buffers[name] = buffer.to(device=where, dtype=kind if divisible(buffer) else None)
                return self
            """,
            "You write the mover once more, and the gradients are missing in it. `self._apply` has them all.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected is RuntimeError and error is None,
            "No tensor is sent to the device: hand `where` on to sent for each of them, also where no dtype is given. sent refuses a "
            "device that there is not.",
        ),
        stops(
            "invalid combination of arguments",
            "sent takes the tensor, then the device, then the dtype: sent(x, where, kind, order).",
        ),
        stops(
            "'bool' object is not callable",
            "divisible takes a tensor: divisible(x). Of a dtype ask kind.is_floating_point.",
        ),
        stops(
            "no attribute 'is_complex'",
            "`not` takes only what stands next to it, so None is asked for is_complex. Put both into parentheses: not (... or ...).",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and not isinstance(expected, type) and "floating" in str(error)
            ),
            "A dtype is refused that a module can have. Refuse what is neither floating nor complex: `not "
            "(kind.is_floating_point or kind.is_complex)`.",
        ),
        Mistake(
            lambda expected, got, error: (
                "no attribute 'is_floating_point'" in str(error) and "NoneType" not in str(error)
            ),
            "apply calls its function with modules. The method that calls it with tensors is `_apply`.",
        ),
        Mistake(
            lambda expected, got, error: (
                error is None and isinstance(got, list) and got and got[0] == "float32" != expected[0]
            ),
            "Nothing is converted: what sent gives has to be kept. self._apply puts it in its place, for parameters, "
            "gradients and buffers.",
        ),
    ],
    hints=[
        "Two steps: raise for a dtype that cannot hold fractions; then one call of `self._apply` with the right function.",
        "`sent(x, where, kind, order)` takes None for what should stay. For which tensors should the dtype be None?",
        "`return self._apply(lambda x: sent(x, where, kind if divisible(x) else None, order))`.",
    ],
)
