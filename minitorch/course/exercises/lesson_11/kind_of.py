"""What is this attribute?"""

from ...define import Case, Exercise, Mistake, Wrong

exercise = Exercise(
    "kind_of",
    title="What is this attribute?",
    difficulty=2,
    minutes=7,
    stub='''
        def kind_of(module, name):
            """How `module` keeps the attribute: "parameter", "buffer", "module" or "plain"; AttributeError without it."""
            ...
    ''',
    solution='''
        def kind_of(module, name):
            """How `module` keeps the attribute: "parameter", "buffer", "module" or "plain"; AttributeError without it."""
            for kind in ("parameter", "buffer", "module"):
                if name in vars(module)[f"_{kind}s"]:
                    return kind
            getattr(module, name)
            return "plain"
    ''',
    why="The kind of an attribute is a matter of where it is kept, not of what its value is: None can be a parameter, and a "
    "tensor that requires a gradient can be a buffer or nothing at all.",
    facts=[
        Case(
            """
            m = mt.nn.Module()
            m.w = mt.nn.Parameter(mt.ones(2))
            m.mean = mt.nn.Buffer(mt.zeros(2))
            m.inner = mt.nn.Module()
            m.rate = 0.1
            [kind_of(m, name) for name in ("w", "mean", "inner", "rate")]
            """,
            ["parameter", "buffer", "module", "plain"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_parameter("bias", None)
            m.register_buffer("mean", None)
            m.add_module("down", None)
            m.nothing = None
            [kind_of(m, name) for name in ("bias", "mean", "down", "nothing")]
            """,
            ["parameter", "buffer", "module", "plain"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_buffer("mean", mt.zeros(2))
            m.scale = mt.ones(2, requires_grad=True)
            (kind_of(m, "mean"), kind_of(m, "scale"))
            """,
            ("buffer", "plain"),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_buffer("mask", mt.ones(2), persistent=False)
            m.register_buffer("odd", mt.nn.Parameter(mt.ones(2)))
            (kind_of(m, "mask"), kind_of(m, "odd"))
            """,
            ("buffer", "buffer"),
        ),
        Case(
            """
            class Net(mt.nn.Module):
                depth = 3

                @property
                def width(self):
                    return 4

                def forward(self, x):
                    return x

            net = Net()
            [kind_of(net, name) for name in ("depth", "width", "forward", "_parameters")]
            """,
            ["plain", "plain", "plain", "plain"],
        ),
        Case("kind_of(mt.nn.Module(), 'wieght')", raises=AttributeError, match="wieght"),
        Case(
            """
            m = mt.nn.Module()
            m.layers = [mt.nn.Parameter(mt.ones(2))]
            m.w = mt.nn.Parameter(mt.ones(2))
            m.v = m.w
            del m.w
            (kind_of(m, "layers"), kind_of(m, "v"), "w" in dir(m))
            """,
            ("plain", "parameter", False),
        ),
    ],
    wrong=[
        Wrong(
            """
            def kind_of(module, name):
                value = getattr(module, name)
                if isinstance(value, mt.nn.Parameter):
                    return "parameter"
                if isinstance(value, mt.Tensor):
                    return "buffer"
                if isinstance(value, mt.nn.Module):
                    return "module"
                return "plain"
            """,
            "You ask what the value is. Not every tensor is a buffer, and a parameter may be None: ask in which of the "
            "dictionaries the name stands.",
        ),
        Wrong(
            """
            def kind_of(module, name):
                value = getattr(module, name)
                if isinstance(value, mt.nn.Parameter):
                    return "parameter"
                if isinstance(value, mt.nn.Buffer):
                    return "buffer"
                if isinstance(value, mt.nn.Module):
                    return "module"
                return "plain"
            """,
            "You ask what the value is. register_buffer takes any tensor, not only a Buffer, and None can be any of the "
            "three: ask in which of the dictionaries the name stands.",
        ),
        Wrong(
            """
            def kind_of(module, name):
                for kind in ("parameter", "buffer", "module"):
                    if vars(module)[f"_{kind}s"].get(name) is not None:
                        return kind
                getattr(module, name)
                return "plain"
            """,
            "A name can be registered with the value None, and then .get(name) looks as if it were not there. Ask `name in "
            "dictionary`.",
        ),
        Wrong(
            """
            def kind_of(module, name):
                for kind in ("parameter", "buffer", "module"):
                    if name in vars(module)[f"_{kind}s"]:
                        return kind
                return "plain"
            """,
            'A name that is nowhere is not "plain": a typing error would pass for an attribute. getattr(module, name) raises '
            "the right error by itself.",
        ),
        Wrong(
            """
            def kind_of(module, name):
                for kind in ("parameter", "buffer", "module"):
                    if name in vars(module)[f"_{kind}s"]:
                        return kind
                if name in vars(module):
                    return "plain"
                raise AttributeError(name)
            """,
            "vars(module) has what was assigned to the object. Methods, properties and constants of the class are "
            "attributes too: let getattr find them.",
        ),
        Wrong(
            """
            def kind_of(module, name):
                getattr(module, name)
                if name in vars(module):
                    return "plain"
                for kind in ("parameter", "module", "buffer"):
                    if name in vars(module)[f"_{kind}s"]:
                        return kind
                return "buffer"
            """,
            "What is left over at the end is not a buffer but something that stands on the class: a method, a property, a "
            "constant. That is plain.",
        ),
    ],
    hints=[
        "The three dictionaries stand in vars(module), as `_parameters`, `_buffers` and `_modules`.",
        "Ask whether the name is in each of them; the value may be None. If it is in none, getattr(module, name) finds it or "
        "raises AttributeError.",
        '`for kind in ("parameter", "buffer", "module"): if name in vars(module)[f"_{kind}s"]: return kind`, then '
        '`getattr(module, name)`, then `return "plain"`.',
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, KeyError),
            "A missing name is an AttributeError here, as everywhere in Python. getattr(module, name) raises it by "
            "itself.",
        ),
        Mistake(
            lambda expected, got, error: (
                got is not None and any(word in str(got) for word in ("parameters", "buffers", "modules"))
            ),
            'The kinds are named in the singular: "parameter", "buffer", "module".',
        ),
    ],
)
