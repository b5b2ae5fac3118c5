"""One line each."""

from ...define import Case, Exercise, Mistake, Wrong
from ..fact_words import stops, where
from .nets import SETUP

exercise = Exercise(
    "half",
    title="One line each",
    difficulty=1,
    minutes=4,
    target="minitorch.nn.module.convert:Convert.half",
    covers={
        "to_float32": "minitorch.nn.module.convert:Convert.float",
        "double": "minitorch.nn.module.convert:Convert.double",
    },
    installed=True,
    setup="from minitorch.nn.module.convert import Convert, divisible\n\ndouble = Convert.double\n"
    + SETUP.replace("\n    ", "\n"),
    stub='''
        def to_float32(self):
            """The module itself, all its floating tensors as float32. Integers and bools stay as they are."""
            ...


        def double(self):
            """The module itself, all its floating tensors as float64. Integers and bools stay as they are."""
            ...


        def half(self):
            """The module itself, all its floating tensors as float16. Integers and bools stay as they are."""
            ...
    ''',
    solution='''
        def to_float32(self):
            """The module itself, all its floating tensors as float32. Integers and bools stay as they are."""
            return self._apply(lambda x: x.float() if x.is_floating_point() else x)


        def double(self):
            """The module itself, all its floating tensors as float64. Integers and bools stay as they are."""
            return self._apply(lambda x: x.double() if x.is_floating_point() else x)


        def half(self):
            """The module itself, all its floating tensors as float16. Integers and bools stay as they are."""
            return self._apply(lambda x: x.half() if x.is_floating_point() else x)
    ''',
    why="What has to stay an object, `_apply` knows. So a new way to convert a module is one function from a "
    "tensor to a tensor.",
    facts=[
        Case(
            """
            net = Net()
            net.half()
            [str(t.dtype)[10:] for t in (net.first.weight, net.last.bias, net.center.mean, net.center.seen)]
            """,
            ["float16", "float16", "float16", "int64"],
            changes=True,
        ),
        Case(
            """
            net = Net().double()
            net.float()
            [str(t.dtype)[10:] for t in (net.first.weight, net.last.bias, net.center.mean, net.center.seen)]
            """,
            ["float32", "float32", "float32", "int64"],
            changes=True,
        ),
        Case(
            """
            net = Net()
            held = net.last.bias
            same = net.double() is net
            (same, [str(t.dtype)[10:] for t in (held, net.first.weight, net.center.mean, net.center.seen)])
            """,
            (True, ["float64", "float64", "float64", "int64"]),
            changes=True,
        ),
        Case(
            """
            net = Net()
            (net.half() is net, net.float() is net)
            """,
            (True, True),
            changes=True,
        ),
        Case(
            """
            net = Net()
            held = list(net.parameters())
            net.half()
            [a is b for a, b in zip(held, net.parameters())]
            """,
            [True] * 4,
            changes=True,
        ),
        Case(
            """
            m = mt.nn.Module()
            m.mask = mt.nn.Buffer(mt.tensor([True, False]))
            m.turn = mt.nn.Buffer(mt.ones(2, dtype=mt.complex64))
            m.half()
            kinds = [m.mask.dtype == mt.bool, m.turn.dtype == mt.complex64]
            m.float()
            kinds + [m.mask.dtype == mt.bool, m.turn.dtype == mt.complex64]
            """,
            [True, True, True, True],
            changes=True,
        ),
        Case(
            """
            layer = Linear(2, 1)
            layer.weight.sum().backward()
            layer.half()
            was = layer.weight.grad.dtype == mt.float16
            layer.float()
            (was, layer.weight.grad.dtype == mt.float32, layer.bias.grad)
            """,
            (True, True, None),
            changes=True,
        ),
        Case(
            """
            net = tied().half()
            (net.first.weight is net.last.weight, net.last.weight.dtype == mt.float16)
            """,
            (True, True),
            changes=True,
        ),
        Case(
            """
            outer = mt.nn.Module()
            outer.inner = Net()
            outer.half()
            str(outer.inner.last.weight.dtype)[10:]
            """,
            "float16",
            changes=True,
        ),
        Case(
            """
            net = Net().double().half()
            [str(t.dtype)[10:] for t in (net.first.weight, net.center.mean, net.center.seen)]
            """,
            ["float16", "float16", "int64"],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def to_float32(self):
                return self._apply(lambda x: x.float() if x.is_floating_point() else x)


            def half(self):
                for p in self.parameters():
                    p.data = p.data.half()
                return self
            """,
            "The parameters are converted, and the buffers and gradients are not. self._apply reaches all of them.",
        ),
        Wrong(
            """
            def to_float32(self):
                return self._apply(lambda x: x.float() if x.is_floating_point() else x)


            def half(self):
                return self._apply(lambda x: x.half() if x.dtype == mt.float32 else x)
            """,
            "Only what is float32 is converted. A module in float64 is to be float16 afterwards as well: ask "
            "x.is_floating_point().",
        ),
        Wrong(
            """
            def to_float32(self):
                return self._apply(lambda x: x.float() if x.is_floating_point() else x)


            def half(self):
                return self._apply(lambda x: x.half() if x.is_floating_point() else x, recurse=False)
            """,
            "With recurse=False the modules inside are left alone. They are to be converted, too.",
        ),
        Wrong(
            """
            def to_float32(self):
                return self._apply(lambda x: x.float() if x.is_floating_point() else x)


            def double(self):
                return self._apply(lambda x: x.float() if x.is_floating_point() else x)


            def half(self):
                return self._apply(lambda x: x.half() if x.is_floating_point() else x)
            """,
            "`double` converts to float32 here. float64 is `x.double()`.",
        ),
        Wrong(
            """
            def to_float32(self):
                return self._apply(lambda x: x.float())


            def half(self):
                return self._apply(lambda x: x.half())
            """,
            "You convert whole numbers as well. A counter in float16 cannot get past 2048: leave what is not floating "
            "as it is.",
        ),
        Wrong(
            """
            def to_float32(self):
                self._apply(lambda x: x.float() if x.is_floating_point() else x)


            def half(self):
                self._apply(lambda x: x.half() if x.is_floating_point() else x)
            """,
            "All is converted and nothing is returned. A module returns itself, as _apply does, so that `net = "
            "Net().half()` works.",
        ),
        Wrong(
            """
            def to_float32(self):
                return self._apply(lambda x: x.float() if x.is_floating_point() else x.float())


            def half(self):
                return self._apply(lambda x: x.half() if x.is_floating_point() else x.float())
            """,
            "What is not floating becomes float32, and a counter would be no whole number any more. Give `x` itself.",
        ),
        Wrong(
            """
            def to_float32(self):
                return self._apply(lambda x: x.float() if x.is_floating_point() else x)


            def half(self):
                return self._apply(lambda x: x.bfloat16() if x.is_floating_point() else x)
            """,
            "bfloat16 is another way to use 2 bytes, with a method of its own. Here float16 is asked for: `x.half()`.",
        ),
        Wrong(
            """
            def to_float32(self):
                return self._apply(lambda x: x.float() if x.is_floating_point() else None)


            def half(self):
                return self._apply(lambda x: x.half() if x.is_floating_point() else None)
            """,
            "For what is not floating your function gives None, and the tensor is lost. Give `x` itself.",
        ),
        Wrong(
            """
            def to_float32(self):
                return self._apply(lambda x: x.float() if x.is_floating_point() else x)


            def half(self):
                return self._apply(lambda x: x.float() if x.is_floating_point() else x)
            """,
            "`half` converts to float32 here. float16 is `x.half()`.",
        ),
        Wrong(
            """
            def to_float32(self):
                return self._apply(lambda x: x.float() if divisible(x) else x)


            def half(self):
                return self._apply(lambda x: x.half() if divisible(x) else x)
            """,
            "Complex numbers are converted, too, and `x.half()` would lose their imaginary parts: divisible asks for both kinds, "
            "and so does self.to(dtype). Only floating tensors are meant: x.is_floating_point().",
        ),
        Wrong(
            """
            def to_float32(self):
                return [x.float() if x.is_floating_point() else x for x in self.parameters()]


            def half(self):
                return [x.half() if x.is_floating_point() else x for x in self.parameters()]
            """,
            "The module itself is as it was: what is converted are other tensors, or another module, and nobody keeps them. "
            "`self._apply` puts the numbers where they belong.",
        ),
        Wrong(
            """
            def to_float32(self):
                return self._apply(lambda x: x.float() if x.requires_grad else x)


            def half(self):
                return self._apply(lambda x: x.half() if x.requires_grad else x)
            """,
            "What is frozen is converted too, and so are buffers. Ask x.is_floating_point().",
        ),
        Wrong(
            """
            def to_float32(self):
                return self._apply(lambda x: x.float() if not x.is_floating_point() else x)


            def half(self):
                return self._apply(lambda x: x.half() if not x.is_floating_point() else x)
            """,
            "It is the other way round: what is floating is converted.",
        ),
    ],
    mistakes=[
        where(
            (True, True, None),
            "The gradients are not converted. self._apply takes them along, with parameters and buffers.",
        ),
        Mistake(
            lambda expected, got, error: got[:3] == ["float16", "float16", "float32"],
            "The buffers are not converted: `mean` is one. self._apply reaches them, too.",
        ),
        where(
            [True, True, True, True],
            "True, False and complex numbers stay what they are. `self.to(dtype)` converts complex ones too: with self._apply, ask "
            "`x.is_floating_point()` of each.",
        ),
        stops(
            "'Tensor' object has no attribute '_apply'",
            "A method of modules is called with a tensor. A tensor has its own: `x.half()`.",
        ),
        stops(
            "'int' object has no attribute",
            "Your function gives a number for what is not floating, and that stands there now. Give `x` itself.",
        ),
        stops("but got method", "`x.half` is the method. Parentheses call it: `x.half()`."),
        stops(
            "no attribute 'weight'",
            "Not every module has a weight, and some have more. self._apply reaches all that there is.",
        ),
        Mistake(
            lambda expected, got, error: (
                "no attribute 'is_floating_point'" in str(error) and "NoneType" not in str(error)
            ),
            "apply calls its function with modules. The method that calls it with tensors is `_apply`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "NoneType" in str(error),
            "Something became None. Does your function give a tensor for what is not floating, and does the method "
            "return the module?",
        ),
        where((True, True), "One of the methods does not return the module."),
        where(
            (True, ["float64", "float64", "float64", "int64"]),
            "`double` is to give back the module itself, with its floating numbers as float64: `x.double()`.",
        ),
    ],
    hints=[
        "`self._apply(fn)` calls fn for every tensor, and returns the module.",
        "`x.half()` and `x.float()` convert one tensor. For which tensors should fn give `x` itself?",
        "`return self._apply(lambda x: x.half() if x.is_floating_point() else x)`.",
    ],
)
