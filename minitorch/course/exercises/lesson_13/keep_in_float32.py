"""Half precision, but not everywhere."""

from ...define import Case, Exercise, T, Wrong
from .bytes_of import SETUP

exercise = Exercise(
    "keep_in_float32",
    title="Half precision, but not everywhere",
    difficulty=3,
    minutes=10,
    setup=SETUP
    + """
    class Norm(mt.nn.Module):
        def __init__(self, n, mean=0.1):
            super().__init__()
            self.weight = mt.nn.Parameter(mt.ones(n))
            self.running_mean = mt.nn.Buffer(mt.full((n,), mean))
            self.seen = mt.nn.Buffer(mt.tensor(0))

    def deep():
        net = Net()
        net.last = mt.nn.Module()
        net.last.inner, net.last.linear = Norm(1), Linear(1, 1)
        return net

    def kinds(module):
        return {str(t.dtype)[10:] for t in [*module.parameters(), *module.buffers()]}
""",
    stub='''
        def keep_in_float32(module, dtype):
            """The module itself, its floating numbers as `dtype`, except in modules that normalise.

            A module normalises if it has a buffer called "running_mean". Nothing that it holds itself is touched.
            """
            ...
    ''',
    solution='''
        def keep_in_float32(module, dtype):
            """The module itself, its floating numbers as `dtype`, except in modules that normalise.

            A module normalises if it has a buffer called "running_mean". Nothing that it holds itself is touched.
            """
            for part in module.modules():
                if "running_mean" not in part._buffers:
                    part._apply(lambda x: x.to(dtype) if x.is_floating_point() else x, recurse=False)
            return module
    ''',
    why="The walk over modules() reaches every part, and recurse=False makes each decide for itself alone. What is to keep its "
    "precision must never be converted: going back to float32 does not bring the lost digits back.",
    facts=[
        Case(
            """
            net = deep()
            keep_in_float32(net, mt.float16)
            [str(p.dtype)[10:] for p in (net.first.weight, net.last.linear.bias, net.last.inner.weight)]
            """,
            ["float16", "float16", "float32"],
            changes=True,
        ),
        Case(
            """
            net = deep()
            keep_in_float32(net, mt.float16)
            net.last.inner.running_mean
            """,
            T([0.1]),
            rtol=1e-7,
            atol=0,
            changes=True,
        ),
        Case(
            """
            net = deep()
            keep_in_float32(net, mt.float16)
            (str(net.center.mean.dtype)[10:], str(net.center.seen.dtype)[10:], str(net.last.inner.seen.dtype)[10:])
            """,
            ("float16", "int64", "int64"),
            changes=True,
        ),
        Case(
            """
            net = deep()
            keep_in_float32(net, mt.bfloat16) is net
            """,
            True,
            changes=True,
        ),
        Case("sorted(kinds(keep_in_float32(Norm(2), mt.float16)))", ["float32", "int64"]),
        Case("sorted(kinds(keep_in_float32(Net(), mt.float16)))", ["float16", "int64"]),
        Case("sorted(kinds(keep_in_float32(Net(), mt.float64)))", ["float64", "int64"]),
        Case(
            """
            net = deep()
            held = list(net.parameters())
            keep_in_float32(net, mt.float16)
            [a is b for a, b in zip(held, net.parameters())]
            """,
            [True] * 5,
            changes=True,
        ),
        Case(
            """
            net = deep()
            net.norm = Linear(1, 1)
            keep_in_float32(net, mt.float16)
            str(net.norm.weight.dtype)[10:]
            """,
            "float16",
            changes=True,
        ),
        Case("sorted(kinds(keep_in_float32(Linear(2, 2), mt.float16)))", ["float16"]),
        Case(
            """
            outer = mt.nn.Module()
            outer.net = deep()
            keep_in_float32(outer, mt.float16)
            [str(p.dtype)[10:] for p in (outer.net.last.inner.weight, outer.net.last.linear.weight)]
            """,
            ["float32", "float16"],
            changes=True,
        ),
        Case(
            """
            net = Norm(2)
            net.inner = Linear(2, 2)
            keep_in_float32(net, mt.float16)
            (str(net.weight.dtype)[10:], str(net.inner.weight.dtype)[10:])
            """,
            ("float32", "float16"),
            changes=True,
        ),
        Case(
            """
            net = deep()
            (net.first.weight.sum() + net.last.inner.weight.sum()).backward()
            keep_in_float32(net, mt.float16)
            (str(net.first.weight.grad.dtype)[10:], str(net.last.inner.weight.grad.dtype)[10:])
            """,
            ("float16", "float32"),
            changes=True,
        ),
        Case(
            """
            net = deep()
            net.scale = mt.nn.Parameter(mt.ones(1))
            keep_in_float32(net, mt.float16)
            str(net.scale.dtype)[10:]
            """,
            "float16",
            changes=True,
        ),
        Case(
            """
            net = Net()
            net.first.running_mean = 0.5
            net.last.register_buffer("running_mean", mt.zeros(1))
            keep_in_float32(net, mt.float16)
            (str(net.first.weight.dtype)[10:], str(net.last.weight.dtype)[10:])
            """,
            ("float16", "float32"),
            changes=True,
        ),
        Case(
            """
            norm = Norm(2).double()
            keep_in_float32(norm, mt.float16)
            (str(norm.weight.dtype)[10:], str(norm.running_mean.dtype)[10:])
            """,
            ("float64", "float64"),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def keep_in_float32(module, dtype):
                module.to(dtype)
                for part in module.modules():
                    if "running_mean" in part._buffers:
                        part._apply(lambda x: x.float() if x.is_floating_point() else x, recurse=False)
                return module
            """,
            "There and back again: the dtype is float32, and the digits are gone. 0.1 became 0.09998. What is kept must not be "
            "converted in the first place.",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                for part in module.modules():
                    if "running_mean" not in part._buffers:
                        part.to(dtype)
                return module
            """,
            "`to` goes down the tree. The outermost module does not normalise, and converts everything in it: use "
            "_apply(..., recurse=False).",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                for part in module.modules():
                    if "running_mean" not in part._buffers:
                        part._apply(lambda x: x.to(dtype), recurse=False)
                return module
            """,
            "You convert counts and indices too. Change only what x.is_floating_point().",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                for name, part in module.named_modules():
                    if "norm" not in name:
                        part._apply(lambda x: x.to(dtype) if x.is_floating_point() else x, recurse=False)
                return module
            """,
            "A name says nothing: somebody's norm is called `inner`, and a layer called `norm` may be no norm. Look for the buffer.",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                for part in module.children():
                    if "running_mean" not in part._buffers:
                        part._apply(lambda x: x.to(dtype) if x.is_floating_point() else x)
                return module
            """,
            "You look at the children and not at what is further inside, nor at the module itself. modules() walks over all.",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                for part in module.modules():
                    if "running_mean" not in part._buffers:
                        for parameter in part._parameters.values():
                            parameter.data = parameter.data.to(dtype)
                return module
            """,
            "You convert the parameters only, and their buffers and gradients stay behind. `_apply` does all three.",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                for part in module.modules():
                    keep = part._buffers.get("running_mean")
                    part._apply(lambda x: x.to(dtype) if x.is_floating_point() and x is not keep else x, recurse=False)
                return module
            """,
            "You keep the running mean alone. The weights of a module that normalises are to stay as well: leave out the whole "
            "module.",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                for part in module.modules():
                    if "Norm" not in type(part).__name__:
                        part._apply(lambda x: x.to(dtype) if x.is_floating_point() else x, recurse=False)
                return module
            """,
            "You ask for the name of the class. Somebody's norm may be called otherwise; the buffer decides.",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                for part in module.modules():
                    if not hasattr(part, "running_mean"):
                        part._apply(lambda x: x.to(dtype) if x.is_floating_point() else x, recurse=False)
                return module
            """,
            "Any attribute of that name stops you, a plain number too. Ask whether it is among the buffers.",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                for part in module.modules():
                    if not any(name.endswith("running_mean") for name, _ in part.named_buffers()):
                        part._apply(lambda x: x.to(dtype) if x.is_floating_point() else x, recurse=False)
                return module
            """,
            "named_buffers() goes down the tree, so a network with a norm somewhere inside counts as one. Look at "
            "`part._buffers`.",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                for part in module.modules():
                    kind = mt.float32 if "running_mean" in part._buffers else dtype
                    part._apply(lambda x: x.to(kind) if x.is_floating_point() else x, recurse=False)
                return module
            """,
            "You make float32 of what is to be left alone. A norm that is in float64 should stay there: do not "
            "touch it.",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                if "running_mean" not in module._buffers:
                    for inner in module.children():
                        keep_in_float32(inner, dtype)
                    module._apply(lambda x: x.to(dtype) if x.is_floating_point() else x, recurse=False)
                return module
            """,
            "You stop at a module that normalises. What is inside it is a module of its own, and decides for itself.",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                for part in module.modules():
                    if "running_mean" not in part._buffers:
                        part._apply(lambda x: x.to(dtype) if x.is_floating_point() else x, recurse=False)
            """,
            "All is done and nothing is returned. Return the module.",
        ),
        Wrong(
            """
            def keep_in_float32(module, dtype):
                for part in module.modules():
                    if "running_mean" in part._buffers:
                        part._apply(lambda x: x.to(dtype) if x.is_floating_point() else x, recurse=False)
                return module
            """,
            "The other way round: those with a running mean are to be left alone.",
        ),
    ],
    hints=[
        "Each module decides for itself. Which walk reaches all of them, and which argument of _apply keeps to one?",
        '`"running_mean" in part._buffers` tells whether a module normalises.',
        "`part._apply(lambda x: x.to(dtype) if x.is_floating_point() else x, recurse=False)`, for each part that does not.",
    ],
)
