"""meshgrid: the coordinates of a grid (shelf)."""

from ...errors import warn_once
from ..view.expand import broadcast_to
from ..view.reshape import star


def meshgrid(*tensors, indexing=None):
    """The coordinates of a grid: every vector spread over all dimensions, its own values along one.

    indexing  "ij": the first vector along the rows, the second along the columns, which is also taken, with a warning,
              where nothing is said; "xy": the other way round

    >>> import minitorch as mt
    >>> mt.meshgrid(mt.tensor([1, 2]), mt.tensor([3, 4]), indexing="ij")[1]
    tensor([[3, 4],
            [3, 4]])

    Source: PyTorch, torch.meshgrid.
    """
    tensors = star(tensors)
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing is None:
        warn_once("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.")
        indexing = "ij"
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    for x in tensors:
        if x.ndim > 1 or x.dtype is not tensors[0].dtype or x.device != tensors[0].device:
            raise RuntimeError("torch.meshgrid takes vectors of one dtype on one device")
    swap = indexing == "xy" and len(tensors) > 1
    if swap:
        tensors = (tensors[1], tensors[0], *tensors[2:])
    shape, n = tuple([x.numel() for x in tensors]), len(tensors)
    grids = [broadcast_to(x.view((1,) * i + (-1,) + (1,) * (n - 1 - i)), shape) for i, x in enumerate(tensors)]
    return (grids[1], grids[0], *grids[2:]) if swap else tuple(grids)
