"""Functions under several names: which are one object and which are functions of their own, and what users see of it."""

import copy
import io
import pickle
import subprocess
import sys

import pytest

import minitorch as mt
from minitorch import fast, fx
from minitorch.overrides import TorchFunctionMode
from minitorch.utils._python_dispatch import TorchDispatchMode

# what users see of it is the operator: x + y is handed over as add, not as __radd__
BEHIND_OPERATORS = frozenset(
    "__add__ __radd__ __and__ __rand__ __mul__ __rmul__ __or__ __ror__ __xor__ __rxor__".split()
)
ONE_HERE_TWO_THERE = frozenset("__idiv__ __itruediv__ __pos__ positive".split())
# PyTorch's own slips, and the functions of its compiled part
OTHERWISE_CALLED = (
    "sym_sqrt symeig to_dlpack has_torch_function has_torch_function_unary has_torch_function_variadic".split()
)


def public(library):
    """{(where, name): function} of all public functions and methods of one of the two libraries."""
    places = {"": library, "special": library.special, "functional": library.nn.functional, "linalg": library.linalg}
    places |= {"fft": library.fft, "Tensor": library.Tensor, "init": library.nn.init}
    found = {}
    for where, place in places.items():
        for name in dir(place):
            value = getattr(place, name, None)
            if callable(value) and not isinstance(value, type) and (name[0] != "_" or where == "Tensor"):
                found[where, name] = value
    return found


def groups(functions, keys):
    """The names of each object that has several."""
    found = {}
    for key in keys:
        found.setdefault(id(functions[key]), []).append(key)
    return {tuple(names) for names in found.values() if len(names) > 1}


def test_one_function_where_pytorch_has_one_and_two_where_it_has_two(torch):
    theirs, ours = public(torch), public(mt)
    left_out = BEHIND_OPERATORS | ONE_HERE_TWO_THERE
    keys = [key for key in theirs if key in ours and key[1] not in left_out]
    assert len(keys) > 1400 and groups(ours, keys) == groups(theirs, keys)


def test_functions_say_the_names_of_pytorchs(torch):
    theirs, ours = public(torch), public(mt)
    keys = [key for key in theirs if key in ours and key[1] not in OTHERWISE_CALLED and not key[1].startswith("_")]
    keys.remove(("Tensor", "backward"))
    assert len(keys) > 1400
    assert {key: ours[key].__name__ for key in keys} == {key: theirs[key].__name__ for key in keys}


NAMES = "arctan multiply absolute greater_equal negative fix special.expit special.psi special.i0e abs_ relu_".split()


def found(library, path):
    for part in path.split("."):
        library = getattr(library, part)
    return library


@pytest.mark.parametrize("name", NAMES)
def test_an_alias_gives_what_its_operation_gives_and_is_pickled(torch, name):
    function, theirs = found(mt, name), found(torch, name)
    more = (2,) if name in ("multiply", "greater_equal") else ()
    x = [-0.5, 0.25, 1.75]
    assert function(mt.tensor(x), *more).tolist() == pytest.approx(theirs(torch.tensor(x), *more).tolist(), abs=1e-6)
    assert pickle.loads(pickle.dumps(function)) is function and copy.deepcopy(function) is function
    file = io.BytesIO()
    mt.save(function, file)
    file.seek(0)
    assert mt.load(file, weights_only=False) is function


@pytest.mark.parametrize("name", NAMES)
def test_errors_name_what_was_called(torch, name):
    calls = (lambda f, x: f(3), lambda f, x: f(), lambda f, x: f(x, foo=3), lambda f, x: f("a", x))
    for call in calls:
        with pytest.raises(TypeError) as theirs:
            call(found(torch, name), torch.ones(2))
        with pytest.raises(TypeError) as ours:
            call(found(mt, name), mt.ones(2))
        assert str(ours.value).split("\n")[0] == str(theirs.value).split("\n")[0]


FIRST_ASKED_FOR_INSIDE = """
import contextlib
import {library} as lib
from {library}.overrides import TorchFunctionMode
from {library}.utils._python_dispatch import TorchDispatchMode

class Function(TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        return function(*args, **(kwargs or {{}}))
class Dispatch(TorchDispatchMode):
    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        return function(*args, **(kwargs or {{}}))

def first(seen):
    F = lib.nn.functional
    seen[:] = lib.relu_, lib.abs_, F.hardshrink, lib.celu_, lib.kron, lib.trace, lib.special.expit
    return lib.ones(2)

seen = []
block = {{"function": Function, "dispatch": Dispatch}}.get("{way}", contextlib.nullcontext)
with block():
    lib.vmap(lambda x: x * first(seen))(lib.ones(2, 2)) if "{way}" == "vmap" else first(seen)
for function in seen:
    for args in ((3,), ("a", 3)):
        try:
            function(*args)
        except Exception as error:
            print(type(error).__name__, str(error).split("\\n")[0])
print(lib.hardshrink is lib.nn.functional.hardshrink, lib.celu_ is lib.nn.functional.celu_)
"""


@pytest.mark.parametrize("way", ["function", "dispatch", "vmap"])
def test_functions_first_asked_for_inside_of_a_mode_are_what_they_are_outside(torch, way):
    ours, theirs = (
        subprocess.run(
            [sys.executable, "-c", FIRST_ASKED_FOR_INSIDE.format(library=library, way=way)],
            capture_output=True, text=True, check=True,
        ).stdout
        for library in ("minitorch", "torch")
    )  # fmt: skip
    assert ours == theirs and "True True" in ours


def test_errors_of_methods_name_them(torch):
    for name, args in (("arctan", (1,)), ("multiply", ("a",)), ("absolute", (1, 2)), ("greater", ())):
        with pytest.raises(TypeError) as theirs:
            getattr(torch.Tensor, name)(torch.ones(2), *args)
        with pytest.raises(TypeError) as ours:
            getattr(mt.Tensor, name)(mt.ones(2), *args)
        words = [str(error.value).split("\n")[0].replace(", )", ")") for error in (ours, theirs)]
        assert words[0] == words[1]


def program(library):
    def f(x):
        a = library.arctan(x) + library.multiply(x, 2)
        b = library.special.expit(a.arctan()) * library.special.i0e(x.absolute())
        return library.relu_(library.nn.functional.conv1d(library.greater(a, b), library.abs_(b)))

    return f


def test_graphs_show_the_names(torch):
    theirs, ours = torch.fx.symbolic_trace(program(torch)), fx.symbolic_trace(program(mt))
    assert ours.code.replace("minitorch", "torch") == theirs.code
    assert "torch.arctan(x)" in theirs.code and "torch._C._special.special_expit" in theirs.code


def test_steps_are_those_of_the_operation(torch):
    for library in (torch, mt):
        x = library.ones(2, requires_grad=True)
        made = [x.multiply(2), library.special.expit(x), x.arctan(), library.absolute(x), library.divide(x, 3)]
        steps = [type(y.grad_fn).__name__ for y in made]
        assert steps == "MulBackward0 SigmoidBackward0 AtanBackward0 AbsBackward0 DivBackward0".split()


@pytest.mark.parametrize("short_cuts", [True, False])
def test_modes_and_classes_are_handed_what_was_called(torch, short_cuts):
    def handed(library, function_mode, dispatch_mode):
        seen, calls = [], []
        table = {
            library.arctan: 1, library.Tensor.arctan: 2, library.multiply: 3, library.Tensor.multiply: 4, library.abs_: 5,
            library.Tensor.abs_: 6, library.special.expit: 7, library.mul: 8,
        }  # fmt: skip

        class Mode(function_mode):
            def __torch_function__(self, function, types, args=(), kwargs=None):
                seen.append((function.__name__, table.get(function)))
                return function(*args, **(kwargs or {}))

        class Below(dispatch_mode):
            def __torch_dispatch__(self, function, types, args=(), kwargs=None):
                calls.append(str(function))
                return function(*args, **(kwargs or {}))

        class Own(library.Tensor):
            @classmethod
            def __torch_function__(cls, function, types, args=(), kwargs=None):
                seen.append((function.__name__, table.get(function)))
                return super().__torch_function__(function, types, args, kwargs or {})

        def run(x):
            library.arctan(x), x.arctan(), library.multiply(x, 2), x.multiply(2), library.abs_(x), x.abs_()
            library.special.expit(x), library.mul(x, 2), x.absolute(), library.negative(x)

        with Mode():
            run(library.ones(2))
        run(library.ones(2).as_subclass(Own))
        with Below():
            run(library.ones(2))
        return seen, calls

    if not short_cuts:
        fast.off()
    try:
        ours = handed(mt, TorchFunctionMode, TorchDispatchMode)
    finally:
        if not short_cuts:
            fast.on()
    modes = torch.overrides.TorchFunctionMode, torch.utils._python_dispatch.TorchDispatchMode
    assert ours == handed(torch, *modes)


def test_an_operand_of_another_class_is_handed_what_was_called():
    class Other:
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            return function

    for function in (mt.multiply, mt.mul, mt.special.xlogy, mt.arctan2):
        assert function(mt.ones(2), Other()) is function


def test_transforms_and_exchanged_functions_reach_the_operation():
    x = mt.tensor([[0.5, 1.0], [2.0, -1.0]])
    assert mt.vmap(mt.multiply)(x, x).tolist() == (x * x).tolist()
    assert mt.vmap(lambda row: row.arctan().absolute())(x).tolist() == x.atan().abs().tolist()
    with fast.switched_off():
        assert mt.multiply(x, 2).tolist() == x.multiply(2).tolist() == (x * 2).tolist()
