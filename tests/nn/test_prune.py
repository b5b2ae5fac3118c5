"""nn.utils.prune, fusion and clip_grad, and func.functional_call, as in PyTorch."""

import pytest

from ..both import programs, said, same


@pytest.fixture(autouse=True)
def prune_is_there(torch):
    """PyTorch does not load its prune by itself."""
    import torch.nn.utils.prune  # noqa: F401


def state(module):
    return dict(module.state_dict())


# --- prune ----------------------------------------------------------------------------------------------------------------


def every_way(torch):
    nn, prune, found = torch.nn, torch.nn.utils.prune, []
    for way, options in (
        (prune.random_unstructured, {"amount": 0.3}), (prune.l1_unstructured, {"amount": 3}),
        (prune.random_structured, {"amount": 0.5, "dim": 0}), (prune.ln_structured, {"amount": 0.5, "n": 2, "dim": 1}),
        (prune.ln_structured, {"amount": 1, "n": 1, "dim": -1}), (prune.identity, {}),
        (prune.ln_structured, {"amount": 0.4, "n": float("inf"), "dim": 0}), (prune.l1_unstructured, {"amount": 0}),
        (prune.random_structured, {"amount": 0, "dim": 0}), (prune.ln_structured, {"amount": 0.0, "n": 2, "dim": 0}),
    ):  # fmt: skip
        for module in (nn.Linear(5, 4), nn.Conv2d(2, 4, 3)):
            for _ in range(2):
                way(module, "weight", **options)
                found += [state(module), module.weight, prune.is_pruned(module)]
                if way is not prune.identity:
                    found.append([type(hook) for hook in module._forward_pre_hooks.values()])
            prune.random_unstructured(module, "bias", amount=1)
            prune.remove(module, "weight")
            found += [state(module), prune.is_pruned(module), said(lambda: prune.remove(module, "weight"))]  # noqa: B023
    return found


def what_prune_refuses(torch):
    prune, found = torch.nn.utils.prune, []
    for way, args in (
        (prune.random_unstructured, ("weight", -1)), (prune.random_unstructured, ("weight", 1.5)),
        (prune.random_unstructured, ("weight", 50)), (prune.ln_structured, ("weight", 9, 2, 0)),
    ):  # fmt: skip
        found.append(said(lambda: way(torch.nn.Linear(5, 4), *args)).split(":")[0])  # noqa: B023
    return found


def masks_and_scores(torch):
    prune, layer = torch.nn.utils.prune, torch.nn.Linear(3, 2)

    class All(prune.BasePruningMethod):
        PRUNING_TYPE = "unstructured"

        def compute_mask(self, t, default_mask):
            return default_mask * 0

    prune.custom_from_mask(layer, "weight", torch.tensor([[0, 1, 0], [1, 1, 0]]))
    prune.l1_unstructured(layer, "weight", 0.5, importance_scores=torch.arange(6.0).view(2, 3))
    small, t = prune.L1Unstructured(amount=2), torch.tensor([1.0, 3.0, -2.0, 0.5])
    found = [state(layer), small.prune(t), small.prune(t, importance_scores=-t)]
    All.apply(layer, "weight")
    return [*found, layer.weight, prune.RandomStructured(1, 0).prune(torch.ones(3, 3))]


def all_together(torch):
    prune, a, b = torch.nn.utils.prune, torch.nn.Linear(3, 4), torch.nn.Linear(4, 2)
    prune.global_unstructured([(a, "weight"), (b, "weight")], prune.L1Unstructured, amount=0.4)
    prune.global_unstructured([(a, "weight"), (b, "weight")], prune.RandomUnstructured, amount=3)
    scores = {(a, "weight"): torch.arange(12.0).view(4, 3)}
    prune.global_unstructured([(a, "weight"), (b, "bias")], prune.L1Unstructured, scores, amount=3)
    optimizer, x, losses = torch.optim.SGD([*a.parameters(), *b.parameters()], lr=0.1), torch.randn(5, 3), []
    for _ in range(3):
        optimizer.zero_grad()
        loss = b(a(x)).square().sum()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return [losses, state(a), state(b)]


# --- fusion ---------------------------------------------------------------------------------------------------------------


def fused(torch):
    nn, found = torch.nn, []
    for layer, transpose, bn in (
        (nn.Conv2d(3, 4, 3), False, nn.BatchNorm2d(4)), (nn.Conv1d(3, 4, 3), False, nn.BatchNorm1d(4)),
        (nn.Conv2d(3, 4, 3, bias=False), False, nn.BatchNorm2d(4, affine=False)),
        (nn.ConvTranspose2d(3, 4, 3), True, nn.BatchNorm2d(4)),
    ):  # fmt: skip
        bn.running_mean.normal_()
        bn.running_var.uniform_(0.5, 2)
        found.append(said(lambda: nn.utils.fuse_conv_bn_eval(layer, bn, transpose)))  # noqa: B023
        found.append(state(nn.utils.fuse_conv_bn_eval(layer.eval(), bn.eval(), transpose)))
    linear, bn = nn.Linear(3, 4).eval(), nn.BatchNorm1d(4).eval()
    found += [state(nn.utils.fuse_linear_bn_eval(linear, bn))]
    found.append(state(nn.utils.fuse_linear_bn_eval(nn.Linear(3, 4, bias=False).eval(), nn.BatchNorm1d(1).eval())))
    without = nn.BatchNorm1d(4, track_running_stats=False).eval()
    return [*found, said(lambda: nn.utils.fuse_linear_bn_eval(linear, without))]


# --- functional_call ------------------------------------------------------------------------------------------------------


def net(torch):
    """A module with a buffer, a tied one, a number and a counter."""

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = torch.nn.Linear(1, 1)
            self.tied = self.inner.bias
            self.register_buffer("buffer", torch.ones(1))
            self.number, self.plain = 0.0, torch.ones(1)

        def forward(self, x):
            self.buffer = self.buffer + 1
            return self.inner(x) * self.plain + self.buffer + self.tied

    return Net()


# --- clip_grad ------------------------------------------------------------------------------------------------------------


def clipped(torch):
    nn, found = torch.nn, []
    for norm in (2, 1.5, float("inf")):
        for foreach in (None, True, False):
            p, q = nn.Parameter(torch.randn(3)), nn.Parameter(torch.randn(2, 2).double())
            p.grad, q.grad = torch.randn(3) * 5, torch.randn(2, 2).double()
            found += [nn.utils.clip_grad_norm_((p, q), 1.0, norm, foreach=foreach), p.grad, q.grad]
            nn.utils.clip_grad_value_(iter([p, q]), 0.1, foreach=foreach)
            found += [p.grad, q.grad]
    return [*found, nn.utils.clip_grad_norm_((p for p in []), 1.0)]


@programs(globals())
def test_as_in_pytorch(torch, program):
    same(program, torch)
