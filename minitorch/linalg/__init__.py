"""linalg: linear algebra under PyTorch's names, a file per kind of problem."""

from .._lazy import end_of_package, lazy_names

# isort: off
try:
    from ..ops.matmul.matmul import matmul
    from .checks import LinAlgError
    from .solve import linalg_inv as inv
    from .solve import linalg_solve as solve
    from .solve import solve_triangular
    from .cholesky import linalg_cholesky as cholesky
    from .svd import linalg_svd as svd
    from .svd import svdvals
    from .eigh import eigh, eigvalsh
    from .det import det, slogdet
    from .qr import linalg_qr as qr
    from .norm import matrix_norm, vector_norm
    from .norm import linalg_norm as norm
    from .further import linalg_cross as cross
    from .further import lstsq, matrix_power, matrix_rank, pinv
except ModuleNotFoundError as missing:
    end_of_package(missing)

__all__ = [
    "LinAlgError", "cholesky", "cross", "det", "eigh", "eigvalsh", "inv", "lstsq", "matmul", "matrix_norm", "matrix_power",
    "matrix_rank", "norm", "pinv", "qr", "slogdet", "solve", "solve_triangular", "svd", "svdvals", "vector_norm",
]  # fmt: skip

__getattr__, __dir__ = lazy_names(__name__)
