"""memory_order: results for images in channels_last lie in memory as those do (core)."""

from ...memory_format import channels_are_innermost, channels_last, channels_last_3d, copied

FORMATS = {4: channels_last, 5: channels_last_3d}


def ordered_like(x, out, dims):
    """The array `out`, with its channels innermost in memory if those of x are: PyTorch keeps that order.

    x [N, C, *S] or [C, *S], S of `dims` lengths; without a batch the order of volumes is kept, that of images is not.
    """
    if x.ndim == dims + 1 == 4:
        return copied(out[None], channels_last_3d)[0] if channels_are_innermost(x[None], (1, 4, 3, 2)) else out
    return copied(out, FORMATS[x.ndim]) if x.ndim == dims + 2 and channels_are_innermost(x) else out


def ordered(out, last):
    """The array `out`, with its channels innermost in memory or in rows: as those of something else were, says `last`."""
    return copied(out, FORMATS[out.ndim]) if last else out


def ordered_like_either(x, y, out, dims):
    """The array `out`, with its channels innermost in memory if those of x are, or those of y: not for volumes of doubles."""
    if dims == 3 and x.dtype.itemsize > 4:
        return out
    return ordered_like(x if channels_are_innermost(x) else y, out, dims)
