"""A pre-hook that casts."""

from ...define import Case, Exercise, Mistake, T, Wrong

exercise = Exercise(
    "cast_inputs",
    title="A pre-hook that casts",
    difficulty=4,
    minutes=12,
    stub='''
        def cast_inputs(module, dtype):
            """From now on forward gets its floating-point tensors in `dtype`, whether given by place or by name.

            All else is handed on as it is: whole numbers, None, strings. Returns the handle that ends it.
            """
            ...
    ''',
    solution='''
        def cast_inputs(module, dtype):
            """From now on forward gets its floating-point tensors in `dtype`, whether given by place or by name.

            All else is handed on as it is: whole numbers, None, strings. Returns the handle that ends it.
            """

            def cast(value):
                if isinstance(value, mt.Tensor) and value.is_floating_point():
                    return value.to(dtype)
                return value

            def hook(module, args, kwargs):
                return tuple([cast(value) for value in args]), {name: cast(value) for name, value in kwargs.items()}

            return module.register_forward_pre_hook(hook, with_kwargs=True)
    ''',
    why="Without with_kwargs a pre-hook sees only what is given by place. With it, it returns both: a tuple of arguments and a "
    "dictionary of named ones. An index stays a whole number.",
    setup="""
        class Show(mt.nn.Module):
            def forward(self, *args, **kwargs):
                name = lambda value: str(value.dtype).rsplit(".")[-1] if isinstance(value, mt.Tensor) else value
                return [name(value) for value in args], {key: name(value) for key, value in kwargs.items()}

        class Square(mt.nn.Module):
            def forward(self, x):
                return x * x
    """,
    facts=[
        Case(
            """
            show = Show()
            handle = cast_inputs(show, mt.float64)
            show(mt.ones(2), mt.ones(3, dtype=mt.float16))
            """,
            (["float64", "float64"], {}),
        ),
        Case(
            """
            show = Show()
            handle = cast_inputs(show, mt.float64)
            show(mt.tensor([1, 2]), mt.tensor([True]), 3, "mean", None)
            """,
            (["int64", "bool", 3, "mean", None], {}),
        ),
        Case(
            """
            show = Show()
            handle = cast_inputs(show, mt.float64)
            show(mt.ones(2), mask=mt.ones(2), index=mt.tensor([0]), reduction="mean")
            """,
            (["float64"], {"mask": "float64", "index": "int64", "reduction": "mean"}),
        ),
        Case(
            """
            show = Show()
            handle = cast_inputs(show, mt.float64)
            handle.remove()
            show(mt.ones(2), mask=mt.ones(2))
            """,
            (["float32"], {"mask": "float32"}),
        ),
        Case(
            """
            show = Show()
            handle = cast_inputs(show, mt.float64)
            show()
            """,
            ([], {}),
        ),
        Case(
            """
            square, x = Square(), mt.tensor([1.0, 3.0], requires_grad=True)
            handle = cast_inputs(square, mt.float64)
            y = square(x)
            y.sum().backward()
            (y.dtype == mt.float64, x.dtype == mt.float32, x.grad)
            """,
            (True, True, T([2.0, 6.0])),
        ),
        Case(
            """
            square = Square()
            handle = cast_inputs(square, mt.float32)
            square(mt.tensor([1.5, 3.0], dtype=mt.float64))
            """,
            T([2.25, 9.0]),
        ),
    ],
    wrong=[
        Wrong(
            """
            def cast_inputs(module, dtype):
                def hook(module, args):
                    return tuple([
                        value.to(dtype) if isinstance(value, mt.Tensor) and value.is_floating_point() else value for value in args
                    ])
                return module.register_forward_pre_hook(hook)
            """,
            "What is given by name is not cast. A plain pre-hook does not see it: with with_kwargs=True it is called with "
            "(module, args, kwargs), casts both, and returns both.",
        ),
        Wrong(
            """
            def cast_inputs(module, dtype):
                def cast(value):
                    return value.to(dtype) if isinstance(value, mt.Tensor) else value
                def hook(module, args, kwargs):
                    return tuple([cast(value) for value in args]), {name: cast(value) for name, value in kwargs.items()}
                return module.register_forward_pre_hook(hook, with_kwargs=True)
            """,
            "You cast every tensor. An index or a mask has to stay what it is: ask value.is_floating_point().",
        ),
        Wrong(
            """
            def cast_inputs(module, dtype):
                def cast(value):
                    return value.to(dtype) if value.is_floating_point() else value
                def hook(module, args, kwargs):
                    return tuple([cast(value) for value in args]), {name: cast(value) for name, value in kwargs.items()}
                return module.register_forward_pre_hook(hook, with_kwargs=True)
            """,
            "Not every argument is a tensor: a string, a number or None has no is_floating_point. Ask isinstance(value, "
            "mt.Tensor) first.",
        ),
        Wrong(
            """
            def cast_inputs(module, dtype):
                def cast(value):
                    return value.to(dtype) if isinstance(value, mt.Tensor) and value.is_floating_point() else value
                def hook(module, args, kwargs):
                    return tuple([cast(value) for value in args])
                return module.register_forward_pre_hook(hook, with_kwargs=True)
            """,
            "With with_kwargs=True a pre-hook returns None or two things, (new_args, new_kwargs).",
        ),
        Wrong(
            """
            def cast_inputs(module, dtype):
                def cast(value):
                    return value.to(dtype) if isinstance(value, mt.Tensor) and value.is_floating_point() else value
                def hook(module, args, kwargs):
                    args = tuple([cast(value) for value in args])
                    kwargs = {name: cast(value) for name, value in kwargs.items()}
                return module.register_forward_pre_hook(hook, with_kwargs=True)
            """,
            "You give new values to the names inside the hook, and forward never hears of it. Return (args, kwargs).",
        ),
        Wrong(
            """
            def cast_inputs(module, dtype):
                def cast(value):
                    if isinstance(value, mt.Tensor) and value.is_floating_point():
                        return value.detach().to(dtype)
                    return value
                def hook(module, args, kwargs):
                    return tuple([cast(value) for value in args]), {name: cast(value) for name, value in kwargs.items()}
                return module.register_forward_pre_hook(hook, with_kwargs=True)
            """,
            "detach cuts the graph, so no gradient comes back to the input. `value.to(dtype)` alone is a step like "
            "any other.",
        ),
        Wrong(
            """
            def cast_inputs(module, dtype):
                def cast(value):
                    return value.to(dtype) if isinstance(value, mt.Tensor) and value.is_floating_point() else value
                def hook(module, args, kwargs):
                    return tuple([cast(value) for value in args]), {name: cast(value) for name, value in kwargs.items()}
                module.register_forward_pre_hook(hook, with_kwargs=True)
            """,
            "Nobody can take the hook away again: return the handle.",
        ),
        Wrong(
            """
            def cast_inputs(module, dtype):
                def cast(value):
                    if isinstance(value, mt.Tensor) and value.is_floating_point():
                        return value.to(dtype)
                def hook(module, args, kwargs):
                    return tuple([cast(value) for value in args]), {name: cast(value) for name, value in kwargs.items()}
                return module.register_forward_pre_hook(hook, with_kwargs=True)
            """,
            "Your helper returns nothing for what it does not cast, so an index or a string arrives as None. Return "
            "the value itself then.",
        ),
        Wrong(
            """
            def cast_inputs(module, dtype):
                def cast(value):
                    if isinstance(value, mt.Tensor) and value.dtype == mt.float32:
                        return value.to(dtype)
                    return value
                def hook(module, args, kwargs):
                    return tuple([cast(value) for value in args]), {name: cast(value) for name, value in kwargs.items()}
                return module.register_forward_pre_hook(hook, with_kwargs=True)
            """,
            "You cast float32 only. There are other floating-point dtypes: ask value.is_floating_point().",
        ),
        Wrong(
            """
            def cast_inputs(module, dtype):
                def cast(value):
                    if isinstance(value, mt.Tensor) and value.is_floating_point():
                        value.data = value.data.to(dtype)
                    return value
                def hook(module, args, kwargs):
                    return tuple([cast(value) for value in args]), {name: cast(value) for name, value in kwargs.items()}
                return module.register_forward_pre_hook(hook, with_kwargs=True)
            """,
            "You change the dtype of the caller's own tensor. Hand on a new one, `value.to(dtype)`, and leave the "
            "old one as it is.",
        ),
    ],
    hints=[
        "Arguments given by name reach a pre-hook only when it is registered with with_kwargs=True.",
        "Write a helper that casts one value: only when it is an mt.Tensor and value.is_floating_point(). Then apply it to args "
        "and to the values of kwargs.",
        "The hook is `def hook(module, args, kwargs)` and returns `tuple([cast(v) for v in args]), {k: cast(v) for k, v in "
        "kwargs.items()}`.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "'kwargs'" in str(error),
            "A hook of three parameters has to be registered with with_kwargs=True; without it, it is called with "
            "(module, args).",
        ),
        Mistake(
            lambda expected, got, error: "must be a mapping" in str(error),
            "With with_kwargs=True a pre-hook returns two things, (new_args, new_kwargs): a tuple, and a dictionary "
            "from names to values.",
        ),
    ],
)
