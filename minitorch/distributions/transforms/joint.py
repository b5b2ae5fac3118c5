"""joint: SoftmaxTransform, StickBreakingTransform, LowerCholeskyTransform, CatTransform ...: numbers together (shelf)."""

import math

from ... import dtypes
from ...creation.linspace import eye
from ...linalg.cholesky import linalg_cholesky
from ...nn.functional.activation import logsigmoid, softplus
from ...nn.functional.padding import pad
from ...ops.join.cat import cat
from ...ops.join.stack import stack
from .. import constraints
from ..utils import _sum_rightmost, lazy_property, tril_matrix_to_vec, vec_to_tril_matrix
from .elementwise import _clipped_sigmoid
from .transform import Transform, check_dims

# --- vectors of probabilities -------------------------------------------------------------------------------------------


class SoftmaxTransform(Transform):
    """Vectors as probabilities; vectors that differ by a constant give the same, so it is not bijective.

    Source: PyTorch, torch.distributions.transforms.SoftmaxTransform.
    """

    domain, codomain = constraints.real_vector, constraints.simplex

    def __eq__(self, other):
        return isinstance(other, SoftmaxTransform)

    def _call(self, x):
        chances = (x - x.max(-1, True)[0]).exp()
        return chances / chances.sum(-1, True)

    def _inverse(self, y):
        return y.log()

    def forward_shape(self, shape):
        check_dims(len(shape), 1)
        return shape

    inverse_shape = forward_shape


class StickBreakingTransform(Transform):
    """n numbers as n + 1 probabilities: each says what share of the rest it takes.

    Source: PyTorch, torch.distributions.transforms.StickBreakingTransform.
    """

    domain, codomain = constraints.real_vector, constraints.simplex
    bijective = True

    def __eq__(self, other):
        return isinstance(other, StickBreakingTransform)

    def _call(self, x):
        share = _clipped_sigmoid(x - rest(x, 1).log())
        left = (1 - share).cumprod(-1)
        return pad(share, [0, 1], value=1) * pad(left, [1, 0], value=1)

    def _inverse(self, y):
        taken = y[..., :-1]
        left = (1 - taken.cumsum(-1)).clamp(min=dtypes.finfo(y.dtype).tiny)
        return taken.log() - left.log() + rest(taken, 1).log()

    def log_abs_det_jacobian(self, x, y):
        x = x - rest(x, 1).log()
        return (-x + logsigmoid(x) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape):
        check_dims(len(shape), 1)
        return (*shape[:-1], shape[-1] + 1)

    def inverse_shape(self, shape):
        check_dims(len(shape), 1)
        return (*shape[:-1], shape[-1] - 1)


def rest(x, more):
    """How many places follow each one, and `more`: with all numbers 0, the shares come out equal."""
    return x.shape[-1] + more - x.new_ones(x.shape[-1]).cumsum(-1)


# --- matrices -----------------------------------------------------------------------------------------------------------


class LowerCholeskyTransform(Transform):
    """Matrices as lower triangular ones with a positive diagonal.

    Source: PyTorch, torch.distributions.transforms.LowerCholeskyTransform.
    """

    domain, codomain = constraints.independent(constraints.real, 2), constraints.lower_cholesky

    def __eq__(self, other):
        return isinstance(other, LowerCholeskyTransform)

    def _call(self, x):
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y):
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(Transform):
    """Matrices as positive definite ones L L.T. Source: PyTorch, torch.distributions.transforms.PositiveDefiniteTransform."""

    domain, codomain = constraints.independent(constraints.real, 2), constraints.positive_definite

    def __eq__(self, other):
        return isinstance(other, PositiveDefiniteTransform)

    def _call(self, x):
        x = LowerCholeskyTransform()(x)
        return x @ x.mT

    def _inverse(self, y):
        return LowerCholeskyTransform().inv(linalg_cholesky(y))


class CorrCholeskyTransform(Transform):
    """n (n - 1) / 2 numbers as the lower triangular factor [n, n] of a matrix of correlations: its rows have length 1.

    Source: Stan's reference manual, 10.12; PyTorch, torch.distributions.transforms.CorrCholeskyTransform.
    """

    domain, codomain = constraints.real_vector, constraints.corr_cholesky
    bijective = True

    def _call(self, x):
        eps = dtypes.finfo(x.dtype).eps
        part = vec_to_tril_matrix(x.tanh().clamp(min=-1 + eps, max=1 - eps), diag=-1)
        left = (1 - part**2).sqrt().cumprod(-1)
        part = part + eye(part.shape[-1], dtype=part.dtype, device=part.device)
        return part * pad(left[..., :-1], [1, 0], value=1)

    def _inverse(self, y):
        left = pad((1 - (y * y).cumsum(-1))[..., :-1], [1, 0], value=1)
        part = tril_matrix_to_vec(y, diag=-1) / tril_matrix_to_vec(left, diag=-1).sqrt()
        return (part.log1p() - part.neg().log1p()) / 2

    def log_abs_det_jacobian(self, x, y, intermediates=None):
        left = tril_matrix_to_vec(1 - (y * y).cumsum(-1), diag=-2)
        by_tanh = -2 * (x + softplus(-2 * x) - math.log(2.0)).sum(-1)
        return 0.5 * left.log().sum(-1) + by_tanh

    def forward_shape(self, shape):
        check_dims(len(shape), 1)
        n = round((0.25 + 2 * shape[-1]) ** 0.5 + 0.5)
        if n * (n - 1) // 2 != shape[-1]:
            raise ValueError("Input is not a flattened lower-diagonal number")
        return (*shape[:-1], n, n)

    def inverse_shape(self, shape):
        check_dims(len(shape), 2)
        if shape[-2] != shape[-1]:
            raise ValueError("Input is not square")
        return (*shape[:-2], shape[-1] * (shape[-1] - 1) // 2)


# --- a transform for each part ------------------------------------------------------------------------------------------


class Parts(Transform):
    """A transform for each part of x along a dimension."""

    def __init__(self, tseq, dim=0, cache_size=0):
        if not all(isinstance(one, Transform) for one in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        super().__init__(cache_size=cache_size)
        self.transforms = [one.with_cache(cache_size) for one in tseq] if cache_size else list(tseq)
        self.dim = dim

    bijective = property(lambda self: all(one.bijective for one in self.transforms))

    def _call(self, x):
        return self._join([one(part) for one, part in zip(self.transforms, self._parts(x, "x"), strict=True)])

    def _inverse(self, y):
        return self._join([one.inv(part) for one, part in zip(self.transforms, self._parts(y, "y"), strict=True)])

    def _slopes(self, x, y):
        parts = zip(self.transforms, self._parts(x, "x"), self._parts(y, "y"), strict=True)
        return [one.log_abs_det_jacobian(before, after) for one, before, after in parts]

    def _check(self, value, name, length, what):
        if not -value.ndim <= self.dim < value.ndim:
            raise AssertionError(f"dim {self.dim} out of range for tensor with {value.dim()} dimensions")
        if value.shape[self.dim] != length:
            raise AssertionError(f"{name}.size({self.dim}) = {value.shape[self.dim]} must equal {what} {length}")


class CatTransform(Parts):
    """Parts of the given lengths. Source: PyTorch, torch.distributions.transforms.CatTransform."""

    def __init__(self, tseq, dim=0, lengths=None, cache_size=0):
        super().__init__(tseq, dim, cache_size)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError(f"lengths ({len(self.lengths)}) must match transforms ({len(self.transforms)})")

    @lazy_property
    def event_dim(self):
        return max([one.event_dim for one in self.transforms])

    @lazy_property
    def length(self):
        return sum(self.lengths)

    def with_cache(self, cache_size=1):
        if self._cache_size == cache_size:
            return self
        return CatTransform(self.transforms, self.dim, self.lengths, cache_size)

    def _parts(self, value, name):
        self._check(value, name, self.length, "length")
        return value.split(self.lengths, self.dim)

    def _join(self, parts):
        return cat(parts, dim=self.dim)

    def log_abs_det_jacobian(self, x, y):
        wide, dim = self.event_dim, self.dim if self.dim < 0 else self.dim - x.ndim
        slopes = zip(self.transforms, self._slopes(x, y), strict=True)
        found = [_sum_rightmost(slope, wide - one.event_dim) for one, slope in slopes]
        return cat(found, dim=dim + wide) if dim + wide < 0 else sum(found)

    @constraints.dependent_property
    def domain(self):
        return constraints.cat([one.domain for one in self.transforms], self.dim, self.lengths)

    @constraints.dependent_property
    def codomain(self):
        return constraints.cat([one.codomain for one in self.transforms], self.dim, self.lengths)


class StackTransform(Parts):
    """A transform for each slice. Source: PyTorch, torch.distributions.transforms.StackTransform."""

    def with_cache(self, cache_size=1):
        return self if self._cache_size == cache_size else StackTransform(self.transforms, self.dim, cache_size)

    def _parts(self, value, name):
        self._check(value, name, len(self.transforms), "len(transforms)")
        return value.unbind(self.dim)

    def _join(self, parts):
        return stack(parts, dim=self.dim)

    def log_abs_det_jacobian(self, x, y):
        return stack(self._slopes(x, y), dim=self.dim)

    @constraints.dependent_property
    def domain(self):
        return constraints.stack([one.domain for one in self.transforms], self.dim)

    @constraints.dependent_property
    def codomain(self):
        return constraints.stack([one.codomain for one in self.transforms], self.dim)
