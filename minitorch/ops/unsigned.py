"""unsigned: uint16, uint32 and uint64, for which PyTorch has kernels of few operations: the others refuse them (shelf).

The refusals are put in force when one of these dtypes is used for the first time. A program without them pays nothing.
"""

import sys
from functools import wraps

import numpy as np

from .._holes import fill
from ..dtypes import from_numpy_dtype
from .op import Op, ops

WIDE = tuple([np.dtype(name) for name in ("uint16", "uint32", "uint64")])

# the kernels that PyTorch misses: the operations that call them; of two kernels the second goes along a dimension
TABLE = """
abs_cpu: abs | neg_cpu: neg | sign_cpu: sign sgn | pow: square pow | clamp_min_scalar_cpu: relu clamp_min | frac_cpu: frac
clamp_max_scalar_cpu: clamp_max | clamp_scalar_cpu: clamp | bitwise_not_cpu: bitwise_not | logical_not_cpu: logical_not
max_all/max_values_cpu: amax | min_all/min_values_cpu: amin | median_cpu: of_all | median_out: along | mode_cpu: mode
cummax_cpu: cummax | cummin_cpu: cummin | logcumsumexp_out_cpu: logcumsumexp | nonzero_count_cpu: count_nonzero
flip_cpu: rot90 | tril: tril | triu: triu | trace: trace | aminmax_cpu: aminmax | softmax_kernel_impl: softmax
log_softmax_kernel_impl: log_softmax | add_stub: add sub rsub | div_floor_cpu: floor_divide div_floor
div_trunc_cpu: div_trunc | remainder_cpu: remainder | fmod_cpu: fmod | lt_cpu: lt | le_cpu: le | gt_cpu: gt | ge_cpu: ge
maximum_cpu: maximum fmax | minimum_cpu: minimum fmin | lshift_cpu: bitwise_left_shift | rshift_cpu: bitwise_right_shift
logical_and_cpu: logical_and | logical_or_cpu: logical_or | logical_xor_cpu: logical_xor | hypot_cpu: hypot
addmm_impl_cpu_: mm | bmm: batched | gcd_cpu: gcd | lcm_cpu: lcm | logaddexp_cpu: logaddexp | heaviside_cpu: heaviside
max_cpu: max | min_cpu: min | index_put: index_put | scatter_gather_tensor_cpu: scatter_src scatter_add index_add
scatter_gather_scalar_cpu: scatter_value | index_copy_cpu: index_copy | index_fill_cpu: index_fill | masked_fill: masked_fill
masked_select: masked_select | take_cpu: take | take_put_cpu: put | masked_scatter: masked_scatter | dot: dot vdot
"""
KERNELS = {
    name: kernel.strip()
    for entry in TABLE.replace("\n", "|").split("|")
    for kernel, _, names in [entry.partition(":")]
    for name in names.split()
}


def guard(op):
    """Let an operation refuse these dtypes if PyTorch misses its kernel."""
    kernel, plain = KERNELS.get(op.name), op.forward
    if kernel is None or hasattr(plain, "refuses"):
        return

    @wraps(plain)
    def forward(*values, **named):
        for x in values:
            if getattr(x, "dtype", None) in WIDE:
                whole, _, along = kernel.partition("/")
                missed, title = along if along and values[1] is not None else whole, from_numpy_dtype(x.dtype).title
                raise NotImplementedError(f"\"{missed}\" not implemented for '{title}'")
        return plain(*values, **named)

    forward.refuses = WIDE
    op.forward = forward


def install():
    """Let all operations refuse them, those to come as well."""
    make, calls = Op.make, sys.modules.get("minitorch.fast.calls")

    def guarded(op, stranger):
        guard(op)
        return make(op, stranger)

    for op in ops:
        guard(op)
    if calls is None:
        fill(Op, make=guarded)
    else:
        calls.exchange(guarded)  # which makes the quick calls anew


install()
