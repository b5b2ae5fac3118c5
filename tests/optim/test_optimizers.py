"""All optimizers on PyTorch's own list of their options: the parameters after some steps, states, printed forms, errors."""

import warnings

import numpy as np
import pytest

import minitorch as mt

common = pytest.importorskip("torch.testing._internal.common_optimizers")
theirs = pytest.importorskip("torch")
NAMES = {info.optim_cls.__name__: info for info in common.optim_db if hasattr(mt.optim, info.optim_cls.__name__)}
CASES = [
    pytest.param(name, case.kwargs, id=f"{name} {case.desc}")
    for name, info in NAMES.items()
    for case in info.optim_inputs_func(device="cpu")
]
ERRORS = [
    pytest.param(name, case, id=f"{name} {case.optimizer_error_input.desc}")
    for name, info in NAMES.items()
    for case in (info.optim_error_inputs_func("cpu", theirs.float32) if info.optim_error_inputs_func else [])
    if "foreach" not in str(case.error_regex)
    and "both Tensors" not in str(case.error_regex)  # taken, and not used
    and not (name == "SGD" and "1-element" in str(case.optimizer_error_input.desc))  # the core has no sentence for it
]
WAYS = [{}, {"foreach": True}, {"fused": True}, {"differentiable": True}]


def ours(value):
    """What PyTorch's list gives, for minitorch."""
    if isinstance(value, theirs.Tensor):
        found = mt.tensor(value.detach().numpy())
        found = mt.nn.Parameter(found) if isinstance(value, theirs.nn.Parameter) else found
        found.grad = None if value.grad is None else mt.tensor(value.grad.numpy())
        return found
    if isinstance(value, dict):
        return {name: ours(one) for name, one in value.items()}
    return type(value)([ours(one) for one in value]) if isinstance(value, list | tuple) else value


def train(library, name, options, kind="float32", steps=12):
    """(parameters, optimizer) after some steps on a least-squares problem."""
    generator = np.random.default_rng(0)
    shapes = [(5, 4), (4,), ()]
    params = [generator.normal(size=shape) for shape in shapes]
    if kind.startswith("complex"):
        params = [p + 1j * generator.normal(size=p.shape) for p in params]
    params = [library.nn.Parameter(library.tensor(np.asarray(p, kind))) for p in params]
    optimizer = getattr(library.optim, name)(params, **options)

    def closure():
        optimizer.zero_grad()
        x = params[0] @ params[1] + params[2] - 1
        loss = (x * x.conj()).real.sum() if x.is_complex() else (x * x).sum()
        loss.backward()
        return loss

    for _ in range(steps):
        if options.get("differentiable"):  # each step's gradient is that of the step alone
            closure()
            optimizer.step()
        else:
            optimizer.step(closure)
    return params, optimizer


def close(mine, other, kind, slack=1):
    tolerance = {"float32": 2e-5, "complex64": 2e-5}.get(kind, 1e-12) * slack
    assert mine.dtype == other.dtype
    np.testing.assert_allclose(mine, other, rtol=tolerance, atol=tolerance)


def compare(name, options, kind):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        steps = (
            2 if name == "LBFGS" else 12
        )  # of 20 changes each; at the end of the way only rounding decides where it goes
        params, optimizer = train(mt, name, ours(options), kind, steps)
        expected, other = train(theirs, name, options, kind, steps)
    slack = 50 if name == "LBFGS" else 1
    for p, q in zip(params, expected, strict=True):
        close(p.detach().numpy(), q.detach().numpy(), kind, slack)
    state, saved = optimizer.state_dict(), other.state_dict()
    assert list(state["state"]) == list(saved["state"])
    for number, values in saved["state"].items():
        assert list(state["state"][number]) == list(values)
        for key, value in values.items():
            own = state["state"][number][key]
            assert type(own).__name__ == type(value).__name__, key
            if isinstance(value, theirs.Tensor):
                assert (own.shape, str(own.dtype).split(".")[1]) == (value.shape, str(value.dtype).split(".")[1]), key
                close(own.detach().numpy(), value.detach().numpy(), kind, slack)
    assert [list(group) for group in state["param_groups"]] == [list(group) for group in saved["param_groups"]]
    assert repr(optimizer) == repr(other)


@pytest.mark.parametrize("kind", ["float32", "float64"])
@pytest.mark.parametrize(("name", "options"), CASES)
def test_steps(torch, name, options, kind):
    compare(name, options, kind)


@pytest.mark.parametrize("name", [name for name, info in NAMES.items() if info.supports_complex])
def test_complex(torch, name):
    compare(name, {}, "complex64")


@pytest.mark.parametrize(("name", "case"), ERRORS)
def test_errors(torch, name, case):
    """PyTorch's list of errors: the same type, with a message."""

    def error(library, convert):
        given = case.optimizer_error_input
        params = convert(given.params)
        if params is None:
            params = [library.nn.Parameter(library.tensor(np.ones((2, 2), "float32")))]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                optimizer = getattr(library.optim, name)(params, **convert(given.kwargs))
                optimizer.step(lambda: library.tensor(1.0))
            except Exception as found:
                return found

    same = {}

    def once(value):  # one tensor given twice stays one tensor
        if isinstance(value, theirs.Tensor):
            return same.setdefault(id(value), ours(value))
        if isinstance(value, dict):
            return {key: once(one) for key, one in value.items()}
        return type(value)([once(one) for one in value]) if isinstance(value, list | tuple) else value

    mine, other = error(mt, once), error(theirs, lambda value: value)
    assert type(mine) is type(other)
    assert str(mine)


@pytest.mark.parametrize("way", WAYS[1:], ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_ways_of_computing(torch, name, way):
    """foreach, fused and differentiable change nothing here, or raise what PyTorch raises."""
    options = dict(way)

    def run(library):
        try:
            return train(library, name, options, "float64", steps=3)[0]
        except Exception as error:
            return error

    mine, other = run(mt), run(theirs)
    assert type(mine) is type(other), (mine, other)
    if isinstance(other, list):
        for p, q in zip(mine, other, strict=True):
            np.testing.assert_allclose(p.detach().numpy(), q.detach().numpy(), rtol=1e-7, atol=1e-7)
