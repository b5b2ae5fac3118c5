"""Module against PyTorch's: each program below must say the same on both libraries."""

import os

import pytest

import minitorch

from ..module_programs import PROGRAMS
from ..programs import same

ERRORS = {
    "module before init": "class M(torch.nn.Module):\n    def __init__(self): self.p = torch.nn.Module()\nM()",
    "buffer before init": "class M(torch.nn.Module):\n    def __init__(self): self.register_buffer('b', torch.ones(1))\nM()",
    "register before init": "class M(torch.nn.Module):\n    def __init__(self): self.register_parameter('b', None)\nM()",
    "tensor over parameter": "m = torch.nn.Module(); m.p = torch.nn.Parameter(torch.ones(1)); m.p = torch.ones(1)",
    "number over module": "m = torch.nn.Module(); m.m = torch.nn.Module(); m.m = 3",
    "number over buffer": "m = torch.nn.Module(); m.register_buffer('b', torch.ones(1)); m.b = 3",
    "missing attribute": "torch.nn.Module().nothing",
    "missing delete": "del torch.nn.Module().nothing",
    "dot": "torch.nn.Module().register_parameter('a.b', None)",
    "empty": "torch.nn.Module().register_buffer('', None)",
    "number as a name": "torch.nn.Module().register_buffer(3, None)",
    "taken": "torch.nn.Module().register_buffer('forward', None)",
    "module taken": "torch.nn.Module().add_module('training', None)",
    "a result as parameter": "p = torch.nn.Parameter(torch.ones(1)); q = p * 1; q.__class__ = torch.nn.Parameter; torch.nn.Module().register_parameter('a', q)",
    "no forward": "torch.nn.Module()(1)",
    "path": "torch.nn.Module().get_submodule('a.b')",
    "path to no module": "torch.nn.Module().get_submodule('training')",
    "path to no parameter": "torch.nn.Module().get_parameter('training')",
    "path to no buffer": "torch.nn.Module().get_buffer('training')",
    "set nothing": "torch.nn.Module().set_submodule('', torch.nn.Module())",
    "set no module": "torch.nn.Module().set_submodule('a', 3)",
    "set strict": "torch.nn.Module().set_submodule('a', torch.nn.Module(), strict=True)",
    "to integers": "torch.nn.Module().to(torch.int64)",
    "mode": "torch.nn.Module().train(1)",
    "no dictionary": "torch.nn.Module().load_state_dict([1])",
    "keys": "m = torch.nn.Module(); m.a = torch.nn.Parameter(torch.ones(1)); m.load_state_dict({'b': torch.ones(1), 'c.d': 1})",
    "shape": "m = torch.nn.Module(); m.a = torch.nn.Parameter(torch.ones(2)); m.load_state_dict({'a': torch.ones(3)})",
    "no tensor in the state": "m = torch.nn.Module(); m.a = torch.nn.Parameter(torch.ones(2)); m.load_state_dict({'a': 5})",
    "pre hook": "m = torch.nn.Module(); m.register_forward_pre_hook(lambda m, a, k: 3, with_kwargs=True); m(1)",
    "mixed": "m = torch.nn.Module(); m.register_full_backward_hook(print); m.register_backward_hook(print)",
    "post hook": "m = torch.nn.Module(); m.register_state_dict_post_hook(lambda *a: 3); m.state_dict()",
}

OTHER_WORDS = {
    "before init": "class M(torch.nn.Module):\n    def __init__(self): self.p = torch.nn.Parameter(torch.ones(1))\nM()",
    "module dot": "torch.nn.Module().add_module('a.b', None)",
    "no module": "torch.nn.Module().add_module('a', 3)",
    "no tensor as buffer": "torch.nn.Module().register_buffer('a', 3)",
    "no parameter": "torch.nn.Module().register_parameter('a', torch.ones(1))",
    "arguments": "torch.nn.Module(3)",
    "keyword": "torch.nn.Module(a=3)",
    "whole numbers": "torch.nn.Parameter(torch.tensor([1]))",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_says_what_pytorch_says(name, torch):
    if name == "a dictionary of hooks for all modules put in by hand" and os.environ.get("MINITORCH_SOLUTIONS") == "1":
        pytest.skip("a reader's own call looks into the dictionaries that it was written with")
    same(PROGRAMS[name], torch)


@pytest.mark.parametrize("name", ERRORS)
def test_errors_begin_as_pytorchs(name, torch):
    ours, theirs = [error_of(ERRORS[name], library) for library in (minitorch, torch)]
    assert type(ours) is type(theirs)
    assert str(ours).replace("minitorch", "torch").startswith(str(theirs).rstrip("."))


@pytest.mark.parametrize("name", OTHER_WORDS)
def test_errors_are_of_the_same_kind(name, torch):
    ours, theirs = [error_of(OTHER_WORDS[name], library) for library in (minitorch, torch)]
    assert type(ours) is type(theirs)


def error_of(program, library):
    with pytest.raises(Exception) as caught:
        exec(program, {"torch": library, "__name__": "program"})
    return caught.value


@pytest.mark.parametrize("first, then", [(60, 0), (0, 60)])
def test_a_view_of_a_parameter_that_got_other_memory(first, then):
    memory = minitorch.zeros(100)
    parameter = minitorch.nn.Parameter(memory[first : first + 4])
    view = parameter[1:3]
    parameter.data = memory[then : then + 4]
    with minitorch.no_grad():
        view.add_(5)
    assert view.tolist() == [5, 5] and parameter.tolist() == [0, 0, 0, 0]
    view.sum().backward()
    assert parameter.grad.tolist() == [0, 1, 1, 0]


def test_a_load_that_fails_leaves_an_expanded_buffer_alone():
    layer = minitorch.nn.Linear(1, 1)
    layer.register_buffer("places", minitorch.arange(3).expand(2, -1), persistent=False)
    with pytest.raises(RuntimeError, match="Missing key"):
        layer.load_state_dict({})
    assert layer.places.tolist() == [[0, 1, 2]] * 2
