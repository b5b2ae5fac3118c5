"""out: the rules of `out=`, the tensor that a result is written into (core)."""

import numpy as np

from . import _tensor
from ._tensor import Tensor, touch
from .backend import array_module
from .dtypes import FLOATING, named
from .notes import warn
from .numpy_errors import fault

# Functions whose `out` must have the dtype of the result; all others convert to a dtype of the same kind or a wider one.
EXACT = frozenset(
    """
    abs addbmm addmm addmv argmax argmin baddbmm batched bucketize ceil cholesky_ex clone conj_physical cummax cummin
    det diag dot eigh eigvalsh floor frac frexp gather heaviside histc histogram ifft ihfft index_add index_copy
    index_reduce index_select inv_ex isin isneginf isposinf kthvalue ldl_factor ldl_factor_ex ldl_solve
    linalg_cholesky linalg_cross linalg_inv linalg_lu linalg_lu_solve linalg_norm linalg_qr linalg_slogdet
    linalg_solve linalg_svd log_softmax logcumsumexp lu_factor lu_factor_ex lu_unpack masked_select matrix_norm
    matrix_power max min mm mode msort mv nan_to_num neg nonzero nonzero_static norm nuclear_norm ormqr qr renorm
    round round_to scatter scatter_add scatter_reduce searchsorted sgn sign signbit slice_scatter softmax solve_ex
    solve_triangular sort svd svdvals take take_along_dim topk triangular_solve tril triu trunc vdot vecdot
    vector_norm
    """.split()
)
MATRICES = (  # say so in words of their own
    "linalg_cholesky linalg_inv linalg_qr linalg_svd linalg_solve linalg_slogdet det eigh eigvalsh lu_factor svdvals".split()
)
JOINS = ("cat", "stack", "hstack", "vstack", "dstack", "column_stack")  # say so with a TypeError
NO_OUT = ("count_nonzero",)
# what does not write into an operand at all, while others may write into the very elements that they read
PICKS = "take index_select gather masked_select kron cat kthvalue index_add index_copy scatter scatter_add".split()
PRODUCTS = ("mm", "mv", "batched", "dot", "vdot")  # whose operands are copied
TRUTH = ("any", "all")  # write bools, or into uint8 numbers


def fill_out(out, result, op, operands=()):
    """Write a result into the tensor given as `out=`, which takes its shape; of several results, into a tuple of tensors."""
    name = getattr(op, "__name__", op)
    if name in PRODUCTS or (getattr(op, "promote", None) is None and name not in PICKS):
        operands = ()  # PyTorch looks at operands of what it computes element by element, or copies from place to place
    if isinstance(result, (tuple, list)):
        check_several(out, len(result), name)
        parts = [fill_one(one, part, name, operands) for one, part in zip(out, result, strict=True)]
        return type(result)(parts)
    return fill_one(out, result, name, operands)


def fill_one(out, result, name, operands=()):
    """The same for one result."""
    check_out(out, result, name)
    if operands:
        refuse_overlap(out._array)
    if name in PICKS:
        refuse_shared(out, operands, name)
    if out._array.shape != result._array.shape:
        check_own(out, result, operands)
        resize_out(out, result._array.shape)
    refuse_overlap(out._array)
    refuse_shared(out, operands, name)
    out._array[...] = result._array
    touch(out)
    return out


def resize_out(out, shape):
    """Give `out` memory for that shape: PyTorch warns where numbers were in it already."""
    if out._array.size:
        warn(
            f"An output with one or more elements was resized since it had shape {list(out.shape)}, which does not match "
            f"the required output shape {list(shape)}. This behavior is deprecated, and in a future PyTorch release outputs "
            "will not be resized unless they have zero elements. You can explicitly reuse an out tensor t by resizing it, "
            "inplace, to zero elements with t.resize_(0)."
        )
    out._array = array_module(out._array).empty(shape, out._array.dtype)


def kind_of(out, dtype, name):
    """The dtype that a reduction computes in: the one that was asked for, which must be `out`'s, else that of `out`."""
    dtype = named(dtype)
    if out is None:
        return dtype
    check_tensor(out, name)
    if name == "mean" and out.dtype.category < FLOATING:
        raise RuntimeError(f"{name}(): input types can't be cast to the desired output type {out.dtype.title}")
    if dtype is not None and dtype is not out.dtype:
        raise RuntimeError(
            f"{name}(): Expected out tensor to have dtype {dtype.title}, but got {out.dtype.title} instead"
        )
    return out.dtype


def takes_out(function):
    """Give a function that has no `out` of its own the argument: what it returns is written there."""

    def call(*args, out=None, **named):
        try:
            result = function(*args, **named)
        except Exception as error:
            raise fault(error, function.__name__) from None
        return result if out is None else fill_out(out, result, function, args)

    call.__name__ = call.__qualname__ = function.__name__
    call.__doc__, call.__module__, call.__wrapped__ = function.__doc__, function.__module__, function
    return call


# --- what does not fit ------------------------------------------------------------------------------------------------


def check_several(out, count, name):
    """PyTorch's error where several tensors are wanted and something else was given."""
    if not isinstance(out, (tuple, list)) or len(out) != count:
        got = f"{len(out)} of them" if isinstance(out, (tuple, list)) else type(out).__name__
        raise TypeError(f"{name}(): argument 'out' must be tuple of {count} Tensors, not {got}")


def check_out(out, result, name):
    """PyTorch's errors for a tensor that a result cannot be written into."""
    check_tensor(out, name)
    refuse_gradient(result._requires_grad or out._requires_grad, name)
    check_kinds(result.dtype, out.dtype, name)
    if out.device != result.device:
        raise RuntimeError(f"Expected out tensor to be on {result.device}, but it is on {out.device}")


def refuse_gradient(wanted, name):
    """PyTorch's error for a result that is to be written into `out`, and has a history."""
    if wanted and _tensor.recording():
        raise RuntimeError(
            f"{name}(): functions with out=... arguments don't support automatic differentiation, but one of the arguments "
            "requires grad."
        )


def check_tensor(out, name):
    """`out`, which must be one tensor."""
    if not isinstance(out, Tensor):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(out).__name__}")
    return out


def exact_error(kind, target, name):
    """PyTorch's words, which some functions choose otherwise, for an `out` that is not of the one dtype that it can have."""
    words = {
        **dict.fromkeys(("sort", "topk", "max", "min"), "Expected out tensor to have dtype {2}, but got {3} instead"),
        **dict.fromkeys(("cummax", "cummin"), "expected scalar_type {0} but found {1}"),
        "nonzero": "nonzero: Expected out tensor to have scalar type {0} but got scalar type{1}",
        **dict.fromkeys(("isposinf", "isneginf"), name + " does not support non-boolean outputs."),
        **dict.fromkeys(MATRICES, "Expected out tensor to have dtype {2}, but got {3} instead"),
        "matrix_power": "matrix_power: Expected result to be safely castable from {0} dtype, but got result with dtype {1}",
    }.get(name, name + "(): Expected out tensor to have dtype {0}, but got {1} instead")
    return RuntimeError(words.format(kind.title, target.title, kind.spelled, target.spelled))


def check_kinds(kind, target, name):
    """PyTorch's errors for a result of one dtype and an `out` of another."""
    if name in EXACT and kind is not target:
        raise exact_error(kind, target, name)
    if name in NO_OUT:
        raise TypeError(f"{name}() received an invalid combination of arguments: it takes no out=")
    if name in TRUTH and target.name not in ("bool", "uint8"):
        raise RuntimeError(f"{name} only supports bool tensor for result, got: {target.title}")
    if name in TRUTH:
        return
    if kind.category > target.category and name in JOINS:
        raise TypeError(f"torch.{name}(): input types can't be cast to the desired output type {target.title}")
    if kind.category > target.category:
        raise RuntimeError(f"result type {kind.title} can't be cast to the desired output type {target.title}")


def check_own(out, result, operands):
    """PyTorch's error for an operand given as `out` that has not room for the result: it is not resized."""
    if any([x is out for x in operands]):
        raise RuntimeError(
            f"output with shape {list(out.shape)} doesn't match the broadcast shape {list(result.shape)}"
        )


SHARED = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. "
    "Please clone() the tensor before performing the operation."
)
READ_FIRST = ("masked_fill_", "index_fill_")  # whose one number is read before anything is written


def refuse_shared(x, operands, name):
    """PyTorch's error for a write into x over part of an operand that lies in the same memory, or, in some, over all of it."""
    array, whole = x._array, name.rstrip("_") in PICKS
    if name == "index_put_" or type(array) is not np.ndarray:  # whose values are copied; no memory of its own
        return
    for other in [y._array for y in operands if isinstance(y, Tensor) and type(y._array) is np.ndarray]:
        if whole and other is array:
            raise RuntimeError(SHARED)
        if other is array or (name in READ_FIRST and not other.ndim):
            continue
        if (array.base is not None or other.base is not None) and meets(array, other, whole):
            raise RuntimeError(SHARED)


def meets(a, b, whole):
    """Whether two arrays without gaps share memory, but are not the same elements in the same order."""
    if not (a.size and b.size and is_dense(a) and is_dense(b) and np.may_share_memory(a, b)):
        return False
    same = a.ctypes.data == b.ctypes.data and a.nbytes == b.nbytes and a.strides == b.strides
    return whole or not same


def is_dense(array):
    """Whether the elements of an array fill its memory, each in a place of its own."""
    span = sum([(n - 1) * step for n, step in zip(array.shape, array.strides, strict=True)]) + array.itemsize
    return array.flags.c_contiguous or (span == array.nbytes and 0 not in array.strides)


def refuse_overlap(array):
    """PyTorch's error for a tensor of which several elements lie in one place, as those of an expanded one do."""
    if array.size > 1 and any([n > 1 and step == 0 for n, step in zip(array.shape, array.strides, strict=True)]):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation."
        )
