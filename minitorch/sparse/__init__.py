"""sparse: tensors of which the numbers that are not zero are kept, with their places: layout sparse_coo, on the CPU (shelf).

    adj = torch.sparse_coo_tensor(indices, values, (n, n))
    torch.sparse.mm(adj, features)                       # or torch.spmm, or adj @ features

What there is: making, converting, coalescing and printing them, sums, products with numbers and with dense and sparse
tensors, functions that leave zero alone (neg, abs, sqrt, tanh, relu ...), transposing, index_select, cat, saving; with the
gradients that PyTorch has. nn.Embedding(sparse=True) gives sparse gradients, which SGD, Adagrad and SparseAdam take. Every
other function raises PyTorch's NotImplementedError. Of the compressed layouts sparse_csr, sparse_csc, sparse_bsr and sparse_bsc there
is what PyTorch's CPU has: making, printing, converting, transposing and multiplying them. There are none outside of the CPU.
"""

# isort: off
import minitorch as torch  # programs of PyTorch's first years say torch.sparse.torch.eye for rows of one 1
from . import array, arithmetic, products, parts, conversion
from .creation import (
    BFloat16Tensor, ByteTensor, CharTensor, DoubleTensor, FloatTensor, HalfTensor, IntTensor, LongTensor, ShortTensor,
    check_sparse_tensor_invariants,
)  # fmt: skip
from .functions import addmm, as_sparse_gradcheck, log_softmax, mm, sampled_addmm, softmax, spdiags, sum
from . import compressed_conversion, compressed_products, printing

__all__ = ["addmm", "check_sparse_tensor_invariants", "mm", "sampled_addmm", "softmax", "log_softmax", "spdiags", "sum"]
__all__ += ["as_sparse_gradcheck"]
