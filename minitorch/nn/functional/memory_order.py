"""memory_order: results for images in channels_last lie in memory as those do (core)."""

from ...memory_format import channels_last, channels_last_3d, copied

FORMATS = {4: channels_last, 5: channels_last_3d}


def ordered_like(x, out, dims):
    """The array `out`, with its channels innermost in memory if those of x are: PyTorch keeps that order.

    x [N, C, *S] or [C, *S], S of `dims` lengths; without a batch the order of volumes is kept, that of images is not.
    """
    if x.ndim == dims + 1 == 4:
        return copied(out[None], channels_last_3d)[0] if channels_are_innermost(x[None], (1, 4, 3, 2)) else out
    return copied(out, FORMATS[x.ndim]) if x.ndim == dims + 2 and channels_are_innermost(x) else out


def channels_are_innermost(x, dims=None):
    """Whether the strides of an array [N, C, *S] are those of channels_last; `dims` are to be looked at, from the innermost.

    Of one channel or one place both orders are the same, and the usual one counts. So it does for one image that NumPy made
    from another, as `image / 255` does: the step from image to image, in which PyTorch's would differ, is then NumPy's own.
    """
    if x.ndim not in FORMATS or x.strides[1] == 0:
        return False
    least = 0
    for dim in dims or (1, *range(x.ndim - 1, 1, -1), 0):
        if x.shape[dim] == 0 or x.strides[dim] < least or (dim == 0 and least == x.strides[1]):
            return False
        least = x.strides[dim] * max(x.shape[dim], 1)
    return x.shape[0] != 1 or dims is not None or getattr(x.base, "flags", x.flags).c_contiguous


def ordered_like_either(x, y, out, dims):
    """The array `out`, with its channels innermost in memory if those of x are, or those of y: not for volumes of doubles."""
    if dims == 3 and x.dtype.itemsize > 4:
        return out
    return ordered_like(x if channels_are_innermost(x) else y, out, dims)
