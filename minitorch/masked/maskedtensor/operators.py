"""operators: what functions and operators do with MaskedTensors (shelf)."""

import functools
import warnings

from ... import dtypes
from ..._tensor import Tensor
from ..._tower import load
from ...autograd.function import Function
from ...memory_format import strided
from .core import MaskedTensor, _masks_match, is_masked_tensor, layout_of, places, same_places
from .creation import as_masked_tensor

RULES: dict = {}  # name of an operator -> rule(operator, *args, **kwargs)

UNARY = """
    abs absolute acos arccos acosh arccosh angle asin arcsin asinh arcsinh atan arctan atanh arctanh bitwise_not ceil clamp clip
    conj_physical cos cosh deg2rad digamma erf erfc erfinv exp exp2 expm1 fix floor frac lgamma log log10 log1p log2 logit i0
    isnan nan_to_num neg negative positive pow rad2deg reciprocal round rsqrt sigmoid sign sgn signbit sin sinc sinh sqrt square
    tan tanh trunc
""".split()
BINARY = """
    add atan2 arctan2 bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift div divide floor_divide fmod
    logaddexp logaddexp2 mul multiply nextafter remainder sub subtract true_divide eq ne le ge greater greater_equal gt
    less_equal lt less maximum minimum fmax fmin not_equal
""".split()
BOTH = """
    select transpose split t slice slice_backward select_backward index expand view _unsafe_view _reshape_alias cat unsqueeze
    unfold unfold_backward im2col col2im stack
""".split()  # what is done to the data is done to the mask
REDUCTIONS = "sum mean amin amax argmin argmax prod all norm var std".split()
NOT_SPARSE = (
    "The sparse version of {} is not implemented in reductions.\nIf you would like this operator to be supported, please "
    "file an issue for a feature request at https://github.com/pytorch/maskedtensor/issues with a minimal reproducible code "
    "snippet.\nIn the case that the semantics for the operator are not trivial, it would be appreciated to also include a "
    "proposal for the semantics."
)


def rule(*names):
    """A decorator: what these operators do."""

    def register(function):
        RULES.update(dict.fromkeys(names, function))
        return function

    return register


def data_of(x):
    return x._masked_data if is_masked_tensor(x) else x


def mask_of(x):
    return x._masked_mask if is_masked_tensor(x) else None


def mapped(args, each):
    """Arguments with something else in place of each MaskedTensor, in lists too."""
    if isinstance(args, (list, tuple)):
        return type(args)([mapped(one, each) for one in args])
    if isinstance(args, dict):
        return {key: mapped(one, each) for key, one in args.items()}
    return each(args) if is_masked_tensor(args) else args


def wrapped(data, mask):
    """Results with their masks."""
    if isinstance(data, (list, tuple)):
        return type(data)([wrapped(d, m) for d, m in zip(data, mask, strict=True)])
    return MaskedTensor(data, mask) if isinstance(data, Tensor) else NotImplemented


def with_values(x, values):
    """A tensor of the same layout and indices with other values."""
    if layout_of(x) is strided:
        return values
    sparse = load("minitorch.sparse.creation" if x.is_sparse else "minitorch.sparse.compressed_creation")
    make = sparse.sparse_coo_tensor if x.is_sparse else sparse.sparse_csr_tensor
    return make(*places(x), values, x.size())


def values_of(x):
    return x if not isinstance(x, Tensor) or layout_of(x) is strided else x.values()


# --- element by element -------------------------------------------------------------------------------------------------------


@rule(*UNARY, *[f"{name}_" for name in UNARY if name not in ("angle", "positive", "signbit", "isnan")])
def unary(operator, *args, **kwargs):
    if kwargs:
        raise ValueError(
            "MaskedTensor unary ops require that len(kwargs) == 0. If you need support for this, please open an issue on "
            "Github."
        )
    if any([isinstance(one, Tensor) for one in args[1:]]):
        raise TypeError("MaskedTensor unary ops do not support additional Tensor arguments")
    x = args[0]
    data = with_values(data_of(x), operator(values_of(data_of(x)), *args[1:]))
    return finished(operator, x, data, mask_of(x))


def finished(operator, x, data, mask):
    """A new MaskedTensor, or x changed in place."""
    if not operator.__name__.endswith("_"):
        return wrapped(data, mask)
    x._set_data_mask(data, mask)
    return x


@rule(*BINARY, *[f"{name}_" for name in BINARY if name not in "logaddexp logaddexp2 fmin minimum maximum fmax".split()])
def binary(operator, *args, **kwargs):
    if kwargs:
        raise ValueError("len(kwargs) must equal 0")
    if any([isinstance(one, Tensor) for one in args[2:]]):
        raise TypeError("MaskedTensor binary ops do not support Tensor arguments aside from the lhs and rhs")
    if not _masks_match(*args[:2]):
        raise ValueError("Input masks must match. If you need support for this, please open an issue on Github.")
    x, y = [data_of(one) for one in args[:2]]
    sparse = isinstance(x, Tensor) and layout_of(x) is not strided
    if sparse and isinstance(y, Tensor) and layout_of(y) is layout_of(x) and not same_places(x, y):
        raise ValueError(
            f"sparse_{'coo' if x.is_sparse else 'csr'} indices must match. If you need support for this, please open an issue "
            "on Github."
        )
    made = operator(values_of(x), values_of(y) if sparse else y, *args[2:])
    data = with_values(x, made) if sparse else made
    mask = mask_of(args[0]) if is_masked_tensor(args[0]) else mask_of(args[1])
    return finished(operator, args[0], data, mask if sparse else mask.expand_as(data))


@rule(*BOTH)
def on_both(operator, *args, **kwargs):
    data = operator(*mapped(args, data_of), **mapped(kwargs, data_of))
    return wrapped(data, operator(*mapped(args, mask_of), **mapped(kwargs, mask_of)))


@rule("detach", "clone")
def on_data(operator, x, **kwargs):
    return MaskedTensor(operator(data_of(x)), mask_of(x))


@rule("ones_like", "zeros_like", "empty_like", "full_like")
def made_like(operator, x, *args, **kwargs):
    if operator.__name__ != "ones_like":
        return NotImplemented
    return MaskedTensor(operator(data_of(x), **kwargs), mask_of(x))


@rule("_to_copy")
def to_copy(operator, x, *args, **kwargs):
    return MaskedTensor(
        operator(data_of(x), *args, **kwargs), operator(mask_of(x), *args, **kwargs | {"dtype": dtypes.bool})
    )


@rule("new_empty_strided")
def new_empty_strided(operator, x, size, stride, **kwargs):
    if tuple(size) != tuple(data_of(x).size()):
        raise ValueError(f"__torch_dispatch__, {operator}: args[1] expected to be the same as data.size()")
    return MaskedTensor(operator(data_of(x), size, stride, **kwargs), mask_of(x))


@rule("_local_scalar_dense")
def number(operator, x):
    if not mask_of(x):
        raise ValueError(f"__torch_dispatch__, {operator}: expected a mask tensor")
    return data_of(x).item()


@rule("copy_")
def copy(operator, x, other, *rest):
    operator(data_of(x), data_of(other))
    return x


@rule("is_same_size")
def is_same_size(operator, x, other):
    return data_of(x).shape == data_of(other).shape


@rule("_is_any_true")
def is_any_true(operator, x):
    return MaskedTensor(operator(data_of(x) & mask_of(x)), load("minitorch").tensor(True))


def filled_masks(*args):
    """Arguments as MaskedTensors: what is none is specified everywhere."""
    return [
        x if is_masked_tensor(x) else MaskedTensor(x, load("minitorch").ones_like(x, dtype=dtypes.bool)) for x in args
    ]


@rule("where")
def chosen(operator, *args, **kwargs):
    check_count(f"__torch_dispatch__, {operator}", args, kwargs)
    x, y = filled_masks(*args[1:])
    return MaskedTensor(operator(args[0], data_of(x), data_of(y)), operator(args[0], mask_of(x), mask_of(y)))


def check_count(name, args, kwargs, count=3):
    """PyTorch's errors for other arguments than the rules know."""
    if len(args) != count:
        raise ValueError(f"{name}: len(args) must be {count} but got {len(args)}")
    if kwargs:
        raise ValueError(f"{name}: len(kwargs) must be 0 but got {len(kwargs)}")


# --- softmax and products --------------------------------------------------------------------------------------------------------


@rule("_softmax")
def softmax(operator, x, dim, half_to_float):
    made = load("minitorch.nn.functional.masked_softmax")._masked_softmax(data_of(x), ~mask_of(x), dim, 2)
    return MaskedTensor(made, mask_of(x))


@rule("_softmax_backward_data")
def softmax_backward(operator, grad, out, dim, dtype):
    name = f"__torch_dispatch__, {operator}"
    if not (is_masked_tensor(grad) and is_masked_tensor(out)):
        raise ValueError(f"{name}: grad and output must both be MaskedTensors")
    if not _masks_match(grad, out):
        raise ValueError(f"{name}: expected the masks of grad and output to match")
    back = load("minitorch.nn.functional.masked_softmax").back
    made = back(data_of(grad), data_of(out), dim % grad.dim(), ~mask_of(grad))
    return MaskedTensor(made, mask_of(grad))


# --- reductions ---------------------------------------------------------------------------------------------------------------


def all_of(data, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Whether all that is specified is True."""
    data = data.masked_fill(~mask, True)
    return data.all() if dim is None else data.all(dim, keepdim)


def reduced(name):
    """The reduction of MaskedTensors with this name."""
    function = all_of if name == "all" else getattr(load("minitorch.masked._ops"), name)

    def reduction(*args, **kwargs):
        if len(args) == 1 and not kwargs:
            return over_all(name, function, args[0])
        return along(*args, **kwargs)

    def along(x, dim, keepdim=False, dtype=None):
        if x.is_sparse:
            warnings.warn(NOT_SPARSE.format(name), stacklevel=2)
            return NotImplemented
        data, mask = Specified.apply(x), x.get_mask()
        made = function(data, dim=dim, keepdim=keepdim, dtype=dtype, mask=mask)
        for d in sorted([dim] if isinstance(dim, int) else dim, reverse=True):
            mask = mask.any(d, keepdim)
        return as_masked_tensor(made, mask)

    return reduction


def over_all(name, function, x):
    """A reduction of all elements; the place of an extreme among those of a sparse tensor is counted in the whole."""
    data, mask = values_of(x.get_data()) if x.is_sparse else Specified.apply(x), values_of(x.get_mask())
    made = function(data, mask=mask)
    if name in ("argmin", "argmax") and x.is_sparse_coo():
        index, made = x._masked_data.indices().unbind(1)[int(made)].tolist(), 0
        for i, n in zip(index, x.shape, strict=True):
            made = made * n + i
        made = load("minitorch").tensor(float(made))
    return as_masked_tensor(made, mask.any())


for _name in REDUCTIONS:
    rule(_name)(lambda operator, *args, name=_name, **kwargs: reduced(name)(*args, **kwargs))


class Specified(Function):
    """The data, for reductions: what gradient reaches it is specified where the data is."""

    @staticmethod
    def forward(ctx, x):
        ctx.mask = x._masked_mask
        return x._masked_data.detach()

    @staticmethod
    def backward(ctx, grad):
        return MaskedTensor(data_of(grad), ctx.mask)


# --- functions above autograd -----------------------------------------------------------------------------------------------------


class Where(Function):
    """where: its gradients are specified where each of both was chosen."""

    @staticmethod
    def forward(ctx, cond, x, other):
        ctx.mark_non_differentiable(cond)
        ctx.save_for_backward(cond)
        return chosen(load("minitorch.ops.aten").where, cond, x, other)

    @staticmethod
    def backward(ctx, grad):
        (cond,) = ctx.saved_tensors
        where = load("minitorch.ops.aten").where
        (grad,) = filled_masks(grad)
        nothing = MaskedTensor(data_of(grad), mask_of(grad) & False)
        return None, chosen(where, cond, grad, nothing), chosen(where, cond, nothing, grad)


class Contiguous(Function):
    """contiguous: of the data and the mask."""

    @staticmethod
    def forward(ctx, x):
        if layout_of(data_of(x)) is not strided:
            raise ValueError("MaskedTensors with sparse data do not have is_contiguous")
        return MaskedTensor(data_of(x).contiguous(), mask_of(x).contiguous())

    @staticmethod
    def backward(ctx, grad):
        return grad


class ToLayout(Function):
    """to_dense, to_sparse, to_sparse_csr: only what is specified is kept in a sparse layout."""

    @staticmethod
    def forward(ctx, x, name):
        ctx.name = name
        if name == "to_dense":
            return MaskedTensor(data_of(x).to_dense(), mask_of(x).to_dense())
        mask = getattr(mask_of(x), name)()
        mask = mask.coalesce() if mask.is_sparse else mask
        return MaskedTensor(with_values(mask, data_of(x).sparse_mask(mask.to_sparse_coo()).coalesce().values()), mask)

    @staticmethod
    def backward(ctx, grad):
        return grad.to_dense(), None


def in_layout(name, x):
    """A MaskedTensor in another layout; itself where it is in that one."""
    there = {"to_dense": not x.is_sparse, "to_sparse": x.is_sparse_coo(), "to_sparse_csr": x.is_sparse_csr()}[name]
    if name == "to_sparse_csr" and x.dim() != 2:
        raise ValueError(f"Only 2D tensors can be converted to the SparseCsr layout but got shape: {x.size()}")
    return x if there else ToLayout.apply(x, name)


def where_of(*args, **kwargs):
    check_count("__torch_function__, torch.where", args, kwargs)
    return Where.apply(*args)


@functools.cache
def function_rules():
    """{function: rule} of what is answered before autograd sees it."""
    package = load("minitorch")
    found = {getattr(place, name): reduced(name) for name in REDUCTIONS for place in (package, Tensor)}
    found |= dict.fromkeys((package.where, Tensor.where), where_of)
    found[Tensor.contiguous] = lambda x, **kwargs: Contiguous.apply(x)
    for name in ("to_dense", "to_sparse", "to_sparse_csr"):
        found[getattr(Tensor, name)] = functools.partial(lambda name, x, *rest, **kwargs: in_layout(name, x), name)
    found[Tensor.to_sparse_coo] = found[Tensor.to_sparse]
    return found


def function_rule(function):
    return function_rules().get(function)
