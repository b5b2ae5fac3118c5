"""distributions: samples for a seed, log_prob, moments, gradients and errors as in PyTorch."""

# ruff: noqa: B023  (each function is called in the turn of the loop in which it is made)

import importlib

import numpy as np
import pytest

import minitorch

from ..both import programs, said, same

COVARIANCE = [[2.0, 0.5, 0.1], [0.5, 1.0, 0.2], [0.1, 0.2, 1.5]]

# class -> arguments; a list becomes a tensor that requires a gradient
CASES = {
    "Normal": [([0.0, 1, -2], [1.0, 2, 0.5]), (0.0, 1.0)],
    "Uniform": [([0.0, -1], [1.0, 2]), (0.0, 3.0)],
    "Bernoulli": [([0.1, 0.5, 0.9],), (None, [-1.0, 0, 2]), (0.3,)],
    "Categorical": [([0.1, 0.2, 3.0],), (None, [[-1.0, 0, 2], [1, 2, 3]])],
    "Gamma": [([0.1, 1.0, 9.0, 30.0], [1.0, 2, 0.5, 3]), (2.0, 1.0)],
    "Beta": [([0.3, 2.0, 20], [1.0, 5.0, 30]), (2.0, 3.0), ([0.3, 1.0], [0.5, 1.0])],
    "Exponential": [([0.5, 2.0],)],
    "MultivariateNormal": [
        ([0.0, 1, 2], COVARIANCE), ([[0.0, 1, 2], [1, 1, 1]], None, COVARIANCE),
        ([[0.0, 1], [2, 3]], None, None, [[1.0, 0], [0.5, 2]]),
    ],
}  # fmt: skip


def made(torch, name, given):
    """A distribution, and its parameters that want gradients."""
    args = [torch.tensor(one, requires_grad=True) if isinstance(one, list) else one for one in given]
    return getattr(torch.distributions, name)(*args), [one for one in args if hasattr(one, "grad")]


def with_gradients(ask, parameters):
    """What a method gives, and the gradients of its sum; the error if there is one."""
    value = said(ask)
    for parameter in parameters:
        parameter.grad = None
    error = said(lambda: value.sum().backward()) if getattr(value, "requires_grad", False) else None
    return [value, error, *[parameter.grad for parameter in parameters]]


def everything(torch, name, given):
    """What a distribution says of itself, draws and computes."""
    d, parameters = made(torch, name, given)
    found = [repr(d), d.batch_shape, d.event_shape, d.has_rsample]
    found += [said(lambda: getattr(d, what)) for what in ("mean", "variance", "stddev")]
    drawn = d.sample((5,))
    found += [drawn, d.sample(), d.sample((2, 3)).shape, d.sample((20,))]
    if d.has_rsample:
        found.append(with_gradients(lambda: d.rsample((3,)).sin(), parameters))
        d, parameters = made(torch, name, given)
    asked = (lambda: d.log_prob(drawn), lambda: d.entropy(), lambda: d.cdf(drawn))
    for ask in asked[: 3 if name == "Normal" else 2]:
        found.append(with_gradients(ask, parameters))
        d, parameters = made(torch, name, given)
    if name == "Normal":
        found.append(d.icdf(torch.full(d.batch_shape, 0.3)))
    return [*found, said(lambda: d.log_prob(torch.full(d.batch_shape + d.event_shape, float("nan"))))]


@pytest.mark.parametrize("name, given", [pytest.param(n, g, id=n) for n, several in CASES.items() for g in several])
def test_a_distribution(torch, name, given):
    def program(library):
        return everything(library, name, given)

    same(program, torch, rtol=2e-3, atol=2e-5)  # PyTorch's gradients of gamma numbers are approximate


# --- pairs ----------------------------------------------------------------------------------------------------------------


def divergences(torch):
    D, found = torch.distributions, []
    first = {
        "Normal": ([0.0, 1], [1.0, 2]), "Uniform": ([0.1, 0.2], [0.5, 0.7]), "Bernoulli": ([0.2, 0.7],),
        "Beta": ([2.0, 3], [1.0, 4]), "Gamma": ([2.0, 3], [1.0, 4]), "Exponential": ([2.0, 0.3],),
        "Categorical": ([1.0, 2],), "MultivariateNormal": ([0.0, 1], [[1.0, 0.2], [0.2, 2]]),
    }  # fmt: skip
    second = first | {
        "Normal": ([0.5, -1], [2.0, 1]), "Uniform": ([0.0, 0.3], [1.0, 0.6]), "Bernoulli": ([0.5, 0.0],),
        "Beta": ([1.0, 2], [3.0, 1]), "Gamma": ([1.0, 5], [2.0, 2]),
        "Categorical": ([0.0, 2],), "MultivariateNormal": ([1.0, 1], [[2.0, 0.2], [0.2, 1]]),
    }  # fmt: skip
    for name, given in first.items():
        found.append([name, D.kl_divergence(made(torch, name, given)[0], made(torch, name, second[name])[0])])
    joined = [D.Independent(D.Normal(torch.zeros(2), scale), 1) for scale in (1.0, 2.0)]
    return [*found, D.kl_divergence(*joined)]


def divergences_of_subclasses(torch):
    D = torch.distributions

    class Mine(D.Normal):
        pass

    D.register_kl(Mine, D.Normal)(lambda p, q: "mine first")
    D.register_kl(D.Normal, Mine)(lambda p, q: "mine second")
    D.register_kl(int, D.Normal)(lambda p, q: "a class of another library")
    normal, mine = D.Normal(0.0, 1.0), Mine(0.0, 1.0)
    found = [D.kl_divergence(3, normal), (int, D.Normal) in D.kl._KL_REGISTRY]
    found += [D.kl_divergence(mine, normal), D.kl_divergence(normal, mine), D.kl_divergence(normal, normal)]
    return found


# --- constraints ------------------------------------------------------------------------------------------------------------


def constraints(torch):
    D, c = torch.distributions, torch.distributions.constraints
    x, found = torch.tensor([[0.3, -0.2, 0.7], [0.5, 1.1, -0.1], [1, 2, 3]]), []
    for one in (
        c.real, c.positive, c.nonnegative, c.greater_than(2.0), c.real_vector, c.interval(-1.0, 2.0), c.unit_interval,
        c.simplex, c.lower_cholesky, c.positive_definite, c.boolean, c.integer_interval(0, 2),
    ):  # fmt: skip
        found += [said(lambda: one.check(x)), said(lambda: one.check(torch.eye(3))), repr(one)]
    return [*found, D.Bernoulli.support is c.boolean]


def independent(torch):
    d = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(2, 3), 1.0), 1)
    drawn = d.sample((4,))
    found = [repr(d), d.batch_shape, d.event_shape, drawn, d.log_prob(drawn), d.has_rsample, d.mean]
    return [*found, d.variance, d.entropy(), d.rsample()]


# --- errors ---------------------------------------------------------------------------------------------------------------


def what_is_refused(torch):
    D, T = torch.distributions, torch.tensor

    return [said(ask) for ask in (
        lambda: D.Normal(0.0, -1.0), lambda: D.Normal(T([0.0, 1]), T([1.0, -1.0])), lambda: D.Uniform(1.0, 0.0),
        lambda: D.Bernoulli(2.0), lambda: D.Bernoulli(0.5, 0.5), lambda: D.Bernoulli(), lambda: D.Categorical(T(1.0)),
        lambda: D.Categorical(T([-1.0, 2])), lambda: D.MultivariateNormal(T(0.0), T([[1.0]])),
        lambda: D.MultivariateNormal(torch.zeros(2)), lambda: D.MultivariateNormal(torch.zeros(2), -torch.eye(2)),
        lambda: D.Normal(0.0, -1.0, validate_args=False).loc, lambda: D.Exponential(1.0).log_prob(T(-1.0)),
        lambda: D.Categorical(T([0.5, 0.5])).log_prob(T(3)), lambda: D.Distribution(validate_args=False).sample(),
        lambda: D.Independent(D.Normal(0.0, 1.0), 1),
    )]  # fmt: skip


def samplers(torch):
    """The functions below the distributions, over the ranges where their formulas change."""
    a, own = torch.tensor([0.05, 0.5, 1.0, 3.0, 9.0, 50.0]), torch.Generator().manual_seed(3)
    return [
        torch._standard_gamma(a), torch._standard_gamma(a.double(), generator=own), torch._sample_dirichlet(a),
        torch.normal(torch.tensor(0.0), torch.ones(3, dtype=torch.float64)),
    ]  # fmt: skip


def test_an_absent_distribution_is_named():
    with pytest.raises(AttributeError, match="no 'Laplace'. It has Bernoulli"):
        minitorch.distributions.Laplace  # noqa: B018


@programs(globals())
def test_as_in_pytorch(torch, program):
    same(program, torch, rtol=1e-4, atol=1e-5)


def drawn_by_trial(torch):
    """Numbers made by rejection, many and few, with others between, and where the generator stands after each."""
    torch.manual_seed(0)
    x, found = torch.rand(50, 40) * 3 + 0.05, []
    for rate in (x, x * 20, x[:1, :3], torch.zeros(4)):
        found += [torch.get_rng_state(), torch._standard_gamma(rate[:2]), torch.get_rng_state()]
        found += [torch.randn(3), torch.rand(2)]
    return found


def test_many_numbers_by_trial_are_pytorchs(torch):
    for ours, theirs in zip(drawn_by_trial(minitorch), drawn_by_trial(torch), strict=True):
        np.testing.assert_allclose(ours.numpy(), theirs.numpy(), rtol=1e-6, atol=0)


def test_each_one_is_found_in_a_file_of_its_name():
    """`from torch.distributions.categorical import Categorical` is how many programs write it."""
    for file, name in ("categorical", "Categorical"), ("normal", "Normal"), ("independent", "Independent"):
        module = importlib.import_module(f"minitorch.distributions.{file}")
        assert getattr(module, name) is getattr(minitorch.distributions, name)
        assert getattr(minitorch.distributions, file) is module
