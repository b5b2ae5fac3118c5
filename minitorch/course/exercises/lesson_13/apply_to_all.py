"""The one mover."""

from ...define import Case, Exercise, Law, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops, where
from .nets import SETUP, moved

ENDLESS = "The module asks itself again, without end: modules() gives it first of all. Ask the children, each of which asks its own."
RIGHT = """\
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
"""

exercise = Exercise(
    "apply_to_all",
    title="The one mover",
    difficulty=3,
    minutes=9,
    target="minitorch.nn.module.convert:Convert._apply",
    installed=True,
    setup="from minitorch.nn.module.convert import converted\n" + SETUP.replace("\n    ", "\n"),
    stub='''
        def apply_to_all(self, fn, recurse=True):
            """Give every parameter, its gradient and every buffer the numbers that `fn(tensor)` makes of it.

            In a parameter's place comes converted(parameter, fn), called under no_grad; in a buffer's, fn(buffer). Before that
            each child does the same by its own _apply, once; with recurse=False they are left alone. Returns self.
            """
            ...
    ''',
    solution='''
        def apply_to_all(self, fn, recurse=True):
            """Give every parameter, its gradient and every buffer the numbers that `fn(tensor)` makes of it.

            In a parameter's place comes converted(parameter, fn), called under no_grad; in a buffer's, fn(buffer). Before that
            each child does the same by its own _apply, once; with recurse=False they are left alone. Returns self.
            """
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
    ''',
    why="Three loops: the modules inside, the parameters, the buffers. A parameter stays the object it is, which `converted` sees "
    "to; a buffer is put in its place in the dictionary, since nobody trains it.",
    facts=[
        Case(
            """
            net = Net()
            apply_to_all(net, lambda x: x.double())
            [str(p.dtype)[-7:] for p in net.parameters()]
            """,
            ["float64"] * 4,
            changes=True,
        ),
        Case(
            """
            layer = Linear(2, 1)
            held = list(layer.parameters())
            apply_to_all(layer, lambda x: x.double())
            [a is b for a, b in zip(held, layer.parameters())]
            """,
            [True, True],
            changes=True,
        ),
        Case(
            """
            layer = Linear(2, 1)
            layer.weight.sum().backward()
            grad = layer.weight.grad
            apply_to_all(layer, lambda x: x.double())
            (layer.weight.grad is grad, grad, layer.bias.grad)
            """,
            (True, T([[1.0, 1.0]], "float64"), None),
            changes=True,
        ),
        Case(
            """
            center = Center(2)
            apply_to_all(center, lambda x: x + 1)
            (center.mean.tolist(), center.seen.item())
            """,
            ([1.0, 1.0], 1),
            changes=True,
        ),
        Case(
            """
            net, shared = mt.nn.Module(), Center(2)
            net.left, net.right = shared, shared
            net.add_module("none", None)
            apply_to_all(net, lambda x: x + 1)
            (shared.mean.tolist(), shared.seen.item())
            """,
            ([1.0, 1.0], 1),
            changes=True,
        ),
        Case(
            """
            center = Center(2)
            held = center.mean
            apply_to_all(center, lambda x: x.double())
            (center.mean is held, str(held.dtype)[-7:], str(center.mean.dtype)[-7:])
            """,
            (False, "float32", "float64"),
            changes=True,
        ),
        Case(
            """
            class Single(Center):
                def _apply(self, fn, recurse=True):
                    return self

            net = mt.nn.Module()
            net.single, net.center = Single(2), Center(2)
            apply_to_all(net, lambda x: x + 1)
            (net.single.mean.tolist(), net.center.mean.tolist())
            """,
            ([0.0, 0.0], [1.0, 1.0]),
            changes=True,
        ),
        Case(
            """
            net = Net()
            apply_to_all(net, lambda x: x) is net
            """,
            True,
            changes=True,
        ),
        Case(
            """
            net = Net()
            net.scale = mt.nn.Parameter(mt.ones(1))
            net.count = mt.nn.Buffer(mt.ones(1))
            apply_to_all(net, lambda x: x.double(), recurse=False)
            [str(t.dtype)[-7:] for t in (net.scale, net.count, net.last.weight, net.center.mean)]
            """,
            ["float64", "float64", "float32", "float32"],
            changes=True,
        ),
        Case(
            """
            outer = mt.nn.Module()
            outer.inner = Net()
            apply_to_all(outer, lambda x: x + 2)
            (outer.inner.last.bias.tolist(), outer.inner.center.mean.tolist())
            """,
            ([2.0], [2.0, 2.0, 2.0]),
            changes=True,
        ),
        Case(
            """
            layer = Linear(2, 1)
            layer.register_parameter("bias", None)
            layer.register_buffer("mask", None)
            apply_to_all(layer, lambda x: x.double())
            (layer.weight.dtype == mt.float64, layer.bias, layer.mask)
            """,
            (True, None, None),
            changes=True,
        ),
        Case(
            """
            net = tied()
            apply_to_all(net, lambda x: x.double())
            (net.first.weight is net.last.weight, net.last.weight.dtype == mt.float64)
            """,
            (True, True),
            changes=True,
        ),
        Case(
            """
            layer = Linear(2, 1)
            layer.weight.requires_grad_(False)
            apply_to_all(layer, lambda x: x.double())
            (layer.weight.dtype == mt.float64, layer.weight.requires_grad, layer.bias.requires_grad)
            """,
            (True, False, True),
            changes=True,
        ),
        Case(
            """
            layer = Linear(2, 1)
            apply_to_all(layer, lambda x: x.fill_(7.0))
            (layer.weight.tolist(), layer.weight.is_leaf, layer.weight.requires_grad)
            """,
            ([[7.0, 7.0]], True, True),
            changes=True,
        ),
        Case(
            """
            layer = Linear(2, 1)
            layer.weight.sum().backward()
            recording = []
            apply_to_all(layer, lambda x: recording.append(mt.is_grad_enabled()) or x)
            recording
            """,
            [False, False, False],
            changes=True,
        ),
        Case(
            """
            outer = mt.nn.Module()
            outer.inner = Net()
            apply_to_all(outer, lambda x: x.double())
            (list(outer._parameters), list(outer._buffers))
            """,
            ([], []),
            changes=True,
        ),
        Law("whatever fn is, the numbers are fn of the old ones", lambda f, rng: moved(f, rng)),
    ],
    wrong=[
        Wrong(
            edited(
                RIGHT,
                ("self._parameters.items()", "self.named_parameters()"),
                ("self._buffers.items()", "self.named_buffers()"),
            ),
            "named_parameters and named_buffers go through the whole tree, and their names are paths. The modules inside "
            "do their own by _apply: here it is self._parameters and self._buffers.",
        ),
        Wrong(
            edited(RIGHT, ("self._buffers.items()", "self.named_buffers()")),
            "named_buffers goes through the whole tree, and its names are paths: the module gets a buffer called "
            "`inner.mean`. Here it is self._buffers.",
        ),
        Wrong(
            edited(RIGHT, ("    return self\n", "        return self\n")),
            "The `return` stands inside a loop, which ends with it.",
        ),
        Wrong(
            edited(RIGHT, ("self._buffers[name]", "buffer.data")),
            "You give the old buffer other numbers. Nobody trains it, so a new tensor takes its place in the "
            "dictionary, here as in PyTorch: `self._buffers[name] = fn(buffer)`.",
        ),
        Wrong(
            """
def apply_to_all(self, fn, recurse=True):
    for module in self.modules() if recurse else [self]:
        for name, parameter in module._parameters.items():
            if parameter is not None:
                with mt.no_grad():
                    module._parameters[name] = converted(parameter, fn)
        for name, buffer in module._buffers.items():
            if buffer is not None:
                module._buffers[name] = fn(buffer)
    return self
""",
            "You reach into every module of the tree yourself. A class may have an `_apply` of its own, and then "
            "it wants to be asked: `module._apply(fn)` for each child.",
        ),
        Wrong(
            edited(RIGHT, ("self._buffers[name] = fn(buffer)", "self._buffers = {name: fn(buffer)}")),
            "A new dictionary forgets the buffers that were in the old one. Put the new tensor into the one that "
            "is there.",
        ),
        Wrong(
            edited(RIGHT, ("self.children():\n", "self._modules.values():\n            if module is not None:\n    ")),
            "A module that stands under two names is converted twice, and fn may be more than a conversion. "
            "self.children() gives it once.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "converted(parameter, fn)\n    for",
                    "mt.nn.Parameter(fn(parameter), parameter.requires_grad)\n    for",
                ),
            ),
            "You put new parameters into the module. The optimizer holds the old ones and goes on training those: "
            "converted(parameter, fn) gives the old object new numbers.",
        ),
        Wrong(
            edited(RIGHT, ("self._parameters[name] = converted(parameter, fn)", "parameter.data = fn(parameter)")),
            "The gradients stay as they were, in the old dtype or on the old device. A gradient goes where its "
            "parameter goes: converted(parameter, fn).",
        ),
        Wrong(
            RIGHT[: RIGHT.index("    for name, buffer")] + "    return self\n",
            "The buffers are forgotten. A running mean in another dtype than the weights makes the next layer fail.",
        ),
        Wrong(
            edited(RIGHT, ("if recurse:", "if True:")),
            "With recurse=False the modules inside must be left alone.",
        ),
        Wrong(
            edited(
                RIGHT, ("    if recurse:\n        for module in self.children():\n            module._apply(fn)\n", "")
            ),
            "You move what this module holds itself, and nothing of the modules inside. With recurse=True, go to "
            "the children too.",
        ),
        Wrong(
            edited(RIGHT, ("if parameter is not None", "if True"), ("if buffer is not None", "if True")),
            "A place may be empty: a layer without a bias has `bias` registered as None. Leave those out.",
        ),
        Wrong(
            edited(RIGHT, ("with mt.no_grad()", "if True")),
            "While fn works on a parameter, every step is recorded, and an fn that changes it in place is "
            "refused. Call converted under mt.no_grad().",
        ),
        Wrong(
            edited(RIGHT, ("if buffer is not None", "if buffer is not None and buffer.is_floating_point()")),
            "You leave out buffers of whole numbers. To another device they have to go too: which tensors are "
            "converted is for fn to say.",
        ),
        Wrong(
            edited(RIGHT, ("    return self\n", "")),
            "All is done and nothing is returned. Return self, so that `net = Net().half()` works.",
        ),
    ],
    mistakes=[
        where(
            ["float64"] * 4,
            "Not every parameter is there, or converted. What `converted` returns is stored in self._parameters; "
            "do the modules inside do the same?",
        ),
        Mistake(
            lambda expected, got, error: expected[0] == [2.0] and got[0][0] > 2,
            "A module further in is converted more than once. Each child asks its own children, so ask self.children() alone, and "
            "not all modules().",
        ),
        stops(
            "as parameter 'weight'",
            "A plain tensor cannot take a parameter's place, and a new parameter would be none that the optimizer holds. "
            "converted(parameter, fn) gives the one to store.",
        ),
        stops(
            "'tuple' object has no attribute '_apply'",
            "named_children gives pairs. The modules alone are given by children().",
        ),
        stops("'Parameter' object is not callable", "converted takes the parameter first, and then fn."),
        stops(
            "too many values to unpack",
            "A dictionary in a loop gives its keys. Name and tensor together are given by `.items()`.",
        ),
        Mistake(lambda expected, got, error: isinstance(error, RecursionError), ENDLESS),
        Mistake(
            lambda expected, got, error: (
                error is not None and any(f"'{name}'" in str(error) for name in ("Center", "Linear", "Net"))
            ),
            "fn is given a module, and it takes tensors. Let each child do it for its own: `module._apply(fn)`.",
        ),
    ],
    hints=[
        "Four things: the modules inside (if recurse), the parameters, their gradients, the buffers. Look at `self.children()`, "
        "`self._parameters` and `self._buffers`.",
        "A parameter and its gradient are what `converted` was written for. A buffer is replaced in the "
        "dictionary. Either may be None.",
        "Under mt.no_grad(): `self._parameters[name] = converted(parameter, fn)`. For a buffer: `self._buffers[name] = fn(buffer)`. "
        "For the children: `module._apply(fn)`.",
    ],
)
