"""Lazy layers: parameters without a size, what may be done with them, their state, and what a layer becomes."""

import copy
import pickle

import pytest

import minitorch as mt
from minitorch.nn.modules.lazy import LazyModuleMixin
from minitorch.nn.parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter, is_lazy

from ..both import result

KINDS = [(UninitializedParameter, Parameter), (UninitializedBuffer, Buffer)]


class Lazy(LazyModuleMixin, mt.nn.Module):
    pass


def holding(value):
    module = Lazy()
    module.x = value
    return module


@pytest.mark.parametrize("waiting, ready", KINDS)
def test_state_between_those_with_and_without_a_size(waiting, ready):
    module, full = holding(waiting()), holding(ready(mt.ones(2, 3)))
    assert isinstance(module.state_dict()["x"], waiting)
    module.load_state_dict(full.state_dict())
    assert mt.equal(module.x, mt.ones(2, 3)) and not module.has_uninitialized_params()


def loaded_without_sizes(torch):
    """Lazy modules loaded from each other, and what they still make of a first batch."""
    found = []
    for kind in (lambda: torch.nn.LazyLinear(3), torch.nn.LazyBatchNorm1d):
        net = torch.nn.Sequential(kind(), torch.nn.Linear(3, 3))
        other = torch.nn.Sequential(kind(), torch.nn.Linear(3, 3))
        keys = net.load_state_dict(other.state_dict())
        found += [str(keys), net[0].has_uninitialized_params(), list(net[0].state_dict())]
        found += [net[1].weight.tolist() == other[1].weight.tolist(), net(torch.ones(4, 3)).shape, repr(net)]
    try:
        torch.nn.Linear(2, 3).load_state_dict(torch.nn.LazyLinear(3).state_dict())
    except RuntimeError as error:
        found.append(str(error)[:62])
    return found


def test_state_between_those_without_a_size(torch):
    assert result(loaded_without_sizes, mt)[0] == result(loaded_without_sizes, torch)[0]


def test_a_load_that_fails_leaves_it_without_a_size():
    net = mt.nn.Sequential(mt.nn.LazyLinear(2), mt.nn.Linear(2, 1))
    state = mt.nn.Sequential(mt.nn.Linear(3, 2), mt.nn.Linear(2, 2)).state_dict()
    with pytest.raises(RuntimeError, match="size mismatch"):
        net.load_state_dict(state)
    assert is_lazy(net[0].weight) and is_lazy(net[0].bias)


@pytest.mark.parametrize("waiting, ready", KINDS)
def test_what_has_no_size_can_be_converted_copied_and_stored(waiting, ready):
    module = copy.deepcopy(holding(waiting())).half()
    assert isinstance(module.x, waiting) and module.x.dtype == mt.float16 and repr(module.x) == f"<{waiting.__name__}>"
    assert type(pickle.loads(pickle.dumps(module.x))) is waiting
    with pytest.raises(ValueError, match="uninitialized parameter"):
        module.share_memory()
    with pytest.raises(RuntimeError, match="shape of an uninitialized"):
        module.x.shape  # noqa: B018
    for use in (mt.relu, lambda x: x + x, lambda x: x.sum(), mt.empty_like, lambda x: mt.add(1, x)):
        with pytest.raises((ValueError, RuntimeError), match="uninitialized parameter"):
            use(module.x)
    module.x.materialize(10)
    assert module.x.dtype == mt.float16 and module.x.shape == (10,) and not isinstance(module.x, waiting)


def test_a_layer_takes_its_size_from_the_first_batch(torch):
    mt.manual_seed(0)
    torch.manual_seed(0)
    ours, theirs = mt.nn.LazyLinear(4), torch.nn.LazyLinear(4)
    assert repr(ours) == repr(theirs)
    net, copied = mt.nn.Sequential(ours, mt.nn.LazyLinear(1, bias=False)), pickle.loads(pickle.dumps(ours))
    assert is_lazy(copied.weight)
    net(mt.ones(2, 3))
    theirs(torch.ones(2, 3))
    assert type(ours) is mt.nn.Linear and repr(ours) == repr(theirs) and net[1].weight.shape == (1, 4)
    assert ours.weight.tolist() == theirs.weight.tolist() and ours.bias.tolist() == theirs.bias.tolist()
    assert not hasattr(ours, "_initialize_hook") and not ours._forward_pre_hooks


def test_a_class_says_how_its_parameters_get_their_sizes():
    class Forgetful(Lazy):
        def initialize_parameters(self, x):
            pass

    module = Forgetful()
    module.x = UninitializedParameter()
    with pytest.raises(RuntimeError, match="module Forgetful has not been fully initialized"):
        module(1)


def test_an_optimizer_takes_a_parameter_before_its_size_is_known():
    module = holding(UninitializedParameter())
    optimizer = mt.optim.SGD(module.parameters(), lr=0.5)
    module.x.materialize(3)
    with mt.no_grad():
        module.x.fill_(1.0)
    module.x.grad = mt.ones(3)
    optimizer.step()
    assert module.x.tolist() == [0.5] * 3
