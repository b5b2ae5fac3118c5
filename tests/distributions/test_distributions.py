"""distributions: samples for a seed, log_prob, moments, gradients and errors as in PyTorch."""

# ruff: noqa: B023  (each function is called in the turn of the loop in which it is made)

import numpy as np
import pytest

import minitorch

from ..both import programs, said, same

COVARIANCE = [[2.0, 0.5, 0.1], [0.5, 1.0, 0.2], [0.1, 0.2, 1.5]]

# class -> arguments; a list becomes a tensor that wants a gradient
CASES = {
    "Normal": [([0.0, 1, -2], [1.0, 2, 0.5]), (0.0, 1.0)],
    "Uniform": [([0.0, -1], [1.0, 2]), (0.0, 3.0)],
    "Bernoulli": [([0.1, 0.5, 0.9],), (None, [-1.0, 0, 2]), (0.3,)],
    "Categorical": [([0.1, 0.2, 3.0],), (None, [[-1.0, 0, 2], [1, 2, 3]])],
    "OneHotCategorical": [([0.1, 0.2, 3.0],), (None, [[-1.0, 0, 2], [1, 2, 3]])],
    "OneHotCategoricalStraightThrough": [([0.1, 0.2, 3.0],)],
    "Gamma": [([0.1, 1.0, 9.0, 30.0], [1.0, 2, 0.5, 3]), (2.0, 1.0)],
    "Chi2": [([1.0, 2, 5.0],)],
    "Dirichlet": [([0.1, 2.0, 7.0],), ([[1.0, 2, 0.3], [10, 20, 8]],)],
    "Beta": [([0.3, 2.0, 20], [1.0, 5.0, 30]), (2.0, 3.0)],
    "Exponential": [([0.5, 2.0],)],
    "Laplace": [([0.0, 2], [1.0, 0.5])],
    "Cauchy": [([0.0, 2], [1.0, 0.5])],
    "Poisson": [([0.5, 4.0, 20.0, 100.0],), (3.0,)],
    "Geometric": [([0.5, 0.1, 0.9],), (None, [0.0, 1])],
    "Binomial": [(10, [0.1, 0.5, 0.9]), (100, [0.4, 0.7]), (5, None, [0.0, 1.0])],
    "NegativeBinomial": [(5, [0.4, 0.7]), (5, None, [0.0, 1.0]), (0, [0.9, 0.0])],
    "Multinomial": [(10, [0.1, 0.5, 0.4]), (4, None, [[0.1, 2, 0.3], [1, 2, 3]])],
    "StudentT": [([0.5, 1.5, 5.0],), ([3.0, 4], [1.0, 2], [0.5, 2])],
    "FisherSnedecor": [([1.0, 5, 6], [3.0, 5, 7])],
    "MultivariateNormal": [
        ([0.0, 1, 2], COVARIANCE), ([[0.0, 1, 2], [1, 1, 1]], None, COVARIANCE),
        ([[0.0, 1], [2, 3]], None, None, [[1.0, 0], [0.5, 2]]),
    ],
    "LowRankMultivariateNormal": [([0.0, 1, 2], [[1.0], [0.5], [0.2]], [1.0, 2, 0.5])],
    "VonMises": [([0.0, 1], [1.0, 4])],
    "ContinuousBernoulli": [([0.1, 0.5, 0.9],), (None, [-1.0, 0, 2])],
    "GeneralizedPareto": [([0.0, 1], [1.0, 2], [0.3, -0.5])],
    "LKJCholesky": [(3, [2.0])],
    "LogNormal": [([0.0, 1, -2], [1.0, 2, 0.5])],
    "HalfNormal": [([1.0, 2, 0.5],)],
    "HalfCauchy": [([1.0, 2, 0.5],)],
    "Gumbel": [([0.0, 1], [1.0, 2]), (0.0, 1.0)],
    "Weibull": [([1.0, 2], [1.5, 3])],
    "Pareto": [([1.0, 2], [1.5, 3]), (1.0, 2.5)],
    "InverseGamma": [([1.0, 2.5, 3], [1.0, 3, 2])],
    "Kumaraswamy": [([1.0, 2], [0.7, 3])],
    "LogisticNormal": [([1.0, 2], [0.7, 3])],
    "RelaxedBernoulli": [([0.7], [0.2, 0.8]), ([0.7], None, [0.2, -0.8])],
    "RelaxedOneHotCategorical": [([0.7], [0.2, 0.8, 0.3]), ([0.7], None, [0.2, -0.8, 0.1])],
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
    found = [repr(d), d.batch_shape, d.event_shape, d.has_rsample, d.has_enumerate_support, type(d.support)]
    found += [said(lambda: getattr(d, what)) for what in ("mean", "mode", "variance", "stddev")]
    drawn = d.sample((5,))
    found += [drawn, d.sample(), d.sample((2, 3)).shape, d.sample((20,))]
    if d.has_rsample:
        found.append(with_gradients(lambda: d.rsample((3,)).sin(), parameters))
        d, parameters = made(torch, name, given)
    for ask in (lambda: d.log_prob(drawn), lambda: d.entropy(), lambda: d.cdf(drawn)):
        found.append(with_gradients(ask, parameters))
        d, parameters = made(torch, name, given)
    found += [said(lambda: d.icdf(torch.full(d.batch_shape, 0.3))), said(lambda: d.enumerate_support())]
    wider = d.expand((2, *d.batch_shape))
    found += [repr(wider), wider.batch_shape, wider.log_prob(drawn[0]), wider.sample((2,)), said(lambda: wider.mean)]
    return [*found, said(lambda: d.log_prob(torch.full((7,), float("nan")))), said(lambda: d.log_prob(3.0))]


@pytest.mark.parametrize("name, given", [pytest.param(n, g, id=n) for n, several in CASES.items() for g in several])
def test_a_distribution(torch, name, given):
    def program(library):
        return everything(library, name, given)

    same(program, torch, rtol=1e-4, atol=2e-5)


# --- pairs ----------------------------------------------------------------------------------------------------------------


def divergences(torch):
    D, found = torch.distributions, []
    first = {
        "Normal": ([0.0, 1], [1.0, 2]), "Uniform": ([0.1, 0.2], [0.5, 0.7]), "Bernoulli": ([0.2, 0.7],),
        "Beta": ([2.0, 3], [1.0, 4]), "Gamma": ([2.0, 3], [1.0, 4]), "Exponential": ([2.0, 0.3],),
        "Gumbel": ([0.0, 1], [1.0, 2]), "Laplace": ([0.0, 1], [1.0, 2]), "Pareto": ([1.0, 2], [3.0, 4]),
        "Poisson": ([1.0, 2],), "Binomial": (3, [0.2, 0.6]), "Cauchy": ([0.0, 1], [1.0, 2]), "Geometric": ([0.2, 0.6],),
        "HalfNormal": ([1.0, 2],), "LogNormal": ([0.0, 1], [1.0, 2]), "Chi2": ([1.0, 2],), "Dirichlet": ([1.0, 2],),
        "Categorical": ([1.0, 2],), "OneHotCategorical": ([1.0, 2],), "StudentT": ([2.0, 3],),
        "MultivariateNormal": ([0.0, 1], [[1.0, 0.2], [0.2, 2]]), "ContinuousBernoulli": ([0.2, 0.7],),
        "LowRankMultivariateNormal": ([0.0, 1], [[1.0], [0.5]], [1.0, 2]),
    }  # fmt: skip
    second = first | {
        "Normal": ([0.5, -1], [2.0, 1]), "Uniform": ([0.0, 0.3], [1.0, 0.6]), "Bernoulli": ([0.5, 0.0],),
        "Beta": ([1.0, 2], [3.0, 1]), "Gamma": ([1.0, 5], [2.0, 2]), "Pareto": ([0.5, 3], [1.0, 2]),
        "Categorical": ([0.0, 2],), "MultivariateNormal": ([1.0, 1], [[2.0, 0.2], [0.2, 1]]), "Binomial": (3, [0.5, 0.5]),
    }  # fmt: skip
    for p, given in first.items():
        for q, other in second.items():
            divergence = said(lambda: D.kl_divergence(made(torch, p, given)[0], made(torch, q, other)[0]))
            found.append([p, q, str(divergence)[:40] if isinstance(divergence, str) else divergence])
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
    found = [D.kl_divergence(3, normal), (int, D.Normal) in D.kl._KL_REGISTRY, sorted(D.__all__)]
    found += [D.kl_divergence(mine, normal), D.kl_divergence(normal, mine), D.kl_divergence(normal, normal)]
    return [*found, D.kl_divergence(mine, mine)]  # ambiguous: a warning


# --- transforms and constraints -------------------------------------------------------------------------------------------


def transforms(torch):
    D, t = torch.distributions, torch.distributions.transforms
    x, three, found = torch.tensor([[0.3, 0.2, 0.7], [0.5, 1.1, 0.1]]), torch.tensor([1.0, 2, 3]), []
    for one in (
        t.ExpTransform(), t.PowerTransform(2.0), t.PowerTransform(three), t.SigmoidTransform(), t.TanhTransform(),
        t.SoftplusTransform(), t.AffineTransform(1.0, -2.0), t.AffineTransform(0.0, three, event_dim=1), t.AbsTransform(),
        t.SoftmaxTransform(), t.StickBreakingTransform(), t.CorrCholeskyTransform(), t.identity_transform,
        t.ComposeTransform([t.AffineTransform(1.0, 2.0), t.StickBreakingTransform()]), t.ReshapeTransform((3,), (3, 1)),
        t.IndependentTransform(t.ExpTransform(), 1), t.CumulativeDistributionTransform(D.Normal(0.0, 1.0)),
        t.StackTransform([t.ExpTransform(), t.AffineTransform(1.0, 2.0), t.TanhTransform()], dim=-1),
        t.CatTransform([t.ExpTransform(), t.TanhTransform()], dim=-1, lengths=[1, 2]), t.ExpTransform(cache_size=1),
        t.CatTransform([t.ExpTransform(), t.TanhTransform()], dim=0, lengths=[1, 1]),
    ):  # fmt: skip
        y = one(x)
        found += [repr(one), y, one.inv(y), one.bijective, repr(one.domain), repr(one.codomain), one.inv.inv is one]
        found += [said(ask) for ask in (
            lambda: one.log_abs_det_jacobian(x, y), lambda: one.inv.log_abs_det_jacobian(y, x), lambda: one.sign,
            lambda: one.event_dim, lambda: tuple(one.forward_shape((2, 3))), lambda: tuple(one.inverse_shape(y.shape)),
            lambda: one.codomain.check(y), lambda: repr(one.inv), lambda: one.with_cache()._cache_size,
        )]  # fmt: skip
    for one in (t.LowerCholeskyTransform(), t.PositiveDefiniteTransform()):
        y = one(torch.arange(9.0).view(3, 3) / 9)
        found += [y, one.inv(y), repr(one.codomain)]
    found += [t.AffineTransform(1.0, 2.0) == t.AffineTransform(1.0, 2.0), t.ExpTransform() == t.TanhTransform()]
    found += [said(lambda: t.ReshapeTransform((2,), (3,))), said(lambda: t.ExpTransform(cache_size=2))]
    return found


def constraints(torch):
    D, c = torch.distributions, torch.distributions.constraints
    x, found = torch.tensor([[0.3, -0.2, 0.7], [0.5, 1.1, -0.1], [1, 2, 3]]), []
    for one in (
        c.real, c.positive, c.nonnegative, c.greater_than(2.0), c.greater_than_eq(1.0), c.less_than(-1.0), c.real_vector,
        c.interval(-1.0, 2.0), c.half_open_interval(0.0, 3.0), c.unit_interval, c.simplex, c.lower_cholesky, c.square,
        c.positive_definite, c.positive_semidefinite, c.corr_cholesky, c.cat([c.positive, c.real], 0, [1, 2]),
        c.stack([c.positive, c.real, c.unit_interval], 0), c.independent(c.positive, 1), c.boolean, c.one_hot,
        c.nonnegative_integer, c.positive_integer, c.integer_interval(0, 2), c.multinomial(3), c.symmetric,
        c.lower_triangular, c.dependent, c.MixtureSameFamilyConstraint(c.positive),
    ):  # fmt: skip
        for to in (D.biject_to, D.transform_to):
            found += [said(lambda: repr(to(one))), said(lambda: to(one)(x)), said(lambda: to(one).inv(to(one)(x)))]
        for ask in (
            lambda: one.check(x),
            lambda: one.check(torch.eye(3)),
            lambda: one.is_discrete,
            lambda: one.event_dim,
        ):
            found.append(said(ask))
        found += [repr(one), c.is_dependent(one)]
    return [*found, c.is_dependent(D.Uniform.support), D.Bernoulli.support is c.boolean]


def transformed(torch):
    D, t, found = torch.distributions, torch.distributions.transforms, []
    for d in (
        D.TransformedDistribution(D.Normal(torch.zeros(2), 1.0), [t.AffineTransform(1.0, -2.0), t.SigmoidTransform()]),
        D.TransformedDistribution(D.Normal(torch.zeros(2, 3), 1.0), t.StickBreakingTransform()),
        D.TransformedDistribution(D.Uniform(0.0, 1.0), [t.AffineTransform(torch.zeros(2), 2.0)]),
        D.TransformedDistribution(D.MultivariateNormal(torch.zeros(3), torch.eye(3)), t.ExpTransform()),
        D.Independent(D.Normal(torch.zeros(2, 3), 1.0), 1),
        D.MixtureSameFamily(D.Categorical(torch.tensor([0.2, 0.8])), D.Normal(torch.tensor([0.0, 3]), 1.0)),
        D.MixtureSameFamily(D.Categorical(torch.ones(3)), D.MultivariateNormal(torch.ones(3, 2), torch.eye(2))),
    ):  # fmt: skip
        drawn = d.sample((4,))
        found += [repr(d), d.batch_shape, d.event_shape, drawn, d.log_prob(drawn), repr(d.support), d.has_rsample]
        for ask in (lambda: d.cdf(drawn), lambda: d.mean, lambda: d.variance, lambda: d.entropy(), lambda: d.rsample()):
            found.append(said(ask))
        found.append(d.expand((5, *d.batch_shape)).sample().shape)
    wrong = (3, [3], t.StickBreakingTransform())
    return [*found, *[said(lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), one)) for one in wrong]]


# --- errors ---------------------------------------------------------------------------------------------------------------


def what_is_refused(torch):
    D, T = torch.distributions, torch.tensor

    class Mine(D.Normal):
        def __init__(self, loc):
            super().__init__(loc, 1.0)

    return [said(ask) for ask in (
        lambda: D.Normal(0.0, -1.0), lambda: D.Normal(T([0.0, 1]), T([1.0, -1.0])), lambda: D.Uniform(1.0, 0.0),
        lambda: D.Bernoulli(2.0), lambda: D.Bernoulli(0.5, 0.5), lambda: D.Bernoulli(), lambda: D.Categorical(T(1.0)),
        lambda: D.Categorical(T([-1.0, 2])), lambda: D.Dirichlet(T(1.0)), lambda: D.Multinomial(T([1]), T([0.5, 0.5])),
        lambda: D.MultivariateNormal(T(0.0), T([[1.0]])), lambda: D.MultivariateNormal(torch.zeros(2)),
        lambda: D.MultivariateNormal(torch.zeros(2), -torch.eye(2)), lambda: D.Geometric(0.0), lambda: D.Normal("a", 1.0),
        lambda: D.Normal(0.0, -1.0, validate_args=False).loc, lambda: D.Exponential(1.0).log_prob(T(-1.0)),
        lambda: D.Categorical(T([0.5, 0.5])).log_prob(T(3)), lambda: D.Distribution(validate_args=False).sample(),
        lambda: Mine(0.0).expand((2,)), lambda: D.Normal(0.0, 1.0).sample_n(2), lambda: D.Distribution().mode,
        lambda: D.Binomial(T([2.0, 3]), T([0.5, 0.5])).entropy(), lambda: D.Independent(D.Normal(0.0, 1.0), 1),
        lambda: D.MixtureSameFamily(3, 4), lambda: torch.poisson(T([-1.0])),
        lambda: D.MixtureSameFamily(D.Categorical(torch.ones(3)), D.Normal(torch.zeros(2), 1.0)),
    )]  # fmt: skip


def wishart(torch):
    """Without gradients: PyTorch's own check of the samples is in their way."""
    d = torch.distributions.Wishart(torch.tensor([4.0, 6.0]), torch.tensor(COVARIANCE))
    drawn = d.sample((3,))
    found = [repr(d), drawn, d.log_prob(drawn), d.entropy(), d.mean, d.mode, d.variance, d.precision_matrix]
    wider = d.expand((3, 2))
    return [*found, wider.sample(), wider.log_prob(drawn), said(lambda: torch.distributions.Wishart(1.0, torch.eye(3)))]


def samplers(torch):
    """The functions below the distributions, over the ranges where their formulas change."""
    a, own = torch.tensor([0.05, 0.5, 1.0, 3.0, 9.0, 50.0]), torch.Generator().manual_seed(3)
    x, b = torch.linspace(0.001, 0.999, 30).view(-1, 1).expand(30, 20), torch.linspace(0.1, 40, 20).expand(30, 20)
    return [
        torch._standard_gamma(a), torch._standard_gamma(a.double(), generator=own), torch._sample_dirichlet(a),
        torch.poisson(a * 10, generator=own), torch.poisson(torch.full((3, 4), 15.0)), torch.poisson(a.bfloat16()),
        torch.binomial(torch.tensor([1000.0] * 5), torch.tensor([0.01, 0.3, 0.7, 0.99, 1.0]), generator=own),
        torch._dirichlet_grad(x, b, b * 1.7), torch._dirichlet_grad(x, b, b + 3), torch._standard_gamma_grad(b, x * 60),
        torch.normal(torch.tensor(0.0), torch.ones(3, dtype=torch.float64)),
    ]  # fmt: skip


@programs(globals())
def test_as_in_pytorch(torch, program):
    same(program, torch, rtol=1e-4, atol=1e-5)


def drawn_by_trial(torch):
    """Numbers made by rejection, many and few, with others between, and where the generator stands after each."""
    torch.manual_seed(0)
    x, found = torch.rand(50, 40) * 3, []
    for rate in (x, x * 20, x[:1, :3], torch.zeros(4)):
        found += [torch.poisson(rate), torch.get_rng_state(), torch._standard_gamma(rate[:2]), torch.get_rng_state()]
        found += [torch.randn(3), torch.binomial(torch.full_like(rate, 40.0), rate / 60), torch.rand(2)]
    torch.manual_seed(1)
    return [*found, torch.poisson(torch.zeros(100)), torch.get_rng_state()]


def test_many_numbers_by_trial_leave_the_generator_where_one_at_a_time_does(monkeypatch):
    many = drawn_by_trial(minitorch)
    monkeypatch.setattr(minitorch.random.gamma, "FEW", 10**9)
    for one, other in zip(many, drawn_by_trial(minitorch), strict=True):
        assert (one == other).all()


def test_many_numbers_by_trial_are_pytorchs(torch):
    for ours, theirs in zip(drawn_by_trial(minitorch), drawn_by_trial(torch), strict=True):
        np.testing.assert_allclose(ours.numpy(), theirs.numpy(), rtol=1e-6, atol=0)
