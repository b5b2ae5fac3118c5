"""Attention and transformers: values, gradients and initial values of PyTorch's, in training and where it takes a short cut."""

import copy
import itertools
import math

import numpy as np
import pytest

import minitorch as mt
from minitorch.autograd import gradcheck, gradgradcheck


def same(ours, theirs):
    assert (ours is None) == (theirs is None)
    if ours is not None:
        ours, theirs = ours.detach().numpy(), theirs.detach().numpy()
        largest = np.nanmax(np.abs(theirs), initial=1.0)  # sums of such numbers are rounded
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=2e-5 * largest)


CAUSAL = np.triu(np.ones((3, 3), dtype=bool), 1)
LAYERS = [
    {},
    {"bias": False, "batch_first": True},
    {"kdim": 3, "vdim": 5},
    {"add_bias_kv": True, "add_zero_attn": True, "dropout": 0.5},
    {"batch_first": True, "dropout": 0.3},
]
ASKED = [
    {},
    {"need_weights": False, "attn_mask": CAUSAL, "is_causal": True},
    {"average_attn_weights": False, "attn_mask": np.where(CAUSAL, -np.inf, 0.5).astype("float32")},
    {"key_padding_mask": np.array([[False, True, True], [False, False, True]])},
    {"need_weights": False, "key_padding_mask": np.array([[False, True, True], [True, True, True]])},
    {"attn_mask": np.random.default_rng(0).random((4, 3, 3)) < 0.3, "need_weights": False},
]


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("options, asked", itertools.product(LAYERS, ASKED))
def test_multihead_attention_is_pytorchs(torch, options, asked, training):
    """In eval mode without gradients PyTorch computes in one step, which differs where a query may look nowhere."""
    rng, shape = np.random.default_rng(0), (2, 3) if options.get("batch_first") else (3, 2)
    arrays = [
        rng.normal(size=(*shape, width)).astype("float32")
        for width in (4, options.get("kdim", 4), options.get("vdim", 4))
    ]
    runs = []
    for m in (mt, torch):
        m.manual_seed(0)
        layer = m.nn.MultiheadAttention(4, 2, **options).train(training)
        inputs = [m.tensor(x, requires_grad=training) for x in arrays]
        if not options:
            inputs = inputs[:1] * 3
        given = {name: m.tensor(value) if isinstance(value, np.ndarray) else value for name, value in asked.items()}
        with m.set_grad_enabled(training):
            found, weights = layer(*inputs, **given)
        if training and "attn_mask" not in asked:
            found.sin().sum().backward()
        made = [found, weights, inputs[0].grad, *layer.parameters(), *[p.grad for p in layer.parameters()]]
        runs.append((made, repr(layer), list(layer.state_dict())))
    for ours, theirs in zip(runs[0][0], runs[1][0], strict=True):
        same(ours, theirs)
    assert runs[0][1:] == runs[1][1:]


BLOCKS = [
    {},
    {"norm_first": True, "activation": "gelu", "batch_first": True},
    {"bias": False, "norm_first": True},
    {"batch_first": True},
    {"batch_first": True, "activation": math.sin},
]
MASKS = [(), ("mask",), ("left",), ("mixed",), ("mask", "left")]


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("options, masks", itertools.product(BLOCKS, MASKS))
@pytest.mark.filterwarnings("ignore:enable_nested_tensor", "ignore:Support for mismatched", "ignore:The PyTorch API")
def test_encoder_and_decoder_are_pytorchs(torch, options, masks, training):
    """What is padded is not compared: in eval mode PyTorch's encoder may leave it out, and zeros come out."""
    rng, shape = np.random.default_rng(0), (2, 3) if options.get("batch_first") else (3, 2)
    x, y = rng.normal(size=(2, *shape, 4)).astype("float32")
    runs = []
    for m in (mt, torch):
        m.manual_seed(0)
        if options.get("activation") is math.sin:
            options = {**options, "activation": m.sin}
        layer = m.nn.TransformerEncoderLayer(4, 2, 8, **options)
        encoder = m.nn.TransformerEncoder(layer, 2, m.nn.LayerNorm(4)).train(training)
        decoder = m.nn.TransformerDecoder(m.nn.TransformerDecoderLayer(4, 2, 8, **options), 2).train(training)
        options = {**options, "activation": math.sin} if callable(options.get("activation")) else options
        m.nn.init.constant_(encoder.norm.bias, 0.5)
        causal = m.nn.Transformer.generate_square_subsequent_mask(3) if "mask" in masks else None
        padding = {
            "left": [[False, False, True], [False, True, True]],
            "mixed": [[True, False, True], [False, False, True]],
        }
        padding = [m.tensor(rows) for kind, rows in padding.items() if kind in masks]
        padding = padding[0] if padding else None
        with m.set_grad_enabled(training):
            m.manual_seed(1)
            memory = encoder(m.tensor(x), mask=causal, src_key_padding_mask=padding)
            out = decoder(m.tensor(y), memory, tgt_mask=causal, memory_key_padding_mask=padding)
        if padding is not None:
            padded = padding if options.get("batch_first") else padding.T
            memory = memory.masked_fill(padded.unsqueeze(-1), 0)
        made = [memory, out, *encoder.parameters(), *decoder.parameters()]
        if training:
            (memory.sin().sum() + out.sin().sum()).backward()
            made += [p.grad for p in (*encoder.parameters(), *decoder.parameters())]
        runs.append((made, repr(encoder), list(decoder.state_dict())))
    for ours, theirs in zip(runs[0][0], runs[1][0], strict=True):
        same(ours, theirs)
    assert runs[0][2] == runs[1][2]


def test_fifty_steps_of_a_small_transformer(torch):
    losses = []
    for m in (mt, torch):
        m.manual_seed(0)
        model = m.nn.Transformer(8, 2, 1, 1, 16, dropout=0.1, batch_first=True)
        x, y, target, found = m.randn(3, 5, 8), m.randn(3, 4, 8), m.randn(3, 4, 8), []
        optimizer = m.optim.SGD(model.parameters(), lr=0.1)
        mask = model.generate_square_subsequent_mask(4)
        for _ in range(50):
            optimizer.zero_grad()
            loss = ((model(x, y, tgt_mask=mask) - target) ** 2).mean()
            loss.backward()
            optimizer.step()
            found.append(loss.item())
        losses.append(found)
    np.testing.assert_allclose(*losses, atol=1e-4)


def test_gradients_of_both_orders():
    mt.manual_seed(0)
    attention = mt.nn.functional.scaled_dot_product_attention
    q, k, v = (mt.randn(1, 1, n, 2, dtype=mt.float64, requires_grad=True) for n in (2, 3, 3))
    mask = mt.tensor([[True, False, True], [False, False, False]])
    for masked in ({}, {"is_causal": True}, {"attn_mask": mask}):
        assert gradcheck(lambda *x, masked=masked: attention(*x, **masked), (q, k, v))
        assert gradgradcheck(lambda *x, masked=masked: attention(*x, **masked), (q, k, v))
    assert attention(q, k, v, mask)[0, 0, 1].tolist() == [0.0, 0.0]


def attended(lib, dtype, sizes, kind, is_causal):
    """What attention of 16 bits gives, and the gradients of its operands."""
    batch, heads, queries, keys, width = sizes
    random, dtype = np.random.default_rng(0), getattr(lib, dtype)

    def drawn(*shape, dtype=dtype):
        return lib.tensor(random.standard_normal(shape).astype("float32")).to(dtype)

    query, key, value = [drawn(batch, heads, n, width).requires_grad_() for n in (queries, keys, keys)]
    masks = {
        None: lambda: None,
        "bools": lambda: drawn(queries, keys, dtype=lib.float32) > 0,
        "of each key": lambda: drawn(batch, 1, 1, keys, dtype=lib.float32) > 0,
        "of 16 bits": lambda: drawn(queries, keys),
        "of 32 bits": lambda: drawn(queries, keys, dtype=lib.float32),
    }
    found = lib.nn.functional.scaled_dot_product_attention(query, key, value, masks[kind](), is_causal=is_causal)
    found.backward(drawn(*found.shape))
    return [x.detach().float().numpy() for x in (found, query.grad, key.grad, value.grad)]


def test_shared_heads_and_the_scale(torch):
    for m in (mt, torch):
        m.manual_seed(0)
    runs = []
    for m in (mt, torch):
        q, k = m.randn(2, 4, 3, 4), m.randn(2, 2, 5, 4)
        attention = m.nn.functional.scaled_dot_product_attention
        shared = only_math(m, lambda: attention(q, k, k, enable_gqa=True, scale=0.3))  # noqa: B023
        runs.append([shared, attention(q[:, :2].half(), k.half(), k.half()).float()])
    for ours, theirs in zip(*runs, strict=True):
        np.testing.assert_allclose(ours.numpy(), theirs.numpy(), atol=2e-3 if ours is runs[0][1] else 1e-6)


def attention(m, *shapes, **named):
    return m.nn.functional.scaled_dot_product_attention(*[m.ones(*shape) for shape in shapes], **named)


def heads(m, q=(3, 2, 4), k=(3, 2, 4), v=(3, 2, 4), options=None, **masks):
    masks = {name: m.zeros(*mask) if isinstance(mask, tuple) else mask for name, mask in masks.items()}
    return m.nn.MultiheadAttention(4, 2, **options or {})(m.ones(*q), m.ones(*k), m.ones(*v), **masks)


def only_math(m, call):
    if m is mt:
        return call()
    with m.nn.attention.sdpa_kernel(m.nn.attention.SDPBackend.MATH):
        return call()


WRONG = [
    lambda m: attention(m, (2,), (2, 2), (2, 2)),
    lambda m: m.nn.functional.scaled_dot_product_attention(m.ones(2, 2), m.ones(2, 2).double(), m.ones(2, 2)),
    lambda m: attention(m, (2, 2), (2, 2), (2, 2), attn_mask=m.ones(2, 2).int()),
    lambda m: attention(m, (1, 3, 2, 2), (1, 2, 2, 2), (1, 2, 2, 2), enable_gqa=True),
    lambda m: m.nn.functional.scaled_dot_product_attention([1], m.ones(2, 2), m.ones(2, 2)),
    lambda m: m.nn.MultiheadAttention(5, 2),
    lambda m: m.nn.MultiheadAttention(0, 2),
    lambda m: only_math(m, lambda: attention(m, *[(1, 1, 2, 2)] * 3, attn_mask=m.ones(2, 2), is_causal=True)),
    lambda m: heads(m, (3, 2, 5)),
    lambda m: heads(m, k=(2, 2, 4)),
    lambda m: heads(m, (4,)),
    lambda m: heads(m, k=(3, 4)),
    lambda m: heads(m, (3, 4)),
    lambda m: heads(m, attn_mask=(3, 4)),
    lambda m: heads(m, attn_mask=(2, 3, 3)),
    lambda m: heads(m, key_padding_mask=(3,)),
    lambda m: heads(m, key_padding_mask=(3, 2)),
    lambda m: heads(m, key_padding_mask=(2, 4)),
    lambda m: heads(m, is_causal=True),
    lambda m: heads(m, v=(2, 2, 4), options={"vdim": 4, "kdim": 3}),
    lambda m: heads(m, k=(3, 2, 3), v=(2, 2, 4), options={"kdim": 3}),
    lambda m: heads(m, attn_mask=m.zeros(3, 3).int()),
    lambda m: m.nn.TransformerEncoderLayer(4, 2, activation="tanh"),
    lambda m: m.nn.Transformer(4, 2, 1, 1, 8)(m.ones(3, 2, 4), m.ones(3, 1, 4)),
    lambda m: m.nn.Transformer(4, 2, 1, 1, 8)(m.ones(3, 2, 5), m.ones(3, 2, 4)),
]


@pytest.mark.parametrize("call", WRONG)
@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
def test_errors_are_of_pytorchs_kinds(torch, call):
    said = []
    for m in (mt, torch):
        with pytest.raises((RuntimeError, ValueError, TypeError, AssertionError)) as error:
            call(m)
        said.append(error.type)
    assert said[0] == said[1]


def test_small_things():
    layer = mt.nn.TransformerEncoderLayer(4, 2, 8, batch_first=True, norm_first=True)
    x = mt.ones(2, 3, 4)
    same(copy.deepcopy(layer).eval()(x), layer.eval()(x))
    custom = mt.nn.Transformer(4, 2, custom_encoder=mt.nn.Identity(), num_decoder_layers=1, dim_feedforward=8)
    assert isinstance(custom.encoder, mt.nn.Identity)
