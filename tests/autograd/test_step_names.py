"""Steps have PyTorch's names, and show under PyTorch's names what they saved."""

import pytest

import minitorch as mt


def test_what_steps_saved_has_pytorchs_names():
    x, y = mt.ones(2, 3, requires_grad=True), mt.ones(3, 2, requires_grad=True)
    assert (x + x).grad_fn._saved_alpha == 1
    assert mt.add(x, x, alpha=3).grad_fn._saved_alpha == 3
    assert (x * 2.0).grad_fn._saved_other == 2.0 and (x * 2.0).grad_fn._saved_self is None
    assert x.exp().grad_fn._saved_result.shape == (2, 3)
    assert (x @ y).grad_fn._saved_mat2_sym_sizes == (3, 2) and (x @ y).grad_fn._saved_self_sym_strides == (3, 1)
    assert x.sum(1).grad_fn._saved_dim == (1,) and x.mean().grad_fn._saved_self_sym_numel == 6
    assert x.max(1)[0].grad_fn._saved_indices.tolist() == [0, 0]
    assert x.clamp(0, 2).grad_fn._saved_max == 2
    assert mt.nn.functional.mse_loss(x, x.detach()).grad_fn._saved_reduction == 1
    total = x.exp().sum(1).sum()
    step = total.grad_fn.next_functions[0][0].next_functions[0][0]
    total.backward()
    with pytest.raises(RuntimeError, match="after they have already been freed"):
        _ = step._saved_result


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda x: x.t_(), "TBackward1"), (lambda x: x.unsqueeze_(0), "UnsqueezeBackward1"),
        (lambda x: x.squeeze_(), "SqueezeBackward3"), (lambda x: x.transpose_(0, 1), "TransposeBackward1"),
        (lambda x: x.gt_(1), "GtBackward0"), (lambda x: x.log1p(), "Log1PBackward0"),
        (lambda x: mt.dist(x, x + 1), "DistBackward0"), (lambda x: x.kthvalue(1)[0], "KthvalueBackward0"),
    ],
)  # fmt: skip
def test_steps_have_pytorchs_names(call, name):
    x = mt.ones(2, 3, requires_grad=True)
    assert call(x.clone()).grad_fn.name() == name


def test_an_in_place_comparison_has_a_gradient_of_zero():
    x = mt.tensor([1.0, 2.0], requires_grad=True)
    h = x * 2
    h.gt_(3)
    h.sum().backward()
    assert h.tolist() == [0.0, 1.0] and x.grad.tolist() == [0.0, 0.0]
