"""gates: The cells of GRU and LSTM (difficulty 4, 15 minutes)

What a gate multiplies is kept or dropped number by number. Where it is kept, the next state is the old one, and the gradient
has a path without a matrix.

1. Compute the two products first, for all gates at once: `linear(input, w_ih, b_ih)` and `linear(hx, w_hh, b_hh)`.
2. In the GRU, r is multiplied by the state's part of n only. So keep the two parts of n apart: chunk both products.
3. LSTM: `i, f, g, o = (linear(input, w_ih, b_ih) + linear(h, w_hh, b_hh)).chunk(4, 1)`, then `c = sigmoid(f) * c + sigmoid(i) *
   tanh(g)`, and h is `sigmoid(o) * tanh(c)` with the new c.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.rnn:lstm_cell",
    covers="gru_cell",
    stub='''
        def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
            """The next state [batch, hidden] of a GRU, from input [batch, features] and the state hx.

            With all weights and biases 0, r and z are 1/2 and n is 0, so the next state is hx / 2.
            """
            ...


        def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
            """The tuple of the next states (h, c) of an LSTM, from input [batch, features] and hx = (h, c).

            With all weights and biases 0 and c = 2, the gates are 1/2 and g is 0. So the next c is 1, and h is tanh(1) / 2.
            """
            ...
    ''',
    given="""
        def filled(rows, columns, by):
            return ((mt.arange(rows * columns) * by % 11 - 5) * 0.2).reshape(rows, columns)

        def weights(n):
            return filled(n, 1, 7), filled(n, 2, 3), filled(n, 1, 4)[:, 0], filled(n, 1, 9)[:, 0]

        x, h = mt.tensor([[1.0], [-0.5]]), mt.tensor([[0.5, -1.0], [0.25, 1.0]])
        c = mt.tensor([[2.0, -1.0], [0.5, 0.0]])
    """,
    facts="""
        if "'Tensor' and 'NoneType'": A bias may be None. `linear` leaves it out then.
        >>> gru_cell(x, h, *weights(6))
        T([[0.366849, -0.062502], [0.1241, 0.350897]])
        if T([[-0.184793, -0.421136], [-0.373235, 0.853634]]): In `gru_cell`, r and z are exchanged. The rows are r, z, n.
        if T([[0.21516, -0.362495], [0.025438, 0.212952]]): In `gru_cell`, r is multiplied by the product W_hn h + b_hn, and not by h before it.
        if T([[0.21516, -0.260252], [0.025438, 0.260014]]): In `gru_cell`, the bias b_hn stands inside: r * (W_hn h + b_hn).
        else: In `gru_cell`: r and z are sigmoids of the sum of both parts, n = tanh(n_input + r * n_hidden), and z keeps the old state.
        >>> lstm_cell(x, (h, c), *weights(8))
        (T([[0.570366, -0.006314], [0.145862, -0.203738]]), T([[1.177455, -0.007169], [0.285344, -0.389054]]))
        if (T([[1.177455, -0.007169], [0.285344, -0.389054]]), T([[0.570366, -0.006314], [0.145862, -0.203738]])): `lstm_cell` returns (h, c), in this order.
        if T([[0.570366, -0.006314], [0.145862, -0.203738]]): `lstm_cell` returns two states, (h, c).
        else: In `lstm_cell`: c = sigmoid(f) * c + sigmoid(i) * tanh(g), and h = sigmoid(o) * tanh(c) with the *new* c. The rows are i, f, g, o.
        >>> given = [one.clone().requires_grad_() for one in (x, h, c, *weights(6)[:2], *weights(8)[:2])]
        >>> loss = gru_cell(*given[:2], *given[3:5]).sum() + lstm_cell(given[0], given[1:3], *given[5:])[0].sum()
        >>> loss.backward()
        >>> round(loss.item(), 4), [round(one.grad.norm().item(), 4) for one in given]
        (0.3348, [0.5082, 0.6439, 0.4978, 0.6263, 0.6145, 0.313, 0.379])
        else: With biases, the values are right. Without them, or on the way back, they are not: no detach, no NumPy, and a bias may be None.
    """,
)
