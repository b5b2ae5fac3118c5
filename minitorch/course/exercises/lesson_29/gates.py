"""gates: The GRU cell (difficulty 4, 12 minutes)

A gate keeps or drops each number. Where it keeps the old state, the gradient has a path without a matrix.

1. Write down the GRU's four formulas before you write its code. Which of them needs the state's part alone?
2. Chunk `linear(input, w_ih, b_ih)` and `linear(hx, w_hh, b_hh)`: keep the two parts of n separate. z keeps the old state.
3. `r = sigmoid(r_input + r_hidden)`, z in the same way, `n = tanh(n_input + r * n_hidden)`, and `(1 - z) * n + z * hx`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.rnn:gru_cell",
    given="""
        def filled(rows, columns, by):
            return ((mt.arange(rows * columns) * by % 11 - 5) * 0.2).reshape(rows, columns)
        def weights(n):
            return filled(n, 1, 7), filled(n, 2, 3), filled(n, 1, 4)[:, 0], filled(n, 1, 9)[:, 0]
        x, h = mt.tensor([[1.0], [-0.5]]), mt.tensor([[0.5, -1.0], [0.25, 1.0]])
    """,
    facts="""
        if "'Tensor' and 'NoneType'": A bias may be None. `linear` leaves it out then.
        if "not enough values to unpack": The gates are in dimension 1: chunk(3, 1). Dimension 0 is the batch.
        >>> gru_cell(x, h, *weights(6))
        T([[0.366849, -0.062502], [0.1241, 0.350897]])
        if (T([[0.366849, -0.062502], [0.1241, 0.350897]]),): Return the next state itself, without a tuple around it.
        if T([[-0.184793, -0.421136], [-0.373235, 0.853634]]): r and z are exchanged. The rows are r, z, n.
        if T([[0.21516, -0.362495], [0.025438, 0.212952]]): r is multiplied by the product W_hn h + b_hn, and not by h before it.
        if T([[0.21516, -0.260252], [0.025438, 0.260014]]): The bias b_hn stands inside: r * (W_hn h + b_hn).
        if T([[0.11389, 0.03587], [-0.004739, 0.174963]]): r is not used. It scales W_hn h + b_hn inside the tanh.
        if T([[0.290695, -0.107863], [0.151501, 0.22845]]): r scales the state's part of n only, not the input's.
        if T([[0.301362, -0.48549], [-0.030196, 0.468559]]): z keeps the old state, and 1 - z lets in the candidate.
        if T([[0.367497, -0.039766], [0.123701, 0.349797]]): The candidate n needs a tanh around it.
        if T([[0.789604, 1.138201], [0.358825, -1.094468]]): r and z must be between 0 and 1: apply sigmoid.
        else: r and z are sigmoids of the sum of both parts, n = tanh(n_input + r * n_hidden), and z keeps the old state.
        >>> given = [one.double().requires_grad_() for one in (x, h, *weights(6)[:2])]
        >>> loss = gru_cell(*given).sum()
        >>> loss.backward()
        >>> round(loss.item(), 4), loss.dtype == mt.float64, [round(one.grad.norm().item(), 4) for one in given]
        (0.263, True, [0.3523, 0.8812, 0.6263, 0.6145])
        else: With biases, the values are right. Without them, or on the way back, they are not: no detach, no NumPy, no fixed dtype, and a bias may be None.
    """,
)
