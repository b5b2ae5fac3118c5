"""Layers on "meta": shapes without memory, and PyTorch's error where a tensor with numbers meets one without."""

import pytest

import minitorch as mt

# of a batch that no computer holds: (a layer, the shape that goes in)
HUGE = {
    "Linear": (lambda nn: nn.Linear(8, 3, device="meta"), (1 << 40, 8)),
    "Conv1d": (lambda nn: nn.Conv1d(3, 5, 2, device="meta"), (1024, 3, 1 << 36)),
    "Conv2d": (lambda nn: nn.Conv2d(3, 5, 2, device="meta"), (1024, 3, 65536, 65536)),
    "Conv3d": (lambda nn: nn.Conv3d(3, 5, 2, device="meta"), (1024, 3, 4096, 4096, 4096)),
    "ConvTranspose2d": (lambda nn: nn.ConvTranspose2d(3, 5, 2, device="meta"), (1024, 3, 65536, 65536)),
    "MaxPool2d": (lambda nn: nn.MaxPool2d(2), (1024, 3, 65536, 65536)),
    "AvgPool2d": (lambda nn: nn.AvgPool2d(2), (1024, 3, 65536, 65536)),
    "AdaptiveAvgPool2d": (lambda nn: nn.AdaptiveAvgPool2d(7), (1024, 3, 65536, 65536)),
    "BatchNorm2d": (lambda nn: nn.BatchNorm2d(3, device="meta"), (1024, 3, 65536, 65536)),
    "BatchNorm2d eval": (lambda nn: nn.BatchNorm2d(3, device="meta").eval(), (1024, 3, 65536, 65536)),
    "LayerNorm": (lambda nn: nn.LayerNorm(8, device="meta"), (1 << 40, 8)),
    "GroupNorm": (lambda nn: nn.GroupNorm(2, 4, device="meta"), (1024, 4, 65536, 65536)),
    "ReLU": (lambda nn: nn.ReLU(), (1 << 40, 8)),
    "GELU": (lambda nn: nn.GELU(), (1 << 40, 8)),
    "Softmax": (lambda nn: nn.Softmax(1), (1 << 40, 8)),
    "Dropout": (lambda nn: nn.Dropout(), (1 << 40, 8)),
    "ZeroPad2d": (lambda nn: nn.ZeroPad2d(1), (1024, 3, 65536, 65536)),
    "ReflectionPad2d": (lambda nn: nn.ReflectionPad2d(1), (1024, 3, 65536, 65536)),
    "Upsample": (lambda nn: nn.Upsample(scale_factor=2), (1024, 3, 65536, 65536)),
    "Upsample bilinear": (lambda nn: nn.Upsample(scale_factor=2, mode="bilinear"), (1024, 3, 65536, 65536)),
    "PixelShuffle": (lambda nn: nn.PixelShuffle(2), (1024, 4, 65536, 65536)),
    "Flatten": (lambda nn: nn.Flatten(), (1024, 3, 65536, 65536)),
    "MultiheadAttention": (
        lambda nn: First(nn, nn.MultiheadAttention(8, 2, batch_first=True, device="meta")), (1 << 30, 16, 8),
    ),
}  # fmt: skip


def First(nn, layer):
    """The first result of self-attention."""
    return lambda x: layer(x, x, x)[0]


@pytest.mark.parametrize("name", HUGE)
def test_a_shape_and_no_memory(torch, name):
    make, shape = HUGE[name]
    expected = make(torch.nn)(torch.empty(shape, device="meta"))
    got = make(mt.nn)(mt.empty(shape, device="meta"))
    assert got.is_meta and tuple(got.shape) == tuple(expected.shape)


# (a function of the library, a tensor on "meta" and a maker of tensors on the CPU)
MIXED = {
    "linear": lambda t, x: t.nn.functional.linear(x(2, 3), t.ones(4, 3)),
    "linear bias": lambda t, x: t.nn.functional.linear(t.ones(2, 3), t.ones(4, 3), x(4)),
    "bilinear": lambda t, x: t.nn.functional.bilinear(x(2, 3), x(2, 3), t.ones(4, 3, 3)),
    "conv1d": lambda t, x: t.nn.functional.conv1d(x(1, 2, 5), t.ones(3, 2, 2)),
    "conv2d": lambda t, x: t.nn.functional.conv2d(x(1, 2, 5, 5), t.ones(3, 2, 2, 2)),
    "conv2d weight": lambda t, x: t.nn.functional.conv2d(t.ones(1, 2, 5, 5), x(3, 2, 2, 2)),
    "conv2d bias": lambda t, x: t.nn.functional.conv2d(t.ones(1, 2, 5, 5), t.ones(3, 2, 2, 2), x(3)),
    "conv_transpose2d": lambda t, x: t.nn.functional.conv_transpose2d(x(1, 2, 5, 5), t.ones(2, 3, 2, 2)),
    "layer_norm": lambda t, x: t.nn.functional.layer_norm(x(2, 3), (3,), t.ones(3)),
    "group_norm": lambda t, x: t.nn.functional.group_norm(x(2, 4, 3), 2, t.ones(4)),
    "batch_norm": lambda t, x: t.nn.functional.batch_norm(x(2, 4, 3), t.ones(4), t.ones(4)),
    "embedding": lambda t, x: t.nn.functional.embedding(t.tensor([0, 1]), x(4, 3)),
    "embedding indices": lambda t, x: t.nn.functional.embedding(x(2).long(), t.ones(4, 3)),
    "prelu": lambda t, x: t.nn.functional.prelu(x(2, 3), t.ones(1)),
    "mse_loss": lambda t, x: t.nn.functional.mse_loss(x(2, 3), t.ones(2, 3)),
    "l1_loss": lambda t, x: t.nn.functional.l1_loss(x(2, 3), t.ones(2, 3)),
    "smooth_l1_loss": lambda t, x: t.nn.functional.smooth_l1_loss(x(2, 3), t.ones(2, 3)),
    "huber_loss": lambda t, x: t.nn.functional.huber_loss(x(2, 3), t.ones(2, 3)),
    "bce": lambda t, x: t.nn.functional.binary_cross_entropy(t.ones(2, 3), x(2, 3)),
    "bce with logits": lambda t, x: t.nn.functional.binary_cross_entropy_with_logits(x(2, 3), t.ones(2, 3)),
    "nll_loss": lambda t, x: t.nn.functional.nll_loss(x(2, 3), t.tensor([0, 1])),
    "nll_loss target": lambda t, x: t.nn.functional.nll_loss(t.ones(2, 3), x(2).long()),
    "cross_entropy": lambda t, x: t.nn.functional.cross_entropy(x(2, 3), t.tensor([0, 1])),
    "cross_entropy target": lambda t, x: t.nn.functional.cross_entropy(t.ones(2, 3), x(2).long()),
    "cross_entropy weight": lambda t, x: t.nn.functional.cross_entropy(t.ones(2, 3), t.tensor([0, 1]), x(3)),
    "kl_div": lambda t, x: t.nn.functional.kl_div(x(2, 3), t.ones(2, 3), reduction="sum"),
    "cosine_similarity": lambda t, x: t.nn.functional.cosine_similarity(x(2, 3), t.ones(2, 3)),
    "max_unpool2d": lambda t, x: t.nn.functional.max_unpool2d(x(1, 1, 2, 2), t.zeros(1, 1, 2, 2).long(), 2),
    "attention": lambda t, x: t.nn.functional.scaled_dot_product_attention(x(1, 2, 4), t.ones(1, 2, 4), t.ones(1, 2, 4)),
    "rnn": lambda t, x: t.nn.RNN(3, 2)(x(4, 1, 3)),
    "lstm": lambda t, x: t.nn.LSTM(3, 2)(x(4, 1, 3)),
    "gru cell": lambda t, x: t.nn.GRUCell(3, 2)(x(1, 3)),
    "transformer layer": lambda t, x: t.nn.TransformerEncoderLayer(4, 2, 8)(x(3, 1, 4)),
}  # fmt: skip


@pytest.mark.parametrize("name", MIXED)
def test_numbers_are_not_invented(torch, name):
    with pytest.raises((RuntimeError, NotImplementedError)):
        MIXED[name](mt, lambda *shape: mt.ones(*shape, device="meta"))
