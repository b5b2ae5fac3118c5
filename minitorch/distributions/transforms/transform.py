"""transform: Transform, ComposeTransform, IndependentTransform, ReshapeTransform, and inverses (shelf)."""

import functools
import operator

from ...creation.zeros import zeros_like
from ...size import Size
from .. import constraints
from ..utils import _sum_rightmost, lazy_property


class Transform:
    """A function y = t(x), with an inverse and the logarithm of |dy/dx|, from a `domain` to a `codomain`.

    cache_size  1 keeps the last pair (x, y), so that t.inv(t(x)) is x itself

    A class of yours defines _call, _inverse and log_abs_det_jacobian.
    Errors: ValueError for another cache_size. Source: PyTorch, torch.distributions.transforms.Transform.
    """

    bijective = False
    domain: constraints.Constraint
    codomain: constraints.Constraint

    def __init__(self, cache_size=0):
        if cache_size not in (0, 1):
            raise ValueError("cache_size must be 0 or 1")
        self._cache_size, self._inv = cache_size, None
        if cache_size:
            self._cached_x_y = None, None
        super().__init__()

    def __getstate__(self):
        return self.__dict__ | {"_inv": None}

    @property
    def event_dim(self):
        """How many dimensions of x belong together, if those of y are as many."""
        if self.domain.event_dim == self.codomain.event_dim:
            return self.domain.event_dim
        raise ValueError("Please use either .domain.event_dim or .codomain.event_dim")

    @property
    def inv(self):
        """The inverse, whose own inverse is this object."""
        if self._inv is None:
            self._inv = _InverseTransform(self)
        return self._inv

    @property
    def sign(self):
        """1 where it rises, -1 where it falls."""
        raise NotImplementedError

    def with_cache(self, cache_size=1):
        """The same transform with that cache."""
        if self._cache_size == cache_size:
            return self
        if type(self).__init__ is Transform.__init__:
            return type(self)(cache_size=cache_size)
        raise NotImplementedError(f"{type(self)}.with_cache is not implemented")

    def __eq__(self, other):
        return self is other

    def __call__(self, x):
        if self._cache_size == 0:
            return self._call(x)
        last, y = self._cached_x_y
        if x is not last:
            y = self._call(x)
            self._cached_x_y = x, y
        return y

    def _inv_call(self, y):
        if self._cache_size == 0:
            return self._inverse(y)
        x, last = self._cached_x_y
        if y is not last:
            x = self._inverse(y)
            self._cached_x_y = x, y
        return x

    def _call(self, x):
        raise NotImplementedError

    def _inverse(self, y):
        raise NotImplementedError

    def log_abs_det_jacobian(self, x, y):
        """log |dy/dx|, of each event."""
        raise NotImplementedError

    def __repr__(self):
        return f"{type(self).__name__}()"

    def forward_shape(self, shape):
        """The shape of y for that of x."""
        return shape

    def inverse_shape(self, shape):
        """The shape of x for that of y."""
        return shape


class _InverseTransform(Transform):
    """The way back."""

    def __init__(self, transform):
        super().__init__(cache_size=transform._cache_size)
        self._inv = transform

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        return self._inv.codomain

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        return self._inv.domain

    bijective = property(lambda self: self._inv.bijective)
    sign = property(lambda self: self._inv.sign)
    inv = property(lambda self: self._inv)

    def with_cache(self, cache_size=1):
        return self.inv.with_cache(cache_size).inv

    def __eq__(self, other):
        return isinstance(other, _InverseTransform) and self._inv == other._inv

    def __repr__(self):
        return f"{type(self).__name__}({self._inv!r})"

    def __call__(self, x):
        return self._inv._inv_call(x)

    def log_abs_det_jacobian(self, x, y):
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape):
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape):
        return self._inv.forward_shape(shape)


class ComposeTransform(Transform):
    """Several transforms, one after the other. Source: PyTorch, torch.distributions.transforms.ComposeTransform.

    parts  the transforms, the first one first
    """

    def __init__(self, parts, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.parts = [part.with_cache(cache_size) for part in parts] if cache_size else parts

    def __eq__(self, other):
        return isinstance(other, ComposeTransform) and self.parts == other.parts

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        if not self.parts:
            return constraints.real
        dim = self.parts[-1].codomain.event_dim
        for part in reversed(self.parts):
            dim = max(dim + part.domain.event_dim - part.codomain.event_dim, part.domain.event_dim)
        return widened(self.parts[0].domain, dim)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        if not self.parts:
            return constraints.real
        dim = self.parts[0].domain.event_dim
        for part in self.parts:
            dim = max(dim + part.codomain.event_dim - part.domain.event_dim, part.codomain.event_dim)
        return widened(self.parts[-1].codomain, dim)

    @lazy_property
    def bijective(self):
        return all(part.bijective for part in self.parts)

    @lazy_property
    def sign(self):
        return functools.reduce(operator.mul, [part.sign for part in self.parts], 1)

    @property
    def inv(self):
        if self._inv is None:
            self._inv = ComposeTransform([part.inv for part in reversed(self.parts)])
            self._inv._inv = self
        return self._inv

    def with_cache(self, cache_size=1):
        return self if self._cache_size == cache_size else ComposeTransform(self.parts, cache_size=cache_size)

    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def log_abs_det_jacobian(self, x, y):
        if not self.parts:
            return zeros_like(x)
        values = [x]
        for part in self.parts[:-1]:
            values.append(part(values[-1]))
        values.append(y)
        terms, dim = [], self.domain.event_dim
        for part, before, after in zip(self.parts, values[:-1], values[1:], strict=True):
            terms.append(_sum_rightmost(part.log_abs_det_jacobian(before, after), dim - part.domain.event_dim))
            dim += part.codomain.event_dim - part.domain.event_dim
        return functools.reduce(operator.add, terms)

    def forward_shape(self, shape):
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape):
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

    def __repr__(self):
        said = ",\n    ".join([repr(part) for part in self.parts])
        return f"{type(self).__name__}(\n    {said}\n)"


def widened(constraint, dim):
    """The constraint on events of `dim` dimensions."""
    more = dim - constraint.event_dim
    return constraints.independent(constraint, more) if more else constraint


identity_transform = ComposeTransform([])


class IndependentTransform(Transform):
    """A transform whose batch's last dimensions count as the event's.

    Source: PyTorch, torch.distributions.transforms.IndependentTransform.
    """

    def __init__(self, base_transform, reinterpreted_batch_ndims, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.base_transform = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    def with_cache(self, cache_size=1):
        if self._cache_size == cache_size:
            return self
        return IndependentTransform(self.base_transform, self.reinterpreted_batch_ndims, cache_size=cache_size)

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        return constraints.independent(self.base_transform.domain, self.reinterpreted_batch_ndims)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        return constraints.independent(self.base_transform.codomain, self.reinterpreted_batch_ndims)

    bijective = property(lambda self: self.base_transform.bijective)
    sign = property(lambda self: self.base_transform.sign)

    def _call(self, x):
        check_dims(x.ndim, self.domain.event_dim)
        return self.base_transform(x)

    def _inverse(self, y):
        check_dims(y.ndim, self.codomain.event_dim)
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x, y):
        return _sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def __repr__(self):
        return f"{type(self).__name__}({self.base_transform!r}, {self.reinterpreted_batch_ndims})"

    def forward_shape(self, shape):
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape):
        return self.base_transform.inverse_shape(shape)


def check_dims(there, needed):
    """Raise for fewer dimensions than an event has."""
    if there < needed:
        raise ValueError("Too few dimensions on input")


class ReshapeTransform(Transform):
    """Events of one shape as events of another. Source: PyTorch, torch.distributions.transforms.ReshapeTransform."""

    bijective = True

    def __init__(self, in_shape, out_shape, cache_size=0):
        self.in_shape, self.out_shape = Size(in_shape), Size(out_shape)
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError("in_shape, out_shape have different numbers of elements")
        super().__init__(cache_size=cache_size)

    @constraints.dependent_property
    def domain(self):
        return constraints.independent(constraints.real, len(self.in_shape))

    @constraints.dependent_property
    def codomain(self):
        return constraints.independent(constraints.real, len(self.out_shape))

    def with_cache(self, cache_size=1):
        if self._cache_size == cache_size:
            return self
        return ReshapeTransform(self.in_shape, self.out_shape, cache_size=cache_size)

    def _call(self, x):
        return x.reshape(x.shape[: x.ndim - len(self.in_shape)] + self.out_shape)

    def _inverse(self, y):
        return y.reshape(y.shape[: y.ndim - len(self.out_shape)] + self.in_shape)

    def log_abs_det_jacobian(self, x, y):
        return x.new_zeros(x.shape[: x.ndim - len(self.in_shape)])

    def forward_shape(self, shape):
        return reshaped(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape):
        return reshaped(shape, self.out_shape, self.in_shape)


def reshaped(shape, before, after):
    """A shape whose end is `before`, with `after` in its place."""
    check_dims(len(shape), len(before))
    cut = len(shape) - len(before)
    if shape[cut:] != before:
        raise ValueError(f"Shape mismatch: expected {shape[cut:]} but got {before}")
    return shape[:cut] + after
