"""optim: the steps that PyTorch takes, what is saved and loaded, and PyTorch's errors."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import minitorch as mt

SHAPES = [(4, 3), (3,), (2, 2, 2)]


def parameters(library, kind="float32"):
    """Three parameters with the same numbers in each library."""
    generator = np.random.default_rng(0)
    arrays = [generator.normal(size=shape).astype(kind) for shape in SHAPES]
    return [library.tensor(array, requires_grad=True) for array in arrays]


def loss_of(params):
    """Something whose gradients change from step to step."""
    return sum([((p * p - p) * (p + 2)).sum() + (p * params[0].sum()).sum() for p in params]) * 0.1


def run(library, options, steps=20, kind="float32"):
    params = parameters(library, kind)
    optimizer = library.optim.SGD(params, **options)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_of(params)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return params, optimizer, losses


OPTIONS = [
    {},
    {"lr": 0.01},
    {"lr": 0.01, "momentum": 0.9},
    {"lr": 0.01, "momentum": 0.9, "dampening": 0.3},
    {"lr": 0.01, "momentum": 0.9, "nesterov": True},
    {"lr": 0.01, "weight_decay": 0.1},
    {"lr": 0.01, "weight_decay": 0.1, "momentum": 0.5, "nesterov": True},
    {"lr": 0.001, "momentum": 0.9, "maximize": True, "weight_decay": 0.01},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize(("kind", "tolerance"), [("float32", 2e-6), ("float64", 1e-14)])
def test_twenty_steps(torch, options, kind, tolerance):
    mine, optimizer, losses = run(mt, options, kind=kind)
    theirs, other, expected = run(torch, options, kind=kind)
    for p, q in zip(mine, theirs, strict=True):
        assert p.dtype.name == kind
        np.testing.assert_allclose(p.detach().numpy(), q.detach().numpy(), rtol=10 * tolerance, atol=tolerance)
    np.testing.assert_allclose(losses, expected, rtol=10 * tolerance, atol=tolerance)
    state, their_state = optimizer.state_dict(), other.state_dict()
    assert state["param_groups"] == their_state["param_groups"]
    assert list(state["state"]) == list(their_state["state"])
    for key in state["state"]:
        assert list(state["state"][key]) == list(their_state["state"][key])
        buffer = their_state["state"][key]["momentum_buffer"].numpy()
        np.testing.assert_allclose(
            state["state"][key]["momentum_buffer"].numpy(), buffer, rtol=10 * tolerance, atol=tolerance
        )


def test_a_step_by_hand():
    p = mt.tensor([1.0, -2.0], requires_grad=True)
    optimizer = mt.optim.SGD([p], lr=0.1, momentum=0.5, weight_decay=1.0)
    for expected in ([0.7, -1.5], [0.28, -0.8]):
        p.grad = mt.tensor([2.0, -3.0])
        optimizer.step()
        np.testing.assert_allclose(p.detach().numpy(), expected, rtol=1e-6)


def test_lr_as_a_tensor():
    p = mt.ones(2, requires_grad=True)
    p.grad = mt.ones(2)
    mt.optim.SGD([p], lr=mt.tensor(0.5)).step()
    assert p.tolist() == [0.5, 0.5]


def test_who_is_changed():
    used, unused, frozen = mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True), mt.ones(1)
    before = used
    optimizer = mt.optim.SGD([used, unused, frozen], lr=1.0, momentum=0.9)
    (used * 3).sum().backward()
    optimizer.step()
    assert (used.item(), unused.item(), frozen.item()) == (-2, 1, 1)
    assert used is before
    assert used.is_leaf
    assert used.requires_grad
    assert list(optimizer.state) == [used]
    assert used._version == 1


def test_closure():
    p = mt.ones(1, requires_grad=True)
    optimizer = mt.optim.SGD([p], lr=0.1)

    def closure():
        assert mt.is_grad_enabled()
        optimizer.zero_grad()
        loss = (p * p).sum()
        loss.backward()
        return loss

    assert optimizer.step(closure).item() == 1
    np.testing.assert_allclose(p.item(), 0.8, rtol=1e-6)
    assert mt.is_grad_enabled()
    with mt.no_grad():
        optimizer.step()
        assert not mt.is_grad_enabled()


def test_differentiable(torch):
    def through(library):
        start = library.tensor([1.0, 2.0], dtype=library.float64, requires_grad=True)
        p = start.clone()
        optimizer = library.optim.SGD([p], lr=0.1, momentum=0.9, weight_decay=0.2, differentiable=True)
        p.grad = start * 3
        optimizer.step()
        (p * p).sum().backward()
        return start.grad.tolist()

    assert through(mt) == pytest.approx(through(torch))


def test_zero_grad():
    p = mt.ones(2, requires_grad=True)
    optimizer = mt.optim.SGD([p], lr=0.1)
    p.sum().backward()
    kept = p.grad
    optimizer.zero_grad(set_to_none=False)
    assert p.grad is kept
    assert kept.tolist() == [0, 0]
    optimizer.zero_grad()
    assert p.grad is None
    (first,) = mt.autograd.grad((p * p).sum(), p, create_graph=True)
    p.grad = first
    optimizer.zero_grad(set_to_none=False)
    assert not p.grad.requires_grad
    assert p.grad.tolist() == [0, 0]


# --- groups -----------------------------------------------------------------------------------------------------------


def test_groups(torch):
    def groups(library):
        params = parameters(library)
        optimizer = library.optim.SGD([{"params": params[0], "lr": 0.5}, {"params": iter(params[1:2])}], lr=0.1)
        optimizer.add_param_group({"params": params[2:], "momentum": 0.9})
        loss_of(params).backward()
        optimizer.step()
        return params, optimizer

    (mine, optimizer), (theirs, other) = groups(mt), groups(torch)
    for p, q in zip(mine, theirs, strict=True):
        np.testing.assert_allclose(p.detach().numpy(), q.detach().numpy(), rtol=1e-5)
    assert repr(optimizer) == repr(other)
    assert optimizer.state_dict()["param_groups"] == other.state_dict()["param_groups"]
    assert optimizer.defaults == other.defaults


def test_names(torch):
    def named(library):
        params = parameters(library)
        return library.optim.SGD([("first", params[0]), ("second", params[1])], lr=0.1)

    mine, theirs = named(mt), named(torch)
    assert mine.state_dict() == theirs.state_dict()
    assert mine.param_groups[0]["param_names"] == ["first", "second"]
    plain = mt.optim.SGD(parameters(mt)[:2], lr=0.1)
    plain.load_state_dict(mine.state_dict())
    assert plain.param_groups[0]["param_names"] == ["first", "second"]


def test_a_group_that_is_refused_stays_as_it_was(torch):
    for library in (mt, torch):
        p, q = parameters(library)[:2]
        optimizer = library.optim.SGD([("first", p)], lr=0.1)
        group = {"params": [("second", q), ("first", p)]}
        with pytest.raises(ValueError, match="more than one parameter group"):
            optimizer.add_param_group(group)
        assert len(optimizer.param_groups) == 1
        assert library is torch or list(group) == ["params"]


def wrong(library):
    """Calls that are errors, by name."""
    p, q = (library.ones(2, requires_grad=True) for _ in range(2))
    sgd = library.optim.SGD

    return {
        "empty": lambda: sgd([]),
        "not a list": lambda: sgd(p),
        "not tensors": lambda: sgd([3]),
        "a set": lambda: sgd([{"params": {p}}]),
        "not a leaf": lambda: sgd([p * 2]),
        "twice": lambda: sgd([{"params": [p]}, {"params": [p, q]}]),
        "group": lambda: sgd([p]).add_param_group([q]),
        "lr": lambda: sgd([p], lr=-0.1),
        "momentum": lambda: sgd([p], momentum=-0.5),
        "weight_decay": lambda: sgd([p], weight_decay=-0.5),
        "nesterov": lambda: sgd([p], nesterov=True),
        "dampening": lambda: sgd([p], nesterov=True, momentum=0.9, dampening=0.1),
        "groups differ": lambda: sgd([p]).load_state_dict(sgd([{"params": [p]}, {"params": [q]}]).state_dict()),
        "sizes differ": lambda: sgd([p]).load_state_dict(sgd([p, q]).state_dict()),
    }


@pytest.mark.parametrize("name", wrong(mt))
def test_errors(torch, name):
    with pytest.raises(Exception) as expected:
        wrong(torch)[name]()
    with pytest.raises(type(expected.value)) as got:
        wrong(mt)[name]()
    assert str(got.value)


def test_a_group_is_compared_with_all_groups():
    first, second, third = (mt.ones(2, requires_grad=True) for _ in range(3))
    optimizer = mt.optim.SGD([{"params": first}, {"params": second}, {"params": third}])
    with pytest.raises(ValueError, match="more than one parameter group"):
        optimizer.add_param_group({"params": [first]})
    assert len(optimizer.param_groups) == 3


def test_zero_grad_reaches_a_parameter_that_was_frozen():
    p = mt.ones(2, requires_grad=True)
    optimizer = mt.optim.SGD([p])
    p.sum().backward()
    p.requires_grad_(False)
    optimizer.zero_grad()
    assert p.grad is None


def test_a_state_without_an_option_leaves_it_as_it_is():
    p = mt.ones(2, requires_grad=True)
    optimizer = mt.optim.SGD([p], lr=0.5)
    optimizer.load_state_dict({"state": {}, "param_groups": [{"params": [0], "momentum": 0.5}]})
    group = optimizer.param_groups[0]
    assert (group["lr"], group["momentum"], group["maximize"]) == (0.5, 0.5, False)


def test_duplicates_warn():
    p = mt.ones(2, requires_grad=True)
    with pytest.warns(UserWarning, match="optimizer contains a parameter group with duplicate parameters"):
        optimizer = mt.optim.SGD([p, p, mt.ones(1)], lr=0.1)
    assert optimizer.state_dict()["param_groups"][0]["params"] == [1, 1, 2]  # as PyTorch numbers them


def test_a_method_without_a_step():
    class Mine(mt.optim.Optimizer):
        pass

    with pytest.raises(NotImplementedError):
        Mine([mt.ones(1, requires_grad=True)], {}).step()


def test_a_failed_group_changes_nothing():
    p, q = (mt.ones(2, requires_grad=True) for _ in range(2))
    optimizer = mt.optim.SGD([p])
    group = {"params": [q, 3]}
    with pytest.raises(TypeError):
        optimizer.add_param_group(group)
    assert len(optimizer.param_groups) == 1
    assert list(group) == ["params"]


# --- saving and loading -----------------------------------------------------------------------------------------------


def test_going_on_from_a_state():
    options = {"lr": 0.01, "momentum": 0.9}
    params, optimizer, _ = run(mt, options, 5)
    copies = [p.detach().clone().requires_grad_() for p in params]
    other = mt.optim.SGD(copies, lr=7.0)
    other.load_state_dict(optimizer.state_dict())
    assert other.param_groups[0]["lr"] == 0.01
    for p, o in ((params, optimizer), (copies, other)):
        for _ in range(5):
            o.zero_grad()
            loss_of(p).backward()
            o.step()
    assert all((p == q).all() for p, q in zip(params, copies, strict=True))
    assert optimizer.state[params[0]]["momentum_buffer"] is not other.state[copies[0]]["momentum_buffer"]


@pytest.mark.parametrize("name", "Adam AdamW NAdam RAdam Adagrad Adadelta Adamax RMSprop LBFGS".split())
def test_what_was_loaded_is_apart_from_where_it_came(name):
    """Training the optimizer that loaded a state changes nothing that the first one remembers."""

    def made():
        p = mt.ones(2, requires_grad=True)
        return p, getattr(mt.optim, name)([p], lr=0.1)

    def train(p, optimizer):
        def closure():
            optimizer.zero_grad()
            loss = (p**4).sum()
            loss.backward()
            return loss

        for _ in range(2):
            optimizer.step(closure)

    (p, first), (q, second) = made(), made()
    train(p, first)
    second.load_state_dict(first.state_dict())
    before = copy.deepcopy(first.state_dict()["state"])
    train(q, second)
    assert str(first.state_dict()["state"]) == str(before)
    assert str(second.state_dict()["state"]) != str(before)


def test_loading_converts_to_the_parameter():
    single = run(mt, {"momentum": 0.9}, 2)[1].state_dict()
    single["state"][0]["step"] = mt.tensor(3.0)
    double = mt.optim.SGD(parameters(mt, "float64"), momentum=0.9)
    double.load_state_dict(single)
    state = double.state[double.param_groups[0]["params"][0]]
    assert state["momentum_buffer"].dtype is mt.float64
    assert state["step"].dtype is mt.float32


def test_copies():
    params, optimizer, _ = run(mt, {"lr": 0.01, "momentum": 0.9}, 3)
    for again in (copy.deepcopy(optimizer), pickle.loads(pickle.dumps(optimizer))):
        inside = again.param_groups[0]["params"]
        assert inside[0] is not params[0]
        assert list(again.state) == inside
        np.testing.assert_array_equal(
            again.state[inside[0]]["momentum_buffer"].numpy(), optimizer.state[params[0]]["momentum_buffer"].numpy()
        )


def test_optim_is_loaded_when_asked_for():
    code = "import sys, minitorch; assert 'minitorch.optim' not in sys.modules; minitorch.optim.SGD"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", ["Adam", "AdamW"])
def test_a_weight_decay_can_be_learned(torch, name):
    """Two differentiable steps; the parameter changes in place, so the graph keeps a copy of what was decayed."""

    def learned(library):
        decay = library.tensor(0.3, dtype=library.float64, requires_grad=True)
        p = library.tensor([0.5, -2.0], dtype=library.float64, requires_grad=True).clone()
        optimizer = getattr(library.optim, name)([p], lr=0.1, weight_decay=decay, differentiable=True)
        for _ in range(2):
            p.grad = library.autograd.grad((p.sum() - 2) ** 2, p, create_graph=True)[0].clone()
            optimizer.step()
        return library.autograd.grad(p.sum(), decay)[0].item()

    assert learned(mt) == pytest.approx(learned(torch), rel=1e-4)  # PyTorch corrects the bias in float32 here


RULES = [(name, {}) for name in "Adam AdamW Adamax NAdam RAdam Adagrad Adadelta".split()]
RULES += [("Adam", {"amsgrad": True}), ("RMSprop", {"momentum": 0.9, "centered": True})]


@pytest.mark.parametrize(("name", "options"), RULES, ids=str)
def test_gradients_flow_through_three_steps(name, options):
    """What an earlier step remembers is written into again, and the graph needs it as it was: by finite differences."""

    def loss(start):
        p = start.clone()
        optimizer = getattr(mt.optim, name)([p], lr=0.1, differentiable=True, **options)
        for k in range(3):
            p.grad = start * (3 - k)
            optimizer.step()
        return (p * p).sum()

    start = mt.tensor([1.0, -2.0], dtype=mt.float64, requires_grad=True)
    assert mt.autograd.gradcheck(loss, (start,), atol=1e-4)


def test_zero_grad_fills_a_view_in_a_gradients_place():
    for zero in (lambda p: mt.optim.SGD([p], 0.1).zero_grad(False), lambda p: as_module(p).zero_grad(False)):
        p = mt.nn.Parameter(mt.ones(2, 2))
        p.grad = whole = mt.ones(4).view(2, 2)
        zero(p)
        assert p.grad is whole and whole.tolist() == [[0, 0], [0, 0]]


def as_module(parameter):
    module = mt.nn.Module()
    module.p = parameter
    return module


def test_a_subclass_s_setstate_is_for_states_that_are_loaded(torch):
    """A new optimizer does not call it: it may need what the subclass sets after super().__init__()."""

    def calls(lib):
        said = []

        class Ranger(lib.optim.Optimizer):
            def __init__(self, params):
                super().__init__(params, {"lr": 0.1})
                self.said = said

            def __setstate__(self, state):
                self.said.append(sorted(state))
                super().__setstate__(state)

        optimizer = Ranger([lib.ones(1, requires_grad=True)])
        made = list(said)
        optimizer.load_state_dict(optimizer.state_dict())
        return made, said

    assert calls(mt) == calls(torch) == ([], [["param_groups", "state"]])
