"""What steps show of what they saved, to tools that walk a graph and keep all of it in a set, as drawing tools do."""

import pytest

import minitorch as mt


def walk(node, seen, steps):
    """Put every `_saved_*` of the steps below a node into the set `seen`; count the steps by name."""
    if node is None or node in steps:
        return
    steps[node] = type(node).__name__
    for name in dir(node):
        if name.startswith("_saved_"):
            value = getattr(node, name)
            seen.add(value)
            seen.update(value if isinstance(value, tuple) else ())
    for below, _ in node.next_functions:
        walk(below, seen, steps)


def test_what_is_saved_can_be_held_in_a_set():
    nn = mt.nn
    net = nn.Sequential(
        nn.Conv2d(3, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.AdaptiveAvgPool2d(2), nn.Flatten(),
        nn.Linear(16, 8), nn.LayerNorm(8), nn.Dropout(), nn.Linear(8, 3),
    )  # fmt: skip
    seen, steps = set(), {}
    walk(nn.functional.cross_entropy(net(mt.randn(2, 3, 8, 8)), mt.tensor([0, 1])).grad_fn, seen, steps)
    walk(nn.LSTM(4, 5)(mt.randn(3, 2, 4))[0].sum().grad_fn, seen, steps)
    x = mt.randn(3, 4, requires_grad=True)
    walk(mt.cat([x[:, [0, 1, 1, 2]].softmax(-1), x.sum(0, keepdim=True)]).roll(1, 0).std().grad_fn, seen, steps)
    assert {"ConvolutionBackward0", "NativeBatchNormBackward0", "CatBackward0"} <= set(steps.values())
    assert any([isinstance(value, mt.Tensor) for value in seen]) and any([isinstance(value, tuple) for value in seen])


def test_a_convolution_shows_its_weight_where_no_formula_needs_it():
    layer = mt.nn.Conv2d(3, 4, 3)
    assert layer(mt.randn(1, 3, 5, 5)).grad_fn._saved_weight is layer.weight


def test_hooks_on_one_saved_tensor():
    for step, values in (("square", 20.0), ("exp", 10.0), ("sin", -0.8390715)):  # 2 * 10, 10 for the result, cos(10)
        x = mt.ones(2, requires_grad=True)
        y = getattr(x, step)()
        kept = y.grad_fn._raw_saved_result if step == "exp" else y.grad_fn._raw_saved_self
        kept.register_hooks(lambda saved: ("packed", saved.shape), lambda packed: mt.full(packed[1], 10.0))
        y.sum().backward()
        assert mt.allclose(x.grad, mt.full((2,), values)), step


def test_threads_of_the_backward_pass_are_asked_for():
    with mt.autograd.set_multithreading_enabled(False) as nothing:
        assert nothing is None and not mt._C._is_multithreading_enabled()
    assert mt._C._is_multithreading_enabled() and mt.autograd.set_multithreading_enabled(True).clone().mode
    assert (
        repr(mt.autograd.set_multithreading_enabled)
        == "<class 'minitorch.autograd.grad_mode.set_multithreading_enabled'>"
    )


def test_the_classes_name_under_which_tools_look_for_it():
    x = mt.ones(2, requires_grad=True)
    assert (
        isinstance((x * x).grad_fn._raw_saved_self, mt.autograd.SavedTensor) and mt.autograd.is_multithreading_enabled()
    )


def test_backward_passes_have_numbers_one_after_the_other(torch):
    for lib in (mt, torch):
        seen, x = [], lib.ones(2, requires_grad=True)
        for _ in range(2):
            x.register_hook(lambda g, seen=seen, lib=lib: seen.append(lib._C._current_graph_task_id()))
        for _ in range(3):
            (x * 2).sum().backward()
        assert [one - seen[0] for one in seen] == [0, 0, 1, 1, 2, 2]


def test_a_hook_is_told_in_which_order_steps_are_computed(torch):
    def orders(lib):
        found, leaf = [], lib.ones(2, requires_grad=True)
        w = lib.ones(2, requires_grad=True)
        y = (leaf.sin() * (leaf.cos() * w).exp()).sum()
        y.register_hook(lambda g: found.append([node.name() for node in lib._C._current_graph_task_execution_order()]))
        with lib.autograd.set_multithreading_enabled(False):
            y.backward(retain_graph=True)
            lib.autograd.grad(y, [leaf, w], retain_graph=True)
        with pytest.raises(RuntimeError, match="multithreading disabled"):
            y.backward()
        with pytest.raises(RuntimeError, match="only be called during the backward pass"):
            lib._C._current_graph_task_execution_order()
        return found

    assert [[name.replace("minitorch", "torch") for name in one] for one in orders(mt)] == orders(torch)
