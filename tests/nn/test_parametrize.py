"""nn.utils: weight_norm, spectral_norm, parametrize and parametrizations, as in PyTorch."""

import copy
import pickle

from ..both import programs, said, same


def train(torch, module, x, steps=5):
    """The losses of a few steps."""
    optimizer, losses = torch.optim.SGD(module.parameters(), lr=0.1), []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = (module(x) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def state(module):
    return dict(module.state_dict())


# --- hooks before forward -----------------------------------------------------------------------------------------------


def weight_norm_by_hooks(torch):
    nn = torch.nn
    layer = nn.utils.weight_norm(nn.Linear(3, 4))
    found = [state(layer), repr(layer), train(torch, layer, torch.randn(5, 3))]
    nn.utils.remove_weight_norm(layer)
    found.append(state(layer))
    for dim in (0, 1, 2, -1, -2, None):
        layer = nn.utils.weight_norm(nn.Conv1d(2, 3, 4), dim=dim)
        found += [state(layer), layer.weight]
    return [*found, torch.norm_except_dim(torch.randn(3, 4), 1, 1)]


def spectral_norm_by_hooks(torch):
    nn, x = torch.nn, torch.randn(5, 3)
    layer = nn.utils.spectral_norm(nn.Linear(3, 4))
    found = [state(layer), train(torch, layer, x, 20), state(layer)]
    other = nn.utils.spectral_norm(nn.Linear(3, 4))
    found += [other.load_state_dict(layer.state_dict()), other.eval()(x)]
    nn.utils.remove_spectral_norm(layer)
    return [*found, state(layer)]


def a_network_with_spectral_norm(torch):
    nn, sn = torch.nn, torch.nn.utils.spectral_norm
    net = nn.Sequential(
        sn(nn.Conv2d(1, 4, 4, 2, 1)), nn.ReLU(), sn(nn.ConvTranspose2d(4, 3, 3), n_power_iterations=2), nn.Flatten(),
        sn(nn.Linear(108, 1)),
    )  # fmt: skip
    return [train(torch, net, torch.randn(4, 1, 8, 8), 10), state(net)]


def what_spectral_norm_refuses(torch):
    layer = torch.nn.Linear(3, 4)
    by_hooks, by_parametrization = torch.nn.utils.spectral_norm, torch.nn.utils.parametrizations.spectral_norm
    return [
        said(lambda: by_hooks(layer, n_power_iterations=0)), said(lambda: by_parametrization(layer, "foo")).split(":")[0],
        said(lambda: by_parametrization(layer, n_power_iterations=-1)),
    ]  # fmt: skip


# --- parametrizations ---------------------------------------------------------------------------------------------------


def spectral_norm(torch):
    nn, found = torch.nn, []
    for layer, shape in (
        (nn.Conv2d(3, 4, 3), (2, 3, 5, 5)), (nn.ConvTranspose2d(3, 4, 3), (2, 3, 5, 5)), (nn.Linear(3, 7), (2, 3)),
    ):  # fmt: skip
        nn.utils.parametrizations.spectral_norm(layer)
        found += [state(layer), train(torch, layer, torch.randn(*shape)), state(layer), repr(layer)]
        found.append(layer.eval().weight)
    return [*found, nn.utils.parametrizations.spectral_norm(nn.Linear(3, 3), "bias").bias]


def weight_norm(torch):
    nn, x = torch.nn, torch.randn(5, 3)
    layer = nn.utils.parametrizations.weight_norm(nn.Linear(3, 4))
    found = [state(layer), train(torch, layer, x), repr(layer)]
    old = nn.utils.weight_norm(nn.Linear(3, 4))
    found += [layer.load_state_dict(old.state_dict()), layer(x)]
    nn.utils.parametrize.remove_parametrizations(layer, "weight")
    return [*found, state(layer), repr(layer)]


# --- register_parametrization -------------------------------------------------------------------------------------------


def modules(torch):
    """Parametrizations of several kinds."""

    class Symmetric(torch.nn.Module):
        def forward(self, x):
            return x.triu() + x.triu(1).mT

        def right_inverse(self, x):
            return x.triu()

    class Double(torch.nn.Module):
        def forward(self, x):
            return 2 * x

        def right_inverse(self, x):
            return x / 2

    class Halves(torch.nn.Module):
        def forward(self, a, b):
            return a + b

        def right_inverse(self, x):
            return x / 2, x / 2

    class OneMore(torch.nn.Module):
        def forward(self, x):
            return x + 1

    return Symmetric, Double, Halves, OneMore


def one_and_several(torch):
    P, (Symmetric, Double, Halves, _) = torch.nn.utils.parametrize, modules(torch)
    layer = torch.nn.Linear(3, 3)
    weight = layer.weight
    P.register_parametrization(layer, "weight", Symmetric())
    found = [layer.weight, repr(layer), state(layer), P.is_parametrized(layer), P.is_parametrized(layer, "bias")]
    found += [type(layer), layer.parametrizations.weight.original is weight]
    layer.weight = torch.ones(3, 3)
    P.register_parametrization(layer, "weight", Double())
    found += [layer.weight, len(layer.parametrizations.weight)]
    layer.weight = torch.full((3, 3), 4.0)
    P.register_parametrization(layer, "bias", Halves())
    found += [state(layer), layer.bias, train(torch, layer, torch.randn(2, 3))]
    found.append(said(lambda: P.remove_parametrizations(layer, "bias", leave_parametrized=False)))
    P.remove_parametrizations(layer, "bias")
    found += [state(layer), type(layer)]
    P.remove_parametrizations(layer, "weight")
    found += [state(layer), type(layer), hasattr(layer, "parametrizations"), layer.weight is weight]
    return [*found, said(lambda: P.remove_parametrizations(layer, "weight"))]


def without_an_inverse(torch):
    P, (*_, OneMore) = torch.nn.utils.parametrize, modules(torch)
    layer = P.register_parametrization(torch.nn.Linear(2, 2), "weight", OneMore())
    found = [layer.weight, said(lambda: setattr(layer, "weight", torch.ones(2, 2)))]
    P.remove_parametrizations(layer, "weight", leave_parametrized=False)
    norm = P.register_parametrization(torch.nn.BatchNorm1d(3), "running_mean", OneMore())
    found += [
        state(layer),
        state(norm),
        norm.running_mean,
        said(lambda: P.register_parametrization(norm, "x", OneMore())),
    ]
    return [*found, state(P.remove_parametrizations(norm, "running_mean"))]


def what_is_refused(torch):
    P, layer = torch.nn.utils.parametrize, torch.nn.Linear(2, 3)
    forwards = {"double": lambda x: x.double(), "sum": lambda x: x.sum(0), "three": lambda x: 3}
    found = []
    for forward in forwards.values():
        kind = type("Kind", (torch.nn.Module,), {"forward": lambda self, x, f=forward: f(x)})
        found.append(said(lambda: P.register_parametrization(layer, "weight", kind())).split(":")[0])  # noqa: B023
    return found


def copies_and_pickles(torch):
    P, (_, Double, *_) = torch.nn.utils.parametrize, modules(torch)
    layer = P.register_parametrization(torch.nn.Linear(2, 2), "weight", Double())
    twin = copy.deepcopy(layer)
    twin.weight = torch.zeros(2, 2)
    return [said(lambda: pickle.dumps(layer)).split(":")[0], layer.weight, twin.weight, type(twin) is type(layer)]


@programs(globals())
def test_as_in_pytorch(torch, program):
    same(program, torch)
