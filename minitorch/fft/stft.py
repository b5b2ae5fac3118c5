"""stft, istft: the short-time Fourier transform (shelf).

    pieces   n_fft numbers each, hop_length apart        [batch, time] -> [batch, piece, n_fft]
    window   times the weights, win_length of them, zeros around       -> [batch, piece, n_fft]
    waves    the transform of every piece                              -> [batch, wave, piece]

Backwards the pieces, times the weights again, are laid over each other and added. As every number was weighted twice
in every piece it was in, the sum is divided by the sum of the squares of those weights.
"""

from .._tensor import method
from ..creation.zeros import ones
from ..errors import warn_once
from ..nn.functional.padding import pad
from ..ops.complex.real_imag import view_as_real
from ..ops.view.as_strided import add_back, positions, unfold
from ..ops.view.narrow import ALL, item
from ..ops.view.squeeze import squeeze, unsqueeze
from ..ops.view.transpose import transpose
from .fft import _fft_c2c, _fft_c2r, _fft_r2c, extended, numbers, placed

__all__ = ["stft", "istft"]


def check_lengths(name, n_fft, hop, width, window, length=None):
    """Raise where the lengths do not fit each other; warn where no window says how the numbers count."""
    if not (0 < width <= n_fft and hop > 0 and (length is None or n_fft <= length)):
        raise RuntimeError(
            f"{name}(): expected 0 < win_length <= n_fft <= {length or 'the length'} and hop_length > 0, but got "
            f"win_length={width}, n_fft={n_fft}, hop_length={hop}"
        )
    if window is None:
        warn_once(f"{name}(): a window was not provided, all weights are 1. Pass window=minitorch.hann_window(n_fft).")
    elif tuple(window.shape) != (width,):
        raise RuntimeError(f"{name}(): expected a 1D window of {width} weights, but got the shape {list(window.shape)}")


def stft(
    input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False,
    onesided=None, return_complex=None,
):  # fmt: skip
    """The waves of every piece of a signal: [time] or [batch, time] -> [wave, piece] or [batch, wave, piece].

    hop_length  from piece to piece; n_fft // 4 unless told      win_length  of the window; n_fft unless told
    center      piece k has hop_length * k in its middle; around the signal stands what pad_mode says, as in nn.functional.pad
    normalized  divide by sqrt(n_fft)      onesided  of the waves of real numbers give the first n_fft // 2 + 1 only

    >>> import minitorch as mt
    >>> mt.stft(mt.tensor([1.0, -1.0] * 4), 4, window=mt.hann_window(4), return_complex=True).abs()[:, 4]
    tensor([0., 1., 2.])

    Errors: RuntimeError for a length that is not positive, or longer than there is room; for real numbers return_complex
    must be given. Source: PyTorch, torch.stft.
    """
    hop, width = hop_length or n_fft // 4, n_fft if win_length is None else win_length
    real = not (input.is_complex() or (window is not None and window.is_complex()))
    if real and return_complex is None:
        raise RuntimeError("stft requires the return_complex parameter be given for real inputs")
    if input.ndim not in (1, 2):
        raise RuntimeError(f"stft(): expected a 1D or 2D tensor, but got {input.ndim}D")
    x = numbers(input if input.ndim == 2 else unsqueeze(input, 0))
    if center:
        x = squeeze(pad(unsqueeze(x, 0), (n_fft // 2, n_fft // 2), pad_mode), 0)
    check_lengths("stft", n_fft, hop, width, window, x.shape[1])
    pieces = unfold(x, 1, n_fft, hop)
    if window is not None or width < n_fft:
        pieces = pieces * weights(window, width, n_fft, x)
    norm = "ortho" if normalized else "backward"
    if real:
        waves = _fft_r2c(pieces, (2,), norm, onesided is None or onesided)
    elif onesided:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    else:
        waves = _fft_c2c(pieces, (2,), norm, True)
    waves = transpose(waves, 1, 2)
    waves = waves if input.ndim == 2 else squeeze(waves, 0)
    return view_as_real(waves) if return_complex is False else waves


def istft(
    input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None,
    length=None, return_complex=False,
):  # fmt: skip
    """The signal that stft made these waves of: [wave, piece] or [batch, wave, piece] -> [time] or [batch, time].

    length  of the signal: the end is cut off, or zeros are added
    The others are stft's, and must be as they were there.

    >>> import minitorch as mt
    >>> window = mt.hann_window(4)
    >>> mt.istft(mt.stft(mt.tensor([1.0, 2.0, 3.0, 4.0]), 4, window=window, return_complex=True), 4, window=window)
    tensor([1., 2., 3., 4.])

    Errors: RuntimeError for real input, for lengths that do not fit, and where all weights of a number were 0.
    Source: PyTorch, torch.istft.
    """
    hop, width = hop_length or n_fft // 4, n_fft if win_length is None else win_length
    check_lengths("istft", n_fft, hop, width, window)
    if not input.is_complex() or input.ndim not in (2, 3):
        raise RuntimeError(
            f"istft(): expected complex waves in 2 or 3 dimensions, but got {input.dtype} in {input.ndim}"
        )
    waves, count = input.shape[-2:]
    half = waves != n_fft if onesided is None else onesided
    if waves != (n_fft // 2 + 1 if half else n_fft):
        raise RuntimeError(f"istft(): got {waves} waves, which do not fit to n_fft={n_fft} and onesided={onesided}")
    if return_complex and half:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    x = transpose(input if input.ndim == 3 else unsqueeze(input, 0), 1, 2)
    norm = "ortho" if normalized else "backward"
    if return_complex:
        pieces = _fft_c2c(x, (2,), norm, False)
    else:
        pieces = _fft_c2r(x if half else item(x, (ALL, ALL, slice(0, n_fft // 2 + 1))), (2,), norm, n_fft)
    factor = weights(window, width, n_fft, pieces)
    total = n_fft + hop * (count - 1)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else -start if center else total
    y = laid_over(pieces * factor, total, hop, start, end)
    share = laid_over((factor * factor).expand(1, count, n_fft), total, hop, start, end)
    if not (abs(share._array) >= 1e-11).all():
        raise RuntimeError("istft(): window overlap add min: all weights of a number were 0")
    y = y / share
    if end > total:
        y = extended(y, (y.shape[0], end - start))
    return y if input.ndim == 3 else squeeze(y, 0)


def laid_over(pieces, total, hop, start, end):
    """The sum of pieces [batch, piece, n] that are laid `hop` apart on `total` places; from start to end of those."""
    shape = (pieces.shape[0], total)
    return item(add_back(pieces, shape, positions(shape, unfold, 1, pieces.shape[2], hop)), (ALL, slice(start, end)))


def weights(window, width, n_fft, like):
    """The window, or `width` ones, in the middle of n_fft places."""
    if window is None:
        window = ones(width, dtype=like.dtype.to_real(), device=like.device)
    return window if width == n_fft else placed(window, (n_fft,), ((n_fft - width) // 2,))


method(stft)
method(istft)
