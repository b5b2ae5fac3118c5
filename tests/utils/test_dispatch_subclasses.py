"""Tensor subclasses with __torch_dispatch__: what they are handed, forward and backward, and what stays of their class: PyTorch's."""

import copy
import importlib
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest

import minitorch as mt
import minitorch.utils._python_dispatch
import minitorch.utils._pytree
from tests.utils.test_python_dispatch import BACKWARD, FORWARD

# what is drawn or read from memory that nobody has written to, what PyTorch refuses, and what differs in a step or two
APART = frozenset(
    """
    torch.empty(2)|x.scatter(0,torch.zeros(1,3,dtype=torch.long),x)|torch.unique(x)|2**x|x.max(1)|x.repeat(2,2)|x.squeeze(0)|
    x.prod()|torch.outer(x[0],x[0])|F.binary_cross_entropy_with_logits(x,x)|F.kl_div(x,x)|torch.maximum(x,x)|torch.mv(x,x[0])
    """.replace("\n", "").replace("    ", "").split("|")
)  # fmt: skip


def wrapper(library, log):
    """A class of a library's that holds a tensor, writes down what it is handed, and does it to that tensor."""
    tree_map, tensor = library.utils._pytree.tree_map, library.Tensor

    class Wrapper(tensor):
        __torch_function__ = library._C._disabled_torch_function_impl

        @staticmethod
        def __new__(cls, elem):
            return tensor._make_wrapper_subclass(
                cls, elem.size(), strides=elem.stride(), storage_offset=elem.storage_offset(), dtype=elem.dtype,
                layout=elem.layout, device=elem.device, requires_grad=False,
            )  # fmt: skip

        def __init__(self, elem):
            self.elem = elem

        def __repr__(self):
            return f"Wrapper({self.elem})"

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            def unwrap(x):
                return x.elem if isinstance(x, cls) else x

            def wrap(x):
                return cls(x) if isinstance(x, tensor) and not isinstance(x, cls) else x

            given = [shown(x) for x in args] + [f"{k}={shown(v)}" for k, v in (kwargs or {}).items()]
            log.append(f"{func}({', '.join(given)})".replace("minitorch.", "torch."))
            return tree_map(wrap, func(*tree_map(unwrap, args), **tree_map(unwrap, kwargs or {})))

    def shown(x):
        if isinstance(x, tensor):
            return f"{type(x).__name__[0]}{list(x.shape)}"
        if isinstance(x, (list, tuple)):
            return f"[{', '.join([shown(one) for one in x])}]"
        return f"{x:.6g}" if isinstance(x, float) else repr(x)

    return Wrapper


def numbers(x):
    """The numbers in a result, each tensor with its class's name."""
    if hasattr(x, "elem"):
        return ["wrapped", numbers(x.elem)]
    if hasattr(x, "detach"):
        return [str(x.dtype).partition(".")[2], list(x.shape), x.detach().double().numpy().ravel().tolist()]
    if isinstance(x, (list, tuple)):
        return [numbers(one) for one in x]
    return [repr(x).replace("minitorch", "torch")]


def alike(a, b):
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all([alike(*pair) for pair in zip(a, b, strict=True)])
    return np.isclose(a, b, 1e-4, 1e-5, equal_nan=True) if isinstance(a, float) else a == b


def outcome(library, text, wants):
    """An expression's value of a wrapped x, the name of its step, the gradient, and what the class was handed."""
    log: list = []
    kind = wrapper(library, log)
    library.manual_seed(0)
    x, w = kind(library.randn(2, 3)).requires_grad_(wants), kind(library.randn(2, 3)).requires_grad_()
    try:
        made = eval(text, {"torch": library, "F": library.nn.functional, "x": x, "w": w})
        step = getattr(made, "grad_fn", None)
        name = step and step.name()
        if step is not None:
            made.sum().backward()
    except RuntimeError as error:
        return [str(error).splitlines()[0]], log
    return [numbers(made), name, numbers(x.grad), numbers(w.grad)], log


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("wants", [False, True])
@pytest.mark.parametrize("text", [text for text in FORWARD if text not in APART])
def test_a_class_is_handed_pytorchs_operators(text, wants, torch):
    ours, theirs = [outcome(library, text, wants) for library in (mt, torch)]
    assert ours[1] == theirs[1] and alike(ours[0], theirs[0])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", BACKWARD)
def test_and_those_of_the_backward_pass(text, torch):
    ours, theirs = [outcome(library, text, False) for library in (mt, torch)]
    assert ours[1] == theirs[1] and alike(ours[0], theirs[0])


# --- whole programs -----------------------------------------------------------------------------------------------------------


def trained(library, optimizer, **options):
    """What a class is handed while a layer of parameters of that class is trained, saved and loaded."""
    log: list = []
    kind = wrapper(library, log)
    library.manual_seed(0)
    layer = library.nn.Linear(3, 2)
    layer.weight = library.nn.Parameter(kind(library.ones(2, 3)))
    assert type(layer.weight) is kind and isinstance(layer.weight, library.nn.Parameter)
    assert [name for name, _ in layer.named_parameters()] == ["weight", "bias"]
    taught = getattr(library.optim, optimizer)(layer.parameters(), lr=0.1, **options)
    for _ in range(2):
        taught.zero_grad()
        layer(library.ones(4, 3)).pow(2).sum().backward()
        taught.step()
    state = layer.state_dict()
    assert type(state["weight"]) is kind and not state["weight"].requires_grad
    layer.load_state_dict(state)
    return log, numbers(layer.weight)


OPTIMIZERS = [("SGD", {"momentum": 0.9, "weight_decay": 0.1}), ("Adam", {}), ("AdamW", {}), ("RMSprop", {})]


@pytest.mark.parametrize(("optimizer", "options"), OPTIMIZERS)
def test_parameters_of_a_class_are_trained(optimizer, options, torch):
    ours, theirs = [trained(library, optimizer, **options) for library in (mt, torch)]
    assert ours[0] == theirs[0] and alike(ours[1], theirs[1])


def changed(library):
    """Views, changes in place and what they say of themselves."""
    kind = wrapper(library, [])
    w = kind(library.arange(6.0).reshape(2, 3)).requires_grad_()
    with pytest.raises(RuntimeError, match="leaf Variable that requires grad"):
        w.add_(1)
    y = w * 2
    row, version = y[0], y._version
    row.mul_(3)
    seen = [
        row._base is y,
        y._version - version,
        type(row).__name__,
        y.grad_fn.name().split("::")[-1],
        row.is_leaf,
        w.stride(),
        w.dtype is y.dtype,
    ]
    y.sum().backward()
    x = w.detach()
    x.add_(1)
    return seen, numbers(w.grad), numbers(w), repr(x)


def test_views_and_changes_in_place(torch):
    ours, theirs = changed(mt), changed(torch)
    assert ours[0] == theirs[0] and alike(list(ours[1:3]), list(theirs[1:3])) and ours[3] == theirs[3]


def copied(library):
    log: list = []
    kind = wrapper(library, log)
    x = kind(library.ones(2)).requires_grad_()
    (x * 2).sum().backward()
    again = copy.deepcopy(x)
    kept = copy.copy(x)
    return log, type(again) is kind, again.elem is x.elem, kept.elem is x.elem, numbers(again.grad), again.requires_grad


def test_copies(torch):
    assert copied(mt) == copied(torch)


def test_derivatives_of_derivatives(torch):
    found = []
    for library in (mt, torch):
        x = wrapper(library, [])(library.tensor([0.5, 2.0])).requires_grad_()
        (g,) = library.autograd.grad((x.tanh() * x.exp()).sum(), x, create_graph=True)
        found.append([numbers(library.autograd.grad(g.sum(), x)[0]), numbers(g)])
    assert alike(*found)


# --- other kinds of classes -----------------------------------------------------------------------------------------------------


class Counting(mt.Tensor):
    """A tensor with numbers of its own that counts what it is handed."""

    seen: list = []

    @staticmethod
    def __new__(cls, data):
        return mt.Tensor._make_subclass(cls, data, True)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        cls.seen.append((str(func), [kind.__name__ for kind in types]))
        return super().__torch_dispatch__(func, types, args, kwargs or {})


def test_a_class_with_numbers_of_its_own():
    Counting.seen.clear()
    x = Counting(mt.tensor([1.0, 2.0]))
    y = (x * 3).tanh()
    y.sum().backward()
    assert Counting.seen[0] == ("aten.mul.Tensor", ["Counting"])
    plain = mt.tensor([1.0, 2.0], requires_grad=True)
    (plain * 3).tanh().sum().backward()
    assert mt.equal(x.grad.as_subclass(mt.Tensor), plain.grad)


def two_numbers(name, answer):
    """A wrapper of a class of this name that answers every operator so."""

    class Answering(mt.Tensor):
        __torch_function__ = mt._C._disabled_torch_function_impl

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            return answer(func, types, args, kwargs)

    return mt.Tensor._make_wrapper_subclass(type(name, (Answering,), {}), (2,))


def test_a_class_that_declines():
    with pytest.raises(TypeError, match=re.escape("Multiple dispatch failed for 'minitorch._ops.aten.add.Tensor'")):
        two_numbers("Declining", lambda *call: NotImplemented) + 1
    with pytest.raises(RuntimeError, match="Undispatched must define __torch_dispatch__"):
        mt.Tensor._make_wrapper_subclass(type("Undispatched", (mt.Tensor,), {}), (2,))


def test_a_kernel_refuses_what_has_no_numbers():
    with pytest.raises(NotImplementedError, match="a tensor subclass that has no numbers, Untouched: unwrap it"):
        two_numbers("Untouched", mt.Tensor.__torch_dispatch__) + 1


class Kept(mt.Tensor):
    """A wrapper that pickle can find."""

    __torch_function__ = mt._C._disabled_torch_function_impl

    @staticmethod
    def __new__(cls, elem):
        return mt.Tensor._make_wrapper_subclass(cls, elem.size(), dtype=elem.dtype)

    def __init__(self, elem):
        self.elem = elem

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        args = [x.elem if isinstance(x, cls) else x for x in args]
        out = func(*args, **(kwargs or {}))
        return cls(out) if isinstance(out, mt.Tensor) else out


def test_pickle_and_print():
    x = Kept(mt.tensor([1.0, 2.5]))
    again = pickle.loads(pickle.dumps(x))
    assert type(again) is Kept and again.elem.tolist() == [1.0, 2.5] and again.shape == (2,)
    assert repr(x) == "Kept([1.0000, 2.5000])"
    with pytest.raises(RuntimeError, match=re.escape(".tolist() is not supported for tensor subclasses, got Kept")):
        x.tolist()
    with pytest.raises(RuntimeError, match=re.escape(".numpy() is not supported for tensor subclasses.")):
        x.numpy()


def test_without_such_tensors_functions_are_what_they_were():
    kind, code = wrapper(mt, []), mt.add.__code__
    subclasses = sys.modules["minitorch.dispatch.subclasses"]
    assert not subclasses.subclassed
    kind(mt.ones(2))
    assert subclasses.subclassed
    subclasses.restore()
    assert mt.add.__code__ == code


def test_such_a_class_may_be_the_first_thing_that_a_program_does():
    program = """
import minitorch as mt

class Wrapper(mt.Tensor):
    __torch_function__ = mt._C._disabled_torch_function_impl

    @staticmethod
    def __new__(cls, held):
        made = mt.Tensor._make_wrapper_subclass(cls, held.shape, dtype=held.dtype)
        made.held = held
        return made

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return func(*[x.held if isinstance(x, cls) else x for x in args], **(kwargs or {}))

print((Wrapper(mt.ones(2)) + 1).tolist())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "[2.0, 2.0]\n", done.stderr


def test_functions_that_ask_twice_ask_no_more_afterwards():
    def met():
        type("Own", (mt.Tensor,), {})
        mt.empty_strided((2,), (1,))
        sys.modules["minitorch.overrides.install"].restore()

    met()
    met()
    assert "__asking" not in (mt.empty_strided.__kwdefaults__ or {})


def unseen(name):
    """What a class and a mode of a library's are handed around blocks of no_dispatch."""
    library, modes = importlib.import_module(name), importlib.import_module(f"{name}.utils._mode_utils")
    dispatch, log = importlib.import_module(f"{name}.utils._python_dispatch"), []

    class Logged(library.Tensor):
        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            log.append(f"class {func}")
            with modes.no_dispatch():
                return func(*args, **(kwargs or {}))

    class Mode(dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            log.append(f"mode {func}")
            return func(*args, **(kwargs or {}))

    library.Tensor._make_subclass(Logged, library.ones(2)).add(1)
    with Mode() as mode:
        library.ones(2).neg()
        with modes.no_dispatch():
            library.ones(2).neg()
    return [log, modes.all_same_mode([mode, mode]), modes.all_same_mode([mode, None])]


def test_nobody_is_handed_operators_without_dispatch(torch):
    assert unseen("torch") == unseen("minitorch")
