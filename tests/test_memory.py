"""What a training step leaves behind: nothing that only the cycle collector would find."""

import gc
import tracemalloc

import pytest

import minitorch as mt
from minitorch import nn

STEPS = 80
GROWTH = 50  # objects that a cache or two may gain in all the steps together
KEPT = 30_000  # bytes, likewise


class Two(nn.Module):
    """Two inputs of which one is not a tensor, two results."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x, factor):
        y = self.layer(x)
        return y * factor, y.tanh()


def see(*args):
    """A hook that changes nothing."""


def network():
    return nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 4))


def of_every_kind(model):
    """Hooks on every module of a model, and on its parameters."""
    for module in model.modules():
        module.register_forward_pre_hook(see)
        module.register_forward_hook(see)
        module.register_forward_hook(see, with_kwargs=True)
        module.register_full_backward_pre_hook(see)
        module.register_full_backward_hook(see)
    for p in model.parameters():
        p.register_hook(see)
        p.register_post_accumulate_grad_hook(see)
    return model


def hooked(register):
    model = network()
    for module in model.modules():
        getattr(module, register)(see)
    return model


def trained(model):
    """A training step of a model, as a function."""
    optimizer = mt.optim.SGD(model.parameters(), lr=0.01)
    x, y = mt.randn(5, 4), mt.randn(5, 4)

    def step():
        optimizer.zero_grad()
        ((model(x) - y) ** 2).mean().backward()
        optimizer.step()

    return step


def with_two_results():
    model, x = of_every_kind(Two()), mt.randn(5, 4, requires_grad=True)

    def step():
        a, b = model(x, 2.0)
        (a * b).sum().backward()
        x.grad = None

    return step


def never_backward():
    """Only forward: the graph, hooks and all, goes with the result."""
    model, x = of_every_kind(Two()), mt.randn(5, 4, requires_grad=True)
    return lambda: model(x, 2.0)


def hooks_that_answer():
    model, x = nn.Linear(4, 4), mt.randn(5, 4, requires_grad=True)
    model.register_full_backward_pre_hook(lambda module, outer: (outer[0] * 2,))
    model.register_full_backward_hook(lambda module, inner, outer: (inner[0] * 2,))

    def step():
        model(x).sum().backward()
        model.zero_grad()
        x.grad = None

    return step


def on_tensors_and_nodes():
    x = mt.randn(4, requires_grad=True)

    def step():
        y = x * 2
        y.register_hook(see)
        y.retain_grad()
        y.grad_fn.register_prehook(see)
        y.grad_fn.register_hook(see)
        z = y.exp()
        handle = z.register_hook(lambda g: g * 2)
        z.sum().backward()
        handle.remove()
        x.grad = None

    return step


class Double(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x * x
        ctx.save_for_backward(x, y)
        ctx.factor = 2
        return y, x.argmax()

    @staticmethod
    def backward(ctx, g, _):
        x, _ = ctx.saved_tensors
        return g * x * ctx.factor


def with_a_function():
    x = mt.randn(4, requires_grad=True)

    def step():
        Double.apply(x)[0].sum().backward()
        x.grad = None

    return step


def changed_in_place():
    x = mt.randn(4, requires_grad=True)

    def step():
        y = x * 1
        view = y[:2]
        view.register_hook(see)
        view.mul_(2)
        y[3] = 0
        y.exp_()
        y.sum().backward()
        x.grad = None

    return step


def gradients_of_gradients():
    x = mt.randn(4, requires_grad=True)

    def step():
        (g,) = mt.autograd.grad((x**3).sum(), x, create_graph=True)
        g.register_hook(see)
        mt.autograd.grad(g.sum(), x)

    return step


def computed_twice(**how):
    x = mt.randn(4, requires_grad=True)

    def step():
        mt.utils.checkpoint.checkpoint(lambda z: (z * 2).exp() * z, x, **how).sum().backward()
        x.grad = None

    return step


def with_packed_tensors():
    x = mt.randn(4, requires_grad=True)

    def step():
        with mt.autograd.graph.saved_tensors_hooks(lambda t: t.numpy().copy(), lambda a: mt.tensor(a)):
            y = mt.cat([x * x, x.exp()]).sum() + Double.apply(x)[0].sum()
        y.backward()
        x.grad = None

    return step


PROGRAMS = {
    "plain": lambda: trained(network()),
    "forward hooks": lambda: trained(hooked("register_forward_hook")),
    "forward pre-hooks": lambda: trained(hooked("register_forward_pre_hook")),
    "full backward hooks": lambda: trained(hooked("register_full_backward_hook")),
    "full backward pre-hooks": lambda: trained(hooked("register_full_backward_pre_hook")),
    "hooks of every kind": lambda: trained(of_every_kind(network())),
    "several inputs and results": with_two_results,
    "no backward pass": never_backward,
    "hooks that answer": hooks_that_answer,
    "tensors and nodes": on_tensors_and_nodes,
    "a Function": with_a_function,
    "in place": changed_in_place,
    "gradients of gradients": gradients_of_gradients,
    "checkpoint": lambda: computed_twice(use_reentrant=False),
    "reentrant checkpoint": lambda: computed_twice(use_reentrant=True),
    "packed tensors": with_packed_tensors,
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.filterwarnings("ignore:Full backward hook is firing")
def test_a_step_leaves_nothing_to_the_cycle_collector(name):
    step = PROGRAMS[name]()
    for _ in range(20):  # what is made once: gradients, classes of nodes, what Python keeps for reuse
        step()
    gc.collect()
    gc.disable()
    try:
        before = len(gc.get_objects())
        tracemalloc.start()
        for _ in range(STEPS):
            step()
        after = len(gc.get_objects())
        gc.collect()  # Python's own stock of used tuples is no growth; what is in cycles has been counted
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        gc.enable()
    assert after - before < GROWTH, f"{(after - before) / STEPS:.1f} objects a step"
    assert kept < KEPT, f"{kept / STEPS:.0f} bytes a step"
