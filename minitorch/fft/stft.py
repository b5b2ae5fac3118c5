"""stft, istft: the short-time Fourier transform (shelf).

    pieces   n_fft numbers each, hop_length apart        [batch, time] -> [batch, piece, n_fft]
    window   times the weights, win_length of them, zeros around       -> [batch, piece, n_fft]
    waves    the transform of every piece                              -> [batch, wave, piece]

Backwards the pieces, times the weights again, are laid over each other and added. As every number was weighted twice
in every piece it was in, the sum is divided by the sum of the squares of those weights.
"""

from .._tensor import Tensor, check_dim, method, wrap
from ..backend import array_module
from ..creation.zeros import ones
from ..dtypes import FLOATING
from ..notes import warn, warn_once
from ..ops.complex.complex import view_as_real
from ..ops.index.gather import index_select
from ..ops.view.as_strided import add_back, positions
from ..ops.view.narrow import ALL, item
from ..ops.view.reshape import reshape
from ..ops.view.squeeze import squeeze, unsqueeze
from ..ops.view.transpose import transpose
from ..ops.view.unfold import unfold
from .transform import _fft_c2c, _fft_c2r, _fft_r2c, extended, numbers, placed

__all__ = ["stft", "istft"]

NO_WINDOW = "A window was not provided. A rectangular window will be applied{}To suppress this warning and use a rectangular window, explicitly set `window=minitorch.ones(n_fft, device=<device>)`."  # noqa: E501
LEAKS = ",which is known to cause spectral leakage. Other windows such as minitorch.hann_window or minitorch.hamming_window are recommended to reduce spectral leakage."  # noqa: E501
LOSSY = ".Please provide the same window used by stft to make the inversion lossless."


def stft(
    input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False,
    onesided=None, return_complex=None, align_to_window=None,
):  # fmt: skip
    """The waves of every piece of a signal: [time] or [batch, time] -> [wave, piece] or [batch, wave, piece].

    hop_length  from piece to piece; n_fft // 4 unless told      win_length  of the window; n_fft unless told
    center      piece k has hop_length * k in its middle; around the signal stands what pad_mode says: it mirrored
                ("reflect"), "constant" zeros, its ends ("replicate"), or the signal again ("circular")
    normalized  divide by sqrt(n_fft)      onesided  of the waves of real numbers give the first n_fft // 2 + 1 only
    align_to_window  without center: the first window, not the first piece, begins with the signal

    >>> import minitorch as mt
    >>> mt.stft(mt.tensor([1.0, -1.0] * 4), 4, window=mt.hann_window(4), return_complex=True).abs()[:, 4]
    tensor([0., 1., 2.])

    Errors: RuntimeError for a length that is not positive, or longer than there is room; for real numbers return_complex
    must be given. Source: PyTorch, torch.stft.
    """
    if center and align_to_window is not None:
        raise RuntimeError("stft align_to_window should only be set when center = false")
    if center:
        input = surrounded(input, input.dim(), n_fft // 2 if isinstance(n_fft, int) else 0, pad_mode)
    check_types("stft", input, window, n_fft=n_fft, hop_length=hop_length, win_length=win_length)
    hop = n_fft >> 2 if hop_length is None else hop_length
    width = n_fft if win_length is None else win_length
    if window is None:
        warn_once(NO_WINDOW.format(LEAKS))
    if return_complex is None and not input.is_complex() and not (window is not None and window.is_complex()):
        raise RuntimeError(
            "stft requires the return_complex parameter be given for real inputs, and will further require that "
            "return_complex=True in a future PyTorch release."
        )
    if return_complex is False:
        warn(
            "stft with return_complex=False is deprecated. In a future pytorch release, stft will return complex tensors "
            "for all inputs, and return_complex=False will raise an error.\nNote: you can still call minitorch.view_as_real "
            "on the complex output to recover the old return format."
        )

    def check(right, text):
        if not right:
            raise RuntimeError(
                call("stft", input, n_fft=n_fft, hop_length=hop, win_length=width, window=window, normalized=normalized,
                     onesided=onesided, return_complex=return_complex is not False, align_to_window=align_to_window)
                + text
            )  # fmt: skip

    check(input.dtype.category >= FLOATING, " : expected a tensor of floating point or complex values")
    check(input.ndim in (1, 2), " : expected a 1D or 2D tensor")
    x = numbers(input if input.ndim == 2 else unsqueeze(input, 0))
    length = x._array.shape[1]
    check(0 < n_fft <= length, f" : expected 0 < n_fft < {length}, but got n_fft={n_fft}")
    check(hop > 0, f" : expected hop_length > 0, but got hop_length={hop}")
    check(0 < width <= n_fft, f" : expected 0 < win_length <= n_fft, but got win_length={width}")
    check(
        window is None or tuple(window.shape) == (width,),
        f" : expected a 1D window tensor of size equal to win_length={width}, but got window with size "
        f"{window is not None and list(window.shape)}",
    )
    if align_to_window:
        x = between(x, (n_fft - width) // 2, length + n_fft - width)
    pieces = unfold(x, 1, n_fft, hop)
    if window is not None or width < n_fft:
        pieces = pieces * weights(window, width, n_fft, x)
    waves = transpose(transformed(pieces, onesided, "ortho" if normalized else "backward"), 1, 2)
    waves = waves if input.ndim == 2 else squeeze(waves, 0)
    return view_as_real(waves) if return_complex is False else waves


def transformed(pieces, onesided, norm):
    """The waves of every piece."""
    if not pieces.is_complex():
        return _fft_r2c(pieces, (2,), norm, onesided is None or onesided)
    if onesided:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    return _fft_c2c(pieces, (2,), norm, True)


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
    check_types("istft", input, window, n_fft=n_fft, hop_length=hop_length, win_length=win_length)
    hop = n_fft >> 2 if hop_length is None else hop_length
    width = n_fft if win_length is None else win_length
    if window is None:
        warn_once(NO_WINDOW.format(LOSSY))
    if not input.is_complex():
        raise RuntimeError(
            "istft requires a complex-valued input tensor matching the output from stft with return_complex=True."
        )

    def check(right, text):
        if not right:
            raise RuntimeError(
                call("istft", input, n_fft=n_fft, hop_length=hop, win_length=width, window=window, center=center,
                     normalized=normalized, onesided=onesided, length=length, return_complex=return_complex)
                + text
            )  # fmt: skip

    check_dim(-3, input.ndim + 1)  # PyTorch counts the pairs of real numbers as a dimension
    waves, count = input._array.shape[-2:]
    half = waves != n_fft if onesided is None else onesided
    check(input._array.size, " : input tensor cannot be empty.")
    check(input.ndim in (2, 3), f" : expected a tensor with 3 or 4 dimensions, but got {input.ndim + 1}")
    check(
        waves == (n_fft // 2 + 1 if half else n_fft),
        " : expected the frequency dimension (3rd to the last) of the input tensor to match "
        f"{'n_fft / 2 + 1 when onesided=True' if half else 'n_fft when onesided=False'}, but got {waves}",
    )
    check(0 < hop <= width, " : expected 0 < hop_length <= win_length")
    check(0 < width <= n_fft, " : expected 0 < win_length <= n_fft")
    check(
        window is None or tuple(window.shape) == (width,),
        " : Invalid window shape. window has to be 1D and length of `win_length`",
    )
    x = transpose(input if input.ndim == 3 else unsqueeze(input, 0), 1, 2)
    norm = "ortho" if normalized else "backward"
    if return_complex:
        if half:
            raise RuntimeError("Cannot have onesided output if window or input is complex")
        pieces = _fft_c2c(x, (2,), norm, False)
    else:
        if window is not None and window.is_complex():
            raise RuntimeError("Complex windows are incompatible with return_complex=False")
        pieces = _fft_c2r(x if half else item(x, (ALL, ALL, slice(0, n_fft // 2 + 1))), (2,), norm, n_fft)
    factor = weights(window, width, n_fft, pieces)
    total = n_fft + hop * (count - 1)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else -start if center else total
    y = laid_over(pieces * factor, total, hop, start, end)
    share = laid_over((factor * factor).expand(1, count, n_fft), total, hop, start, end)
    if not share._array.size:
        raise RuntimeError(
            "min(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the "
            "'dim' argument."
        )
    check(abs(share._array).min() >= 1e-11, " window overlap add min: 1\n[ CPUBoolType{} ]")
    y = y / share
    if end > total:
        warn(
            "The length of signal is shorter than the length parameter. Result is being padded with zeros in the tail. "
            "Please check your center and hop_length settings."
        )
        y = extended(y, (y.shape[0], end - start))
    return y if input.ndim == 3 else squeeze(y, 0)


method(stft)
method(istft)


# --- pieces ---------------------------------------------------------------------------------------------------------------


def laid_over(pieces, total, hop, start, end):
    """The sum of pieces [batch, piece, n] that are laid `hop` apart on `total` places; from start to end of those."""
    shape = (pieces.shape[0], total)
    return item(add_back(pieces, shape, positions(shape, unfold, 1, pieces.shape[2], hop)), (ALL, slice(start, end)))


def weights(window, width, n_fft, like):
    """The window, or `width` ones, in the middle of n_fft places."""
    if window is None:
        window = ones(width, dtype=like.dtype.to_real(), device=like.device)
    left = (n_fft - width) // 2
    return window if width == n_fft else placed(window, (n_fft,), (left,))


def between(x, left, total):
    """x with zeros around its last dimension, `left` of them in front, `total` numbers in all."""
    shape = x._array.shape
    return placed(x, (*shape[:-1], total), (0,) * (x.ndim - 1) + (left,))


def surrounded(x, ndim, pad, mode):
    """x with `pad` more numbers at both ends of its last dimension."""
    x = x if ndim else reshape(x, (1, 1, 1))
    n = x._array.shape[-1]
    shown = [1] * (3 - x.ndim) + list(x.shape)
    if pad <= 0:
        return item(x, (..., slice(-pad, n + pad))) if pad else x
    if mode == "constant":
        return between(x, pad, n + 2 * pad)
    xp = array_module(x._array)
    places = xp.arange(-pad, n + pad)
    if mode not in ("reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if ndim > 3:
        raise NotImplementedError(f"Padding size 2 is not supported for {ndim}D input tensor.")
    if mode == "reflect":
        if pad >= n:
            raise RuntimeError(
                "Argument #4: Padding size should be less than the corresponding input dimension, but got: padding "
                f"({pad}, {pad}) at dimension 2 of input {shown}"
            )
        places = n - 1 - abs(n - 1 - abs(places))
    elif not n:
        raise RuntimeError(
            "Expected 2D or 3D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, "
            f"but got: {shown}"
        )
    elif mode == "replicate":
        places = places.clip(0, n - 1)
    else:
        if pad > n:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        places = places % n
    return index_select(x, x.ndim - 1, wrap(places))


# --- arguments ------------------------------------------------------------------------------------------------------------


def check_types(name, input, window, **lengths):
    """TypeError for what is no tensor or no integer."""
    for what, value in (("input", input), ("window", window)):
        if not isinstance(value, Tensor) and (value is not None or what == "input"):
            place = " (position 1)" if what == "input" else ""
            raise TypeError(f"{name}(): argument '{what}'{place} must be Tensor, not {type(value).__name__}")
    for what, value in lengths.items():
        if not isinstance(value, int) and (value is not None or what == "n_fft"):
            raise TypeError(f"{name}(): argument '{what}' must be int, not {type(value).__name__}")


def call(name, input, **settings):
    """A call as PyTorch's errors show it."""

    def kind(x):
        return f"CPU{x.dtype.title}Type" if x.is_complex() else x.type()

    said = []
    for key, value in settings.items():
        if isinstance(value, Tensor):
            value = f"{kind(value)}{{{list(value.shape)}}}"
        said.append(f"{key}={int(value) if isinstance(value, bool) else value}")
    return f"{name}({kind(input)}{list(input.shape)}, {', '.join(said)})"
