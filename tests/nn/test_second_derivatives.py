"""The gradient of a gradient, through every layer: as in PyTorch, also where a layer's slope does not depend on its input."""

import pytest

import minitorch as mt

IMAGE, SIGNAL, VOLUME, ROWS = (2, 4, 8, 8), (2, 4, 10), (1, 2, 6, 6, 6), (3, 4)

# name -> (a function of the library and x, the shape of x)
LAYERS = {
    "max_pool1d": (lambda t, x: t.nn.functional.max_pool1d(x, 2), SIGNAL),
    "max_pool2d": (lambda t, x: t.nn.functional.max_pool2d(x, 2), IMAGE),
    "max_pool2d overlapping": (lambda t, x: t.nn.functional.max_pool2d(x, 3, 1, 1), IMAGE),
    "max_pool3d": (lambda t, x: t.nn.functional.max_pool3d(x, 2), VOLUME),
    "avg_pool1d": (lambda t, x: t.nn.functional.avg_pool1d(x, 2), SIGNAL),
    "avg_pool2d": (lambda t, x: t.nn.functional.avg_pool2d(x, 3, 2, 1), IMAGE),
    "avg_pool3d": (lambda t, x: t.nn.functional.avg_pool3d(x, 2), VOLUME),
    "lp_pool1d": (lambda t, x: t.nn.functional.lp_pool1d(x, 2, 2), SIGNAL),
    "lp_pool2d": (lambda t, x: t.nn.functional.lp_pool2d(x, 2, 2), IMAGE),
    "lp_pool3d": (lambda t, x: t.nn.functional.lp_pool3d(x, 2, 2), VOLUME),
    "adaptive_avg_pool1d": (lambda t, x: t.nn.functional.adaptive_avg_pool1d(x, 3), SIGNAL),
    "adaptive_avg_pool2d": (lambda t, x: t.nn.functional.adaptive_avg_pool2d(x, 3), IMAGE),
    "adaptive_avg_pool2d to one": (lambda t, x: t.nn.functional.adaptive_avg_pool2d(x, 1), IMAGE),
    "adaptive_avg_pool3d": (lambda t, x: t.nn.functional.adaptive_avg_pool3d(x, 4), VOLUME),
    "adaptive_max_pool1d": (lambda t, x: t.nn.functional.adaptive_max_pool1d(x, 3), SIGNAL),
    "adaptive_max_pool2d": (lambda t, x: t.nn.functional.adaptive_max_pool2d(x, 3), IMAGE),
    "adaptive_max_pool3d": (lambda t, x: t.nn.functional.adaptive_max_pool3d(x, 4), VOLUME),
    "fractional_max_pool2d": (lambda t, x: t.nn.functional.fractional_max_pool2d(x, 2, 3), IMAGE),
    "fractional_max_pool3d": (lambda t, x: t.nn.functional.fractional_max_pool3d(x, 2, 3), VOLUME),
    "max_unpool2d": (lambda t, x: t.nn.functional.max_unpool2d(*pooled(t, x), 2), IMAGE),
    "pad constant": (lambda t, x: t.nn.functional.pad(x, (1, 2, 1, 0)), IMAGE),
    "pad reflect 1d": (lambda t, x: t.nn.functional.pad(x, (2, 1), "reflect"), SIGNAL),
    "pad reflect 2d": (lambda t, x: t.nn.functional.pad(x, (2, 1, 0, 3), "reflect"), IMAGE),
    "pad reflect 3d": (lambda t, x: t.nn.functional.pad(x, (1,) * 6, "reflect"), VOLUME),
    "pad replicate 1d": (lambda t, x: t.nn.functional.pad(x, (2, 1), "replicate"), SIGNAL),
    "pad replicate 2d": (lambda t, x: t.nn.functional.pad(x, (2, 1, 0, 3), "replicate"), IMAGE),
    "pad replicate 3d": (lambda t, x: t.nn.functional.pad(x, (1,) * 6, "replicate"), VOLUME),
    "pad circular": (lambda t, x: t.nn.functional.pad(x, (2, 1, 0, 3), "circular"), IMAGE),
    "rrelu": (lambda t, x: t.nn.functional.rrelu(x, training=True), ROWS),
    "rrelu eval": (lambda t, x: t.nn.functional.rrelu(x), ROWS),
    "batch_norm": (lambda t, x: t.nn.BatchNorm2d(4).double()(x), IMAGE),
    "batch_norm eval": (lambda t, x: t.nn.BatchNorm2d(4).double().eval()(x), IMAGE),
    "instance_norm": (lambda t, x: t.nn.InstanceNorm2d(4)(x), IMAGE),
    "group_norm": (lambda t, x: t.nn.functional.group_norm(x, 2), IMAGE),
    "layer_norm": (lambda t, x: t.nn.functional.layer_norm(x, (8,)), IMAGE),
    "rms_norm": (lambda t, x: t.nn.functional.rms_norm(x, (8,)), IMAGE),
    "local_response_norm": (lambda t, x: t.nn.functional.local_response_norm(x, 2), IMAGE),
    "nll_loss": (lambda t, x: t.nn.functional.nll_loss(x, t.tensor([0, 3, 1])), ROWS),
    "nll_loss of images": (lambda t, x: t.nn.functional.nll_loss(x, t.zeros(2, 8, 8).long()), IMAGE),
    "cross_entropy": (lambda t, x: t.nn.functional.cross_entropy(x, t.tensor([0, 3, 1])), ROWS),
    "cross_entropy sum": (lambda t, x: t.nn.functional.cross_entropy(x, t.tensor([0, 3, 1]), reduction="sum"), ROWS),
    "mse_loss": (lambda t, x: t.nn.functional.mse_loss(x, t.zeros(3, 4).double()), ROWS),
    "l1_loss": (lambda t, x: t.nn.functional.l1_loss(x, t.zeros(3, 4).double()), ROWS),
    "smooth_l1_loss": (lambda t, x: t.nn.functional.smooth_l1_loss(x, t.zeros(3, 4).double()), ROWS),
    "huber_loss": (lambda t, x: t.nn.functional.huber_loss(x, t.zeros(3, 4).double()), ROWS),
    "bce": (lambda t, x: t.nn.functional.binary_cross_entropy(x.sigmoid(), t.ones(3, 4).double()), ROWS),
    "bce with logits": (
        lambda t, x: t.nn.functional.binary_cross_entropy_with_logits(x, t.ones(3, 4).double()), ROWS,
    ),
    "kl_div": (lambda t, x: t.nn.functional.kl_div(x, t.ones(3, 4).double(), reduction="batchmean"), ROWS),
    "multi_margin_loss": (lambda t, x: t.nn.functional.multi_margin_loss(x, t.tensor([0, 3, 1])), ROWS),
    "multilabel_margin_loss": (
        lambda t, x: t.nn.functional.multilabel_margin_loss(x, t.tensor([[0, 1, -1, 2]] * 3)), ROWS,
    ),
    "soft_margin_loss": (lambda t, x: t.nn.functional.soft_margin_loss(x, t.ones(3, 4).double()), ROWS),
    "hinge_embedding_loss": (lambda t, x: t.nn.functional.hinge_embedding_loss(x, -t.ones(3, 4).double()), ROWS),
    "nearest": (lambda t, x: t.nn.functional.interpolate(x, scale_factor=2), IMAGE),
    "bilinear": (lambda t, x: t.nn.functional.interpolate(x, size=5, mode="bilinear"), IMAGE),
    "bicubic": (lambda t, x: t.nn.functional.interpolate(x, size=5, mode="bicubic"), IMAGE),
    "area": (lambda t, x: t.nn.functional.interpolate(x, size=4, mode="area"), IMAGE),
    "pixel_shuffle": (lambda t, x: t.nn.functional.pixel_shuffle(x, 2), IMAGE),
    "pixel_unshuffle": (lambda t, x: t.nn.functional.pixel_unshuffle(x, 2), IMAGE),
    "channel_shuffle": (lambda t, x: t.nn.functional.channel_shuffle(x, 2), IMAGE),
    "unfold": (lambda t, x: t.nn.functional.unfold(x, 3), IMAGE),
    "fold": (lambda t, x: t.nn.functional.fold(x, (3, 3), 2), (2, 8, 4)),
    "embedding": (lambda t, x: t.nn.functional.embedding(t.tensor([1, 1, 0]), x), ROWS),
    "embedding_bag": (lambda t, x: t.nn.functional.embedding_bag(t.tensor([[1, 1], [0, 2]]), x), ROWS),
    "dropout": (lambda t, x: t.nn.functional.dropout(x, 0.5), ROWS),
    "dropout eval": (lambda t, x: t.nn.functional.dropout(x, 0.5, False) * 2, ROWS),
    "dropout2d": (lambda t, x: t.nn.functional.dropout2d(x, 0.5), IMAGE),
    "conv1d": (lambda t, x: t.nn.functional.conv1d(x, t.ones(2, 4, 3).double()), SIGNAL),
    "conv2d": (lambda t, x: t.nn.functional.conv2d(x, t.ones(2, 4, 3, 3).double()), IMAGE),
    "conv_transpose2d": (lambda t, x: t.nn.functional.conv_transpose2d(x, t.ones(4, 2, 3, 3).double()), IMAGE),
    "linear": (lambda t, x: t.nn.functional.linear(x, t.ones(2, 4).double()), ROWS),
    "relu": (lambda t, x: t.nn.functional.relu(x), ROWS),
    "relu6": (lambda t, x: t.nn.functional.relu6(x * 4), ROWS),
    "leaky_relu": (lambda t, x: t.nn.functional.leaky_relu(x), ROWS),
    "prelu": (lambda t, x: t.nn.functional.prelu(x, t.ones(1).double() / 4), ROWS),
    "hardtanh": (lambda t, x: t.nn.functional.hardtanh(x), ROWS),
    "hardsigmoid": (lambda t, x: t.nn.functional.hardsigmoid(x), ROWS),
    "hardswish": (lambda t, x: t.nn.functional.hardswish(x), ROWS),
    "hardshrink": (lambda t, x: t.nn.functional.hardshrink(x), ROWS),
    "softshrink": (lambda t, x: t.nn.functional.softshrink(x), ROWS),
    "threshold": (lambda t, x: t.nn.functional.threshold(x, 0.1, 0.0), ROWS),
    "elu": (lambda t, x: t.nn.functional.elu(x), ROWS),
    "celu": (lambda t, x: t.nn.functional.celu(x), ROWS),
    "selu": (lambda t, x: t.nn.functional.selu(x), ROWS),
    "gelu": (lambda t, x: t.nn.functional.gelu(x), ROWS),
    "gelu tanh": (lambda t, x: t.nn.functional.gelu(x, approximate="tanh"), ROWS),
    "silu": (lambda t, x: t.nn.functional.silu(x), ROWS),
    "mish": (lambda t, x: t.nn.functional.mish(x), ROWS),
    "softplus": (lambda t, x: t.nn.functional.softplus(x), ROWS),
    "logsigmoid": (lambda t, x: t.nn.functional.logsigmoid(x), ROWS),
    "softmax": (lambda t, x: t.nn.functional.softmax(x, 1), ROWS),
    "log_softmax": (lambda t, x: t.nn.functional.log_softmax(x, 1), ROWS),
    "glu": (lambda t, x: t.nn.functional.glu(x), ROWS),
    "cosine_similarity": (lambda t, x: t.nn.functional.cosine_similarity(x, x.detach() + 1), ROWS),
    "pairwise_distance": (lambda t, x: t.nn.functional.pairwise_distance(x, t.zeros(3, 4).double()), ROWS),
    "normalize": (lambda t, x: t.nn.functional.normalize(x), ROWS),
    "attention": (lambda t, x: t.nn.functional.scaled_dot_product_attention(x, x, x), SIGNAL),
    "lstm": (lambda t, x: called(t, t.nn.LSTM(10, 3))(x)[0], SIGNAL),
    "gru": (lambda t, x: called(t, t.nn.GRU(10, 3))(x)[0], SIGNAL),
    "rnn": (lambda t, x: called(t, t.nn.RNN(10, 3))(x)[0], SIGNAL),
}  # fmt: skip


def pooled(t, x):
    """What max_unpool takes: numbers, and the places of another input's."""
    numbers, places = t.nn.functional.max_pool2d(x, 2, return_indices=True)
    return numbers, places


def grid(t):
    return (t.arange(2 * 3 * 3 * 2).double().reshape(2, 3, 3, 2) / 18 - 1) * 0.9


def called(t, layer):
    """The layer in double precision, with parameters that both libraries can count out."""
    layer = layer.double()
    with t.no_grad():
        for p in layer.parameters():
            p.copy_((t.arange(p.numel()).double().reshape(p.shape) % 7 - 3) / 10)
    return layer


def start(t, shape):
    """Numbers of which no two are equal, and none lies where a slope changes."""
    count = 1
    for n in shape:
        count *= n
    return (((t.arange(count) * 37 % count).double() + 0.3) / count * 4 - 2.1).reshape(shape).requires_grad_()


def derivatives(t, function, shape, of_the_sum):
    """[first gradient, whether it can be differentiated, second gradient or None], as lists."""
    t.manual_seed(3)
    x = start(t, shape)
    out = function(t, x)
    whole = out.sum() if of_the_sum else (out * (out + 1) * 0.5).sum()
    (first,) = t.autograd.grad(whole, x, create_graph=True)
    if not first.requires_grad:
        return first.tolist(), False, None
    weights = start(t, shape).detach()
    (second,) = t.autograd.grad((first * weights).sum(), x, allow_unused=True)
    return first.tolist(), True, None if second is None else second.tolist()


@pytest.mark.parametrize("of_the_sum", [True, False], ids=["sum", "square"])
@pytest.mark.parametrize("name", LAYERS)
def test_second_derivative_is_pytorchs(torch, name, of_the_sum):
    function, shape = LAYERS[name]
    got = derivatives(mt, function, shape, of_the_sum)
    try:
        expected = derivatives(torch, function, shape, of_the_sum)
    except RuntimeError:  # PyTorch has none: there it is enough that ours runs
        return
    assert torch.allclose(torch.tensor(got[0]), torch.tensor(expected[0]), atol=1e-6)
    assert got[1] >= expected[1], "the first gradient has a history in PyTorch, and none here"
    if expected[2] is not None and got[1]:
        second = torch.zeros(shape).tolist() if got[2] is None else got[2]
        assert torch.allclose(torch.tensor(second), torch.tensor(expected[2]), atol=1e-5)
