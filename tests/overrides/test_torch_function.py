"""Classes with __torch_function__ take functions over as in PyTorch; in a process of their own, since functions change for good."""

import os
import subprocess
import sys
import traceback
import types
from pathlib import Path

import minitorch as mt
from minitorch import fast
from minitorch.course.install import place
from minitorch.fast import calls
from minitorch.ops.index.getitem import getitem as plain
from minitorch.ops.op import Op
from minitorch.overrides.install import install

PROGRAM = """
import sys, functools
import {library} as torch
import {library}.nn as nn, {library}.nn.functional as F
from {library}.overrides import TorchFunctionMode, has_torch_function, handle_torch_function

HANDLED = {{}}
class Scalar:
    def __init__(self, n, value):
        self.n, self.value = n, value
    def __repr__(self):
        return f"Scalar({{self.n}}, {{self.value}})"
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func not in HANDLED or not all(issubclass(t, (torch.Tensor, Scalar)) for t in types):
            return NotImplemented
        return HANDLED[func](*args, **(kwargs or {{}}))
def implements(function):
    def decorate(own):
        HANDLED[function] = functools.wraps(function)(own)
        return own
    return decorate
@implements(torch.mean)
def mean(input):
    return input.value / input.n
print(torch.mean(Scalar(5, 2)))
@implements(torch.add)
def add(input, other):
    return Scalar(input.n, input.value + getattr(other, "value", other))
@implements(F.relu)
def relu(input, inplace=False):
    return Scalar(input.n, max(input.value, 0))
print(torch.add(Scalar(2, 2), Scalar(2, 3)), torch.add(Scalar(2, 2), 1), F.relu(Scalar(2, -3)))
for function in (torch.mul, F.dropout):
    try:
        function(Scalar(2, 3), 3)
    except TypeError as error:
        print(str(error).split(chr(10))[0])

@implements(torch.stack)
def stack(tensors, dim=0):
    return len(tensors), dim
print(torch.stack([Scalar(1, 1), Scalar(1, 2)], dim=1))

class Logged(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print(func.__name__, [t.__name__ for t in types], len(args), kwargs if kwargs is None else sorted(kwargs))
        return super().__torch_function__(func, types, args, kwargs or {{}})
a, b = torch.ones(2, 2).as_subclass(Logged), torch.ones(2, 2)
for result in (a + 1, 1 - a, b @ a, a[0], a.T, a.shape, a.max(1), F.linear(b, a), F.dropout(a, 0.0), F.mse_loss(a, b),
               torch.cat([b, a]), nn.ReLU()(a), nn.Linear(2, 2).requires_grad_(False)(a) * 0, [row for row in a], a.split(1),
               len(a), a.sum().item(), a == 1, torch.einsum("ij->i", a), nn.init.constant_(a.clone(), 2.0),
               a.requires_grad_().sum().backward(), a.grad):
    print(type(result).__name__)
a.requires_grad_(False)
a[0] = 5
print(a, has_torch_function((a,)), has_torch_function((b,)))

class Plain(torch.Tensor):
    pass
class Below(Plain):
    pass
p = Plain([1.0, 2.0])
print(p * 2, type(p + Below([1.0])).__name__, type(p.numpy()).__name__, type(p.data).__name__, p.sum() + torch.ones(1))
with torch._C.DisableTorchFunctionSubclass():
    print(type(p + 1).__name__)

class Counting(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        print("seen", func.__name__)
        return func(*args, **(kwargs or {{}}))
with Counting():
    x = torch.ones(2) * 2
    F.relu(x).sum().item()
class Elsewhere(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        made = func in (torch.empty, torch.zeros, torch.ones, torch.tensor, torch.as_tensor)
        return func(*args, **{{**(kwargs or {{}}), **({{"device": "meta"}} if made else {{}})}})
with Elsewhere():
    print(nn.Linear(2, 3).weight.device, nn.BatchNorm1d(2).running_mean.device, torch.tensor([1.0]).device, torch.ones(1).device)
class Filled(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func.__name__ in ("kaiming_uniform_", "uniform_", "normal_", "new_tensor", "unbind", "__repr__"):
            print("filled", func.__name__)
        return func(*args, **(kwargs or {{}}))
with Filled():
    nn.Linear(2, 3), nn.Embedding(2, 3), nn.init.xavier_normal_(torch.ones(2, 2)), torch.ones(1).new_tensor([1.0])
    repr([row for row in torch.ones(2)])
def own(x, scale=2):
    if has_torch_function((x,)):
        return handle_torch_function(own, (x,), x, scale=scale)
    return x * scale
HANDLED[own] = lambda x, scale: scale
print(own(3), own(Scalar(1, 1), 7), type(own(p)).__name__)
"""


LAYERS = """
import {library} as torch
from {library} import nn
asked = []
class Seen(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        asked.append(getattr(function, "__name__", str(function)))
        return super().__torch_function__(function, types, args, kwargs or {{}})
def call(layer, *shapes):
    asked.clear()
    with torch.no_grad():
        out = layer(*[torch.ones(shape).as_subclass(Seen) for shape in shapes])
    out = out if isinstance(out, tuple) else (out,)
    print(type(layer).__name__, type(out[0]).__name__, [n for n in asked if n not in ("dim", "size", "__get__")])
call(nn.LSTM(3, 4), (5, 2, 3))  # what it needs was loaded by this file, not by name
call(nn.GRUCell(3, 4), (2, 3))
call(nn.GroupNorm(1, 4), (2, 4, 3))
call(nn.InstanceNorm1d(3), (4, 3, 5))
call(nn.AvgPool1d(2), (1, 2, 4))
call(nn.ConvTranspose1d(2, 3, 2), (1, 2, 3))
call(nn.Upsample(scale_factor=2), (1, 2, 3))
call(nn.Flatten(), (2, 3, 4))
call(nn.Unflatten(1, (2, 2)), (2, 4))
call(nn.Sequential(nn.Sigmoid(), nn.Tanh(), nn.Mish()), (2, 3))
call(nn.CosineSimilarity(), (2, 3), (2, 3))
call(nn.TransformerEncoderLayer(4, 2, 8).eval(), (3, 2, 4))
call(nn.TransformerDecoderLayer(4, 2, 8, batch_first=True), (3, 2, 4), (3, 2, 4))
class Weight(nn.Parameter): pass
class Mean(nn.Buffer): pass
class Own(nn.Parameter):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        print(function.__name__)
        return super().__torch_function__(function, types, args, kwargs or {{}})
print([type(x + 1).__name__ for x in (Weight(torch.ones(2)), Mean(torch.ones(2)), Own(torch.ones(2)))])
print(type(nn.functional.linear(torch.ones(1, 2).as_subclass(Seen), Weight(torch.ones(2, 2)))).__name__)
print([kind.__torch_function__ is torch._C._disabled_torch_function_impl for kind in (nn.Parameter, nn.Buffer, torch.Tensor)])
print(type(nn.Parameter.__torch_function__(torch.add, (Seen,), (torch.ones(2).as_subclass(Seen), 1))).__name__)
class Duck(nn.Module):  # what a layer needs to be called as attention, and no more
    def __init__(self):
        super().__init__()
        self.embed_dim, self.num_heads, self.dropout, self.batch_first = 4, 2, 0.0, True
        self.in_proj_weight, self.in_proj_bias, self.out_proj = torch.ones(12, 4), torch.ones(12), nn.Linear(4, 4)
        self.bias_k = self.bias_v = None
        self.add_zero_attn, self._qkv_same_embed_dim = False, True
    def forward(self, x):
        return nn.MultiheadAttention.forward(self, x, x, x)
print([tuple(part.shape) for part in Duck()(torch.ones(1, 3, 4))])
"""


def output(library, program=PROGRAM):
    """What the program prints with a library."""
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program.format(library=library)],
        capture_output=True, text=True, timeout=120, env={**os.environ, "PYTHONPATH": root},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.replace("minitorch", "torch").splitlines()


def test_functions_are_taken_over(torch):
    for ours, theirs in zip(output("minitorch"), output("torch"), strict=True):
        assert ours == theirs


def test_layers_hand_their_functions_over_and_parameters_take_nothing(torch):
    for ours, theirs in zip(output("minitorch", LAYERS), output("torch", LAYERS), strict=True):
        assert ours == theirs


AFTERWARDS = """
import minitorch as mt
class Mine(mt.Tensor): pass
x = mt.eye(3).as_subclass(Mine)
x + 1
from minitorch.fft import fft
from minitorch.linalg import inv
import minitorch.special
print(*[type(y).__name__ for y in (fft(x), inv(x), minitorch.special.ndtr(x), mt.fft.ifft(x))])
"""


def test_packages_that_are_imported_afterwards_ask_too():
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", AFTERWARDS], capture_output=True, text=True, timeout=120, env=env)
    assert done.stdout.split() == ["Mine"] * 4, done.stderr


WRONG = """
import {library} as torch
x, t, i = torch.ones(2, 3), torch.ones(2), torch.tensor([0])
class Mine(torch.Tensor): pass
x.as_subclass(Mine) + 1  # from now on functions ask
for call in (
    lambda: x.size(t), lambda: x.index_select("a", i), lambda: x.transpose(0, t), lambda: x.unsqueeze(1.5), lambda: x.view("a"),
):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])
"""


def test_arguments_of_wrong_types_are_refused_in_the_same_words_once_functions_ask(torch):
    assert output("minitorch", WRONG) == output("torch", WRONG)


def test_whoever_looks_at_the_frames_of_a_call_sees_its_variables():
    """As a debugger does, and IPython where it prints an error."""
    seen = []

    class Looking(mt.Tensor):
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            seen.extend([frame.f_locals for frame, _ in traceback.walk_stack(None)])
            return super().__torch_function__(function, types, args, kwargs or {})

    x = mt.ones(3).as_subclass(Looking)
    for call in (
        lambda: x.add_(1),
        lambda: mt.softmax(x, 0),
        lambda: x.view(3, 1),
        lambda: mt.cat([x, x]),
        lambda: x + x,
    ):
        seen.clear()
        call()
        assert any(["__asking" in names and "args" in names for names in seen])


def test_a_parameters_subclass_of_another_subclass_says_so_when_it_prints():
    class Named(mt.Tensor):
        pass

    class NamedParameter(Named, mt.nn.Parameter):
        __repr__ = mt.Tensor.__repr__

    assert repr(NamedParameter(mt.ones(1))) == "Parameter(NamedParameter([1.], requires_grad=True))"
    build, args = NamedParameter(mt.ones(1)).__reduce_ex__(2)  # two parts, which classes take apart
    assert type(build(*args)) is NamedParameter


def test_modes_that_are_open_can_be_asked_for():
    overrides = mt.overrides
    with overrides.TorchFunctionMode() as outer, overrides.TorchFunctionMode() as inner:
        assert overrides._get_current_function_mode() is inner
        assert overrides._get_current_function_mode_stack() == [outer, inner]
    assert overrides._get_current_function_mode() is None


PARAMETERS = """
import {library} as torch
nn = torch.nn
class Plain(torch.Tensor): pass
class Asked(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        if function is torch.Tensor.module_load:
            seen.append(cls.__name__)
        return super().__torch_function__(function, types, args, kwargs or {{}})
class Further(Plain): pass
class Loose(torch.Tensor):  # detach() forgets its class
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        with torch._C.DisableTorchFunctionSubclass():
            return function(*args, **(kwargs or {{}})).as_subclass(torch.Tensor)
class Kept(torch.Tensor):  # is what it loads itself
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return args[1] if function is torch.Tensor.module_load else super().__torch_function__(function, types, args, kwargs or {{}})
seen = []
def of(kind, numbers):
    layer = nn.Linear(2, 2, bias=False)
    layer.weight = nn.Parameter(torch.full((2, 2), numbers).as_subclass(kind))
    layer.register_buffer("mean", torch.full((2,), numbers).as_subclass(kind))
    return layer
for kind in (Plain, Asked, Further):
    p = nn.Parameter(data=torch.ones(2).as_subclass(kind), requires_grad=False)
    print(type(p).__name__, isinstance(p, nn.Parameter), isinstance(p.detach(), nn.Parameter), p.requires_grad, repr(p))
    layer = of(kind, 3.0)
    print([(name, type(p).__name__) for name, p in layer.named_parameters()], type(layer.state_dict()["weight"]).__name__)
    layer(torch.ones(1, 2)).sum().backward()
    torch.optim.SGD(layer.parameters(), 1.0).step()
    print(type(layer.weight).__name__, layer.weight.tolist(), type(layer.weight.grad).__name__)
for swapping in (False, True):
    torch.__future__.set_swap_module_params_on_conversion(swapping)
    for assign in (False, True):
        for mine in (torch.Tensor, Plain, Asked, Further):
            for theirs in (torch.Tensor, Plain, Asked, Further):
                layer, other = of(mine, 1.0), of(theirs, 2.0)
                held = layer.weight
                try: layer.load_state_dict(other.state_dict(), assign=assign)
                except RuntimeError as error: print(str(error)[:40])
                kinds = type(layer.weight).__name__, type(layer.mean).__name__
                print(swapping, assign, kinds, layer.weight is held, layer.weight.tolist())
                print(isinstance(layer.weight, nn.Parameter), layer.weight.requires_grad, layer.mean.tolist(), other.weight.tolist())
print(set(seen))
plain, kept = of(torch.Tensor, 1.0), of(Kept, 2.0).state_dict()
for broken in (lambda: nn.Parameter(torch.ones(2).as_subclass(Loose)), lambda: plain.load_state_dict(kept)):
    try: broken()
    except RuntimeError as error: print(str(error).replace("swapping", "copying"))
torch.__future__.set_swap_module_params_on_conversion(False)
"""


def test_a_parameter_of_the_users_class_stays_of_that_class_and_is_loaded_and_swapped_as_it_says(torch):
    assert output("minitorch", PARAMETERS) == output("torch", PARAMETERS)


def test_short_cuts_may_be_switched_between_two_calls():
    asked = []

    class Asked(mt.Tensor):
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            asked.append(function.__name__)
            return super().__torch_function__(function, types, args, kwargs)

    x = mt.zeros(2).as_subclass(Asked)

    def names():
        asked.clear()
        (x + 1, mt.add(x, 1), x * 2, mt.exp(x), x.exp(), x.add_(1), x[0], mt.nn.functional.relu(x))
        return list(asked)

    wanted = ["add", "add", "mul", "exp", "exp", "add_", "__getitem__", "relu"]
    assert names() == wanted
    with fast.switched_off():
        assert names() == wanted
        back = fast.step_aside("minitorch.ops.op:Op")
        assert names() == wanted
        back()
    assert names() == wanted


def test_what_takes_an_operators_place_is_called_after_functions_have_asked():
    install()
    x, y, called, before = mt.tensor([5, 7]), mt.tensor([2, 3]), [], Op.make

    def make(op, stranger):
        made = before(op, stranger)

        def call(*args, **named):
            called.append(op.name)
            return made(*args, **named)

        return calls.called(call, op, stranger)

    def piece(x, index):
        called.append("a piece")
        return plain(x, index)

    calls.exchange(make)
    try:
        for expression in (lambda: x // y, lambda: 1 - x, lambda: x & y, lambda: x | y, lambda: x ^ y):
            expression()
    finally:
        calls.exchange(before)
    assert called == ["floor_divide", "rsub", "bitwise_and", "bitwise_or", "bitwise_xor"]
    exercise = types.SimpleNamespace(name="getitem", target="minitorch.ops.index.getitem:getitem", install=None)
    back = place(exercise, piece)
    try:
        assert x[0] == 5 and called[5:] == ["a piece"]
    finally:
        back()
    assert x[0] == 5 and called[5:] == ["a piece"]
