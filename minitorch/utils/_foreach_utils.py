"""_foreach_utils: lists of tensors sorted into groups of one device and dtype (shelf)."""

from .._tensor import Tensor

_foreach_supported_types = [Tensor]


def _get_foreach_kernels_supported_devices():
    """The kinds of devices, beside the CPU, whose lists of tensors go in one step: cuda."""
    return ["cuda"]


def _get_fused_kernels_supported_devices():
    """The kinds of devices for which optimizers take fused=True."""
    return ["cuda", "cpu"]


def _device_has_foreach_support(device):
    """Whether lists of tensors there can go in one step."""
    return device.type in (*_get_foreach_kernels_supported_devices(), "cpu")


def _has_foreach_support(tensors, device):
    """Whether these can: plain tensors, or None, on such a device."""
    plain = [x is None or type(x) in _foreach_supported_types for x in tensors]
    return _device_has_foreach_support(device) and all(plain)


def _group_tensors_by_device_and_dtype(tensorlistlist, with_indices=False):
    """Lists of one length, cut into groups in which the tensors of the first list have one device and dtype.

    >>> import minitorch as mt
    >>> from minitorch.utils._foreach_utils import _group_tensors_by_device_and_dtype
    >>> groups = _group_tensors_by_device_and_dtype([[mt.ones(1), mt.ones(1).double(), mt.ones(2)]], with_indices=True)
    >>> [(str(kind), places) for (_, kind), (_, places) in groups.items()]
    [('minitorch.float32', [0, 2]), ('minitorch.float64', [1])]

    Source: PyTorch, torch.utils._foreach_utils.
    """
    groups: dict = {}
    for place, x in enumerate(tensorlistlist[0]):
        lists, places = groups.setdefault((x.device, x.dtype), ([[] for _ in tensorlistlist], []))
        for into, values in zip(lists, tensorlistlist, strict=True):
            if values:
                into.append(values[place])
        if with_indices:
            places.append(place)
    return groups
