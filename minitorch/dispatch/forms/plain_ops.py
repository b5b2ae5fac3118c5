"""plain_ops: operations whose arguments stand in another order than their operator's, or that have no name of their own (shelf)."""

from .table import OP_FORMS, announced, form, is_tensor


def entered(op, name, read):
    """Enter an operation of the package as the operator `name`; read: its arguments for that, or None."""

    def checked(*args, **kwargs):
        return read(*args, **kwargs) if any([is_tensor(x) for x in args]) else None

    OP_FORMS[op] = announced(name, checked)


def by_dims(name):
    """A reduction, which has one form for all numbers and one for dimensions."""

    def read(x, dim=None, keepdim=False, dtype=None):
        more = {} if dtype is None else {"dtype": dtype}
        if dim is None or (dim == () and name != "prod"):
            return ((x,), more) if not keepdim else ((x, None, True), more)
        return ((x, dim, keepdim) if name in ("prod", "all", "any") else (x, listed(dim), keepdim)), more

    return read


def listed(dim):
    return list(dim) if isinstance(dim, (tuple, list)) else [dim]


for _name in ("sum", "mean", "nansum", "prod", "all", "any"):
    entered(_name, _name, by_dims(_name))
for _name in ("var", "std"):
    entered(
        _name, _name,
        lambda x, dim=None, correction=1, keepdim=False: (
            (x, None if dim is None else listed(dim)), {"correction": correction, "keepdim": keepdim}
        ),
    )  # fmt: skip
for _name in ("addcmul", "addcdiv"):
    entered(_name, _name, lambda x, a, b, value=1: ((x, a, b), {"value": value}))
for _name in ("addmm", "addmv", "addr", "baddbmm", "addbmm"):
    entered(_name, _name, lambda x, a, b, beta=1, alpha=1: ((x, a, b), {"beta": beta, "alpha": alpha}))
entered("add_scaled", "add", lambda x, y, alpha: ((x, y), {"alpha": alpha}))
entered("sub_scaled", "sub", lambda x, y, alpha: ((x, y), {"alpha": alpha}))
entered("div_floor", "div", lambda x, y: ((x, y), {"rounding_mode": "floor"}))
entered("div_trunc", "div", lambda x, y: ((x, y), {"rounding_mode": "trunc"}))
entered("round_to", "round", lambda x, decimals: ((x,), {"decimals": decimals}))
entered("zeros_of", "zeros_like", lambda x: ((x,), {}))
entered(
    "norm",
    "linalg_vector_norm",
    lambda x, p=2, dim=None, keepdim=False, dtype=None: (
        (x, float(p), dim if dim is None else listed(dim), keepdim),
        {},
    ),
)
entered("clone", "clone", lambda x, memory_format=None: ((x,), {"memory_format": memory_format}))
entered("view_dtype", "view", lambda x, dtype: ((x, dtype), {}))
entered("unsafe_view", "_unsafe_view", lambda x, size: ((x, list(size)), {}))
entered("reversed", "permute", lambda x: ((x, list(range(x.dim()))[::-1]), {}))
entered("gather", "gather", lambda x, dim, index, sparse_grad=False: ((x, dim, index), {"sparse_grad": sparse_grad}))
entered("index_add", "index_add", lambda x, dim, index, source, alpha=1: ((x, dim, index, source), {"alpha": alpha}))
entered("as_strided", "as_strided", lambda x, size, stride, offset=None, layout=None: ((x, size, stride, offset), {}))
entered("softmax", "_softmax", lambda x, dim: ((x, dim, False), {}))
entered("log_softmax", "_log_softmax", lambda x, dim: ((x, dim, False), {}))
entered("safe_softmax", "_safe_softmax", lambda x, dim: ((x, dim), {}))
entered("gelu_tanh", "gelu", lambda x: ((x,), {"approximate": "tanh"}))
entered("prelu", "_prelu_kernel", lambda x, weight: ((x, weight), {}))
entered("threshold_backward", "threshold_backward", lambda g, result: ((g, result, 0), {}))
entered("leaky_relu_backward", "leaky_relu_backward", lambda g, x, slope: ((g, x, slope, False), {}))
entered("prelu_backward", "_prelu_kernel_backward", lambda g, x, weight: ((g, x, weight), {}))
entered("conj", "_conj", lambda x: ((x,), {}) if x.is_complex() else None)
entered("batched", "bmm", lambda x, y: ((x, y), {}) if x.dim() == y.dim() == 3 else None)


@form("to_copy", table=OP_FORMS)
def to_copy(inner, x, kind=None, where=None, *more, **named):
    if not is_tensor(x):
        return inner(x, kind, where, *more, **named)
    dtype = None if kind is None or kind is x.dtype else kind
    read = {"dtype": dtype, "device": where if where is not None and str(where) != str(x.device) else None}
    given = (x,), {name: value for name, value in read.items() if value is not None}
    return announced("_to_copy", lambda *args, **kwargs: given)(inner, x, kind, where, *more, **named)
