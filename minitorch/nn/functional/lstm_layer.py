"""lstm_layer: a layer of an LSTM in bfloat16, which rounds where oneDNN's kernel does, that PyTorch calls for it (shelf).

Rounded are h and c after each time step; for the way back the gates, too, and there the gates' gradients. All else is float32.
"""

import numpy as np

from ..._tensor import Tensor, wrap
from ...autograd.grad import grad
from ...graph.grad_mode import is_grad_enabled
from ...ops.op import op
from ...ops.pointwise.activation import sigmoid


def in_half(x, kind):
    """Numbers of float32 with the digits that a 16-bit float has."""
    return x.astype(kind).astype("float32")


@op(derivative="MkldnnRnnLayerBackward0")
def lstm_layer(data, w_ih, bias, w_hh, h, c, reverse, kept, plain):
    """[rows + 2 batch, hidden]: the h of all time steps, the last h and c.

    data     [rows, features], as many rows in each time step
    bias     [4 hidden] or None
    reverse  whether time is gone through backwards
    kept     an empty list, for what the derivative needs
    plain    a function of tensors that computes the same, for gradients of gradients
    """
    kind, (data, w_ih, w_hh, h, c) = data.dtype, in_single(data, w_ih, w_hh, h, c)
    parts = data @ w_ih.T
    if bias is not None:
        parts += bias.astype("float32")
    parts, shown = parts.reshape(-1, len(h), parts.shape[1]), np.empty((len(data), h.shape[1]), "float32")
    time_steps = range(len(parts))
    for k in reversed(time_steps) if reverse else time_steps:
        i, f, n, o = np.split(parts[k] + h @ w_hh.T, 4, 1)
        i, f, n, o = sigmoid(i), sigmoid(f), np.tanh(n), sigmoid(o)
        before, c = (h, c), f * c + i * n
        h, c = in_half(o * np.tanh(c), kind), in_half(c, kind)
        shown[k * len(h) : (k + 1) * len(h)] = h
        kept.append((k, *before, c, *[in_half(gate, kind) for gate in (i, f, n, o)]))
    return np.concatenate([shown, h, c]).astype(kind)


def in_single(*arrays):
    return [x.astype("float32") for x in arrays]


def lstm_layer_back(g, needs, data, w_ih, bias, w_hh, h, c, reverse, kept, plain):
    inputs = data, w_ih, bias, w_hh, h, c
    if is_grad_enabled():
        wanted = [x for x, need in zip(inputs, needs, strict=False) if need]
        found = iter(grad(plain(*inputs), wanted, g, create_graph=True))
        return *[next(found) if need else None for need in needs[:6]], None, None, None
    found = gradients(*[getattr(x, "_array", x) for x in (g, data, w_ih, w_hh, h)], kept)
    found = [wrap(x) if isinstance(g, Tensor) else x for x in found]
    return *[x if need else None for x, need in zip(found, needs, strict=False)], None, None, None


def gradients(g, data, w_ih, w_hh, h, kept):
    """Those of data, w_ih, bias, w_hh, h and c."""
    kind, rows, batch = g.dtype, len(data), len(h)
    g, data, w_ih, w_hh = in_single(g, data, w_ih, w_hh)
    slopes, seen = np.empty((rows, len(w_hh)), "float32"), np.empty((rows, h.shape[1]), "float32")
    to_h, to_c = g[rows : rows + batch], g[rows + batch :]
    for k, h, before, c, i, f, n, o in reversed(kept):
        place = slice(k * batch, (k + 1) * batch)
        to_h, bent = to_h + g[place], np.tanh(c)
        to_c = to_c + to_h * o * (1 - bent * bent)
        parts = to_c * n * i * (1 - i), to_c * before * f * (1 - f), to_c * i * (1 - n * n), to_h * bent * o * (1 - o)
        slopes[place], seen[place] = in_half(np.concatenate(parts, 1), kind), h
        to_h, to_c = slopes[place] @ w_hh, to_c * f
    found = slopes @ w_ih, slopes.T @ data, slopes.sum(0), slopes.T @ seen, to_h, to_c
    return [x.astype(kind) for x in found]


lstm_layer.grad(lstm_layer_back)
