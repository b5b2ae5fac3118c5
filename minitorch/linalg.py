"""linalg: linear algebra under PyTorch's names, as `minitorch.linalg`. Each function stands in one of the files of ops."""

from .ops.determinants import det
from .ops.determinants import linalg_slogdet as slogdet
from .ops.factors import linalg_lu as lu
from .ops.factors import linalg_lu_solve as lu_solve
from .ops.factors import linalg_qr as qr
from .ops.factors import lu_factor, lu_factor_ex
from .ops.ldl import ldl_factor, ldl_factor_ex, ldl_solve
from .ops.least_squares import lstsq, matrix_rank, pinv
from .ops.linear_systems import inv_ex, solve_ex, tensorinv, tensorsolve
from .ops.linear_systems import linalg_inv as inv
from .ops.linear_systems import linalg_solve as solve
from .ops.matmul import matmul
from .ops.matrices import LinAlgError
from .ops.matrix_powers import matrix_exp, matrix_power
from .ops.norms import cond, matrix_norm, vector_norm
from .ops.norms import linalg_norm as norm
from .ops.products import linalg_cross as cross
from .ops.products import linalg_diagonal as diagonal
from .ops.products import linalg_vander as vander
from .ops.products import multi_dot, vecdot
from .ops.reflections import householder_product
from .ops.spectra import eig, eigh, eigvals, eigvalsh, svdvals
from .ops.spectra import linalg_svd as svd
from .ops.triangles import cholesky_ex, solve_triangular
from .ops.triangles import linalg_cholesky as cholesky

__all__ = [
    "LinAlgError", "cholesky", "cholesky_ex", "cond", "cross", "det", "diagonal", "eig", "eigh", "eigvals",
    "eigvalsh", "householder_product", "inv", "inv_ex", "ldl_factor", "ldl_factor_ex", "ldl_solve", "lstsq", "lu",
    "lu_factor", "lu_factor_ex", "lu_solve", "matmul", "matrix_exp", "matrix_norm", "matrix_power", "matrix_rank",
    "multi_dot", "norm", "pinv", "qr", "slogdet", "solve", "solve_ex", "solve_triangular", "svd", "svdvals",
    "tensorinv", "tensorsolve", "vander", "vecdot", "vector_norm",
]  # fmt: skip
