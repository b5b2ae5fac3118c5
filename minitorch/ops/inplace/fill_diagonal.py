"""fill_diagonal_ (shelf)."""

from ..._tensor import method
from ..view.memory import start_of


@method
def fill_diagonal_(self, fill_value, wrap=False):
    """Set the elements all of whose indices are equal; with `wrap` start anew below the last column, after a gap of one.

    >>> import minitorch as mt
    >>> mt.zeros(2, 3).fill_diagonal_(5)
    tensor([[5., 0., 0.],
            [0., 5., 0.]])

    Errors: RuntimeError below two dimensions, and above two unless all are of one length.
    Source: PyTorch, torch.Tensor.fill_diagonal_.
    """
    shape = self._array.shape
    if len(shape) < 2 or (len(shape) > 2 and len(set(shape)) > 1):
        raise RuntimeError(f"fill_diagonal_ takes a matrix, or more dimensions of equal length, but got {list(shape)}")
    steps = self.stride()
    count, step = min(shape), sum(steps)
    if not count:
        return self
    self.as_strided((count,), (step,), start_of(self._array)).fill_(fill_value)
    rows, columns = shape[0], shape[1]
    if wrap and len(shape) == 2 and rows > columns + 1:
        for start in range(columns + 1, rows, columns + 1):
            self[start : start + columns].fill_diagonal_(fill_value)
    return self
