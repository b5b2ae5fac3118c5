"""torch.library: operators of one's own; the expected values and words are PyTorch's."""

import gc
import importlib
from collections.abc import Sequence

import numpy as np
import pytest

import minitorch as mt

from .both import said, same


def made(torch, name, options=(), **annotations):
    """A function with annotations in the words of one of the two libraries."""

    def decorate(function):
        function.__annotations__ = annotations
        return torch.library.custom_op(f"mt_tests::{name}", mutates_args=options)(function)

    return decorate


def sine(torch, name):
    """An operator that leaves the library in between."""

    @made(torch, name, x=torch.Tensor, k=float, **{"return": torch.Tensor})
    def sin(x, k=1.0):
        return torch.from_numpy(np.sin(x.detach().numpy() * k))

    return sin


def shape_of(value):
    return tuple(value.shape) if hasattr(value, "shape") else value


def test_an_operator_binds_its_arguments_and_has_its_names(torch):
    def program(torch):
        sin, x = sine(torch, "sin"), torch.tensor([1.0, 2.0])
        ops = torch.ops.mt_tests
        calls = [
            lambda: sin(x), lambda: sin(x=x, k=2.0), lambda: sin(x, 2), lambda: ops.sin(x), lambda: ops.sin.default(x, k=3.0), sin,
            lambda: sin(3), lambda: sin(x, 1.0, 2.0), lambda: sin(x, z=1), lambda: sin(x, x=x), lambda: ops.sin(),
            lambda: ops.nothere, lambda: torch.ops.mt_nowhere.x, lambda: ops.sin.other, lambda: sin(torch.ones(2, device="meta")),
            lambda: torch.vmap(sin)(torch.ones(2, 3)),
        ]  # fmt: skip
        names = [
            sin, sin._schema, sin._opoverload, ops.sin,
            repr(ops.sin), repr(ops.sin.default), ops.sin.overloads(), sin._opoverload._schema,
            sin._opoverload.name(), ops.sin.__name__, ops.sin.default.__name__, ops.sin.default.namespace, "sin" in dir(ops),
        ]  # fmt: skip
        return [said(call) for call in calls], [str(name) for name in names]

    same(program, torch)


def test_its_derivative_is_the_one_that_was_registered(torch):
    def program(torch):
        sin, seen = sine(torch, "sin_back"), []
        x = torch.tensor([1.0, 2.0], requires_grad=True)

        def setup(ctx, inputs, output):
            seen.append(inputs[1])
            ctx.save_for_backward(inputs[0])
            ctx.k = inputs[1]

        def back(ctx, g):
            seen.append(ctx.needs_input_grad)
            return g * (ctx.saved_tensors[0] * ctx.k).cos() * ctx.k, None

        before = said(lambda: sin(x).sum().backward())
        sin.register_autograd(back, setup_context=setup)
        sin.register_fake(lambda x, k=1.0: torch.empty_like(x))
        y = sin(x, 2.0)
        y.sum().backward()
        fake = sin(torch.ones(3, device="meta"))
        return (
            before,
            y.grad_fn.name(),
            repr(y),
            x.grad,
            seen,
            tuple(fake.shape),
            fake.device.type,
            sin(x.detach()).requires_grad,
        )

    same(program, torch)


def test_lists_of_tensors_and_arguments_by_name(torch):
    def program(torch):
        T = torch.Tensor

        @made(torch, "two", xs=Sequence[T], w=Sequence[float], **{"return": tuple[T, T]})
        def two(xs, w):
            return xs[0] * w[0], xs[1] * w[1]

        @made(torch, "by_name", x=T, val=float, n=int | None, **{"return": T})
        def by_name(x, *, val, n=None):
            return x * val

        seen = []

        def keep(ctx, inputs, keyword_only_inputs, output):
            seen.append(sorted(keyword_only_inputs.items(), key=str))
            ctx.val = keyword_only_inputs["val"]

        two.register_autograd(lambda ctx, a, b: ([a * 2, b * 3], None))
        by_name.register_autograd(lambda ctx, g: g * ctx.val, setup_context=keep)
        x = torch.ones(2, requires_grad=True)
        first = torch.autograd.grad(sum([one.sum() for one in two([x, x], [1.0, 2.0])]), x)
        second = torch.autograd.grad(by_name(x, val=3.0).sum(), x)
        words = [said(lambda: by_name(x)), said(lambda: by_name(x, 2.0)), by_name._schema, two._schema]
        return first, second, seen, words

    same(program, torch)


def test_changes_in_place_and_results_that_share_memory(torch):
    def program(torch):
        @made(torch, "inc_", {"x"}, x=torch.Tensor, **{"return": None})
        def inc_(x):
            x.add_(1)

        @made(torch, "ident", x=torch.Tensor, **{"return": torch.Tensor})
        def ident(x):
            return x

        x = torch.zeros(2)
        before = x._version
        words = [said(lambda: inc_(x)), said(lambda: inc_.register_autograd(lambda ctx, g: g))]
        shared = said(lambda: ident(x)).partition("): ")[2]
        return (
            words,
            x,
            x._version > before,
            shared,
            inc_(torch.ones(2, requires_grad=True)),
            inc_(torch.ones(2, device="meta")),
        )

    same(program, torch)


def test_tags_are_kept_for_tools(torch):
    def program(torch):
        @torch.library.custom_op("tagged::one", mutates_args=(), tags=(torch.Tag.pointwise,))
        def one(x: torch.Tensor) -> torch.Tensor:
            return x.clone()

        torch.library.define("tagged::two", "(Tensor x) -> Tensor", tags=torch.Tag.core)
        tags = torch.ops.tagged.one.default.tags, torch.ops.tagged.two.default.tags
        return [{tag.name: tag.value for tag in some} for some in tags], str(torch.Tag.out), repr(torch.Tag.out)

    same(program, torch)


def test_schemas_are_made_of_annotations(torch):
    def program(torch):
        T = torch.Tensor

        def schema(function, mutates=(), **annotations):
            function.__annotations__ = annotations
            words = said(lambda: torch.library.infer_schema(function, mutates_args=mutates, op_name="f"))
            return words.partition("The valid types")[0].partition(" Got func")[0]

        def many(x, ys, s="a", b=True, n=None, d=None, dt=torch.float32, z=0.5):
            pass

        kinds = {
            "x": T,
            "ys": list[T],
            "s": str,
            "b": bool,
            "n": int | None,
            "d": torch.device,
            "dt": torch.dtype,
            "z": float,
        }
        return [
            schema(many, **kinds, **{"return": list[T]}), schema(many, "unknown", **kinds, **{"return": T}),
            schema(many, ("ys",), **kinds, **{"return": T}), schema(many, ("s",), **kinds, **{"return": T}),
            schema(many, ("q",), **kinds, **{"return": T}), schema(lambda x: x), schema(lambda x: x, x=T),
            schema(lambda x: x, x=dict), schema(lambda x: x, x=T, **{"return": dict}), schema(lambda *x: x, x=T),
            schema(lambda x: x, x=T, **{"return": tuple[T]}), schema(lambda x: x, x="nothing"),
        ]  # fmt: skip

    ours, theirs = program(mt), program(torch)
    assert [one.partition(" (name")[0] for one in ours] == [one.partition(" (name")[0] for one in theirs]


def test_operators_are_defined_one_registration_at_a_time(torch):
    def program(torch):
        library, x = torch.library, torch.ones(2, requires_grad=True)
        library.define("mt_tests::half", "(Tensor x, *, float by=2.) -> Tensor")
        missing = said(lambda: torch.ops.mt_tests.half(x)).partition(" This")[0].partition(" 'mt_")[0]
        library.impl("mt_tests::half", "default", lambda x, *, by=2.0: x.detach() / by)
        library.register_autograd("mt_tests::half", lambda ctx, g: g / 2)
        library.register_fake("mt_tests::half", lambda x, *, by=2.0: torch.empty_like(x))
        half = torch.ops.mt_tests.half
        words = [
            said(lambda: library.register_autograd("mt_tests::zzz", lambda ctx, g: g)), said(lambda: library.define(3, "() -> ()")),
            said(lambda: library.define("mt_tests::b", "Tensor x -> Tensor")), said(lambda: library.Library("a", "X")),
            said(lambda: library.define("mt_tests::half", "(Tensor x) -> Tensor")).partition(" Duplicate")[0],
        ]  # fmt: skip
        grad = torch.autograd.grad(half(x).sum(), x)
        own = library.Library("mt_tests2", "DEF")
        own.impl("late", lambda x, *, k=3: x + k, "CPU")
        name = own.define("late(Tensor x, *, int k=3) -> Tensor")
        late = torch.ops.mt_tests2.late(x.detach()), torch.ops.mt_tests2.late(x.detach(), k=1)
        checks = library.opcheck(half.default, (x,), test_utils=("test_schema", "test_faketensor"))
        return missing, words, grad, shape_of(half(torch.ones(3, device="meta"))), repr(own), name, late, checks

    same(program, torch)
    gc.collect()
    with pytest.raises(AttributeError, match="'mt_tests2' object has no attribute 'late'"):
        _ = mt.ops.mt_tests2.late  # the library is gone, and with it what it had defined


def test_modes_and_subclasses_are_handed_operators(torch):
    """A registered operator is one call to them, and what its derivative is made of are others."""

    def program(torch):
        library, seen = torch.library, []
        mode = importlib.import_module(f"{torch.__name__}.utils._python_dispatch").TorchDispatchMode

        class Log(mode):
            def __torch_dispatch__(self, func, types, args=(), kwargs=None):
                seen.append(f"{func} {len(args)}")
                return func(*args, **(kwargs or {}))

        class Wrapper(torch.Tensor):
            __torch_function__ = torch._C._disabled_torch_function_impl

            @staticmethod
            def __new__(cls, inner):
                made = torch.Tensor._make_wrapper_subclass(cls, inner.shape)
                made.inner = inner
                return made

            @classmethod
            def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
                seen.append(f"wrapped {func}")
                return cls(func(*[x.inner if isinstance(x, cls) else x for x in args], **(kwargs or {})))

        @library.triton_op("mt_tests::cube", mutates_args=())
        def cube(x: torch.Tensor, k: float = 2.0) -> torch.Tensor:
            return x**3 * k

        cube.register_autograd(
            lambda ctx, g: (g * ctx.saved_tensors[0] * 6, None),
            setup_context=lambda ctx, inputs, output: ctx.save_for_backward(inputs[0]),
        )
        cube.register_fake(lambda x, k=2.0: torch.empty_like(x))
        x = torch.ones(2, requires_grad=True)
        with Log():
            y = cube(x)
            y.sum().backward()
        w = Wrapper(torch.ones(2)).requires_grad_()
        cube(w).sum().backward()
        library.register_torch_dispatch(
            "mt_tests::cube", Log, lambda mode, func, types, args=(), kwargs=None: func(*args) * 0
        )
        with Log():
            z = cube(x.detach())
        checks = library.opcheck(cube, (torch.ones(2, requires_grad=True),))

        @library.custom_op("mt_tests::more", mutates_args={"x"})
        def more(x: torch.Tensor) -> None:
            x.add_(1)

        v = torch.ones(2)
        more(v)
        return seen, x.grad, w.grad.inner, z, checks, v._version, library.opcheck(more, (v,))

    same(program, torch)


def test_devices_and_autocast(torch):
    def program(torch):
        sin, x = sine(torch, "sin_cast"), torch.ones(2)
        sin.register_kernel("cuda")(lambda x, k=1.0: x)
        before = sin(x).dtype
        torch.library.register_autocast("mt_tests::sin_cast", "cpu", torch.float16)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            within = sin(x).dtype
        return before, within, said(lambda: sin.register_autocast(3, torch.float16))

    same(program, torch)


def test_a_library_that_cannot_be_loaded_is_said_so(torch):
    def program(torch):
        calls = [lambda: torch.ops.load_library("//deep/fbgemm:ops"), lambda: torch.ops.import_module("json")]
        return [said(call) for call in calls], torch.ops.loaded_libraries

    same(program, torch)


def test_a_namespace_is_no_place_for_files():
    from minitorch.ops import foreach

    assert foreach.__name__ == "minitorch.ops.foreach" and mt.ops.aten.mul(2, mt.ones(1)).item() == 2.0


def test_opcheck_says_what_failed():
    @mt.library.custom_op("mt_tests::unfaked", mutates_args=())
    def unfaked(x: mt.Tensor) -> mt.Tensor:
        return x.clone()

    error = mt.library.OpCheckError
    with pytest.raises(
        error, match=r"opcheck\(op, ...\): test_faketensor failed with .* \(scroll up for stack trace\)"
    ):
        mt.library.opcheck(unfaked, (mt.ones(2),))
