"""fuzz_cases: calls of PyTorch's functions, layers, optimizers, distributions and loaders with something odd in each, by a seed."""

import random
import warnings

import torch

import minitorch as mt

from .nn.module_harness import module_of
from .op_harness import find

KINDS = [
    torch.float32,
    torch.float64,
    torch.float16,
    torch.bfloat16,
    torch.int64,
    torch.int32,
    torch.uint8,
    torch.int8,
    torch.bool,
]
KINDS += [torch.complex64, torch.complex128, torch.int16]
SHAPES = [
    (),
    (0,),
    (1,),
    (3,),
    (5,),
    (2, 3),
    (3, 2),
    (0, 3),
    (3, 0),
    (1, 1),
    (4, 4),
    (2, 3, 4),
    (1, 5, 1),
    (2, 0, 3),
    (2, 2, 2, 2),
]
INTEGERS = [0, 1, -1, 2, 3, 5, -7, 100, 2**31, 2**40, 2**62, -(2**62), 2**63, 2**70]
WORDS = [
    None,
    True,
    False,
    0.5,
    -1.5,
    float("nan"),
    float("inf"),
    "a",
    "",
    "mean",
    (),
    (0,),
    (1, -1),
    (2, 2),
    (2**40, 2**40),
    [1.5],
]
WORDS += [
    ["a"],
    [None],
    3j,
    torch.float64,
    torch.int64,
    torch.device("cpu"),
    {},
    {"a": 1},
    object,
    b"a",
    ...,
    slice(None),
]
WORDS += INTEGERS[:6] + [2**40, 2**63]

# --- one tensor -------------------------------------------------------------------------------------------------------


def fresh(chance, shape=None, kind=None):
    """A tensor of random numbers, at times with inf and nan among them."""
    shape = chance.choice(SHAPES) if shape is None else shape
    kind = chance.choice(KINDS) if kind is None else kind
    draw = torch.Generator().manual_seed(chance.randrange(1 << 30))
    x = torch.randn(shape, generator=draw) * 3
    if kind.is_complex:
        x = torch.complex(x, x.flip(0) if x.ndim else x)
    elif kind.is_floating_point and x.numel() and chance.random() < 0.15:
        x.view(-1)[chance.randrange(x.numel())] = chance.choice([float("inf"), -float("inf"), float("nan"), 0.0])
    elif not kind.is_floating_point:
        x = x.to(torch.int64)
    return x.to(kind)


def layouts(chance, x):
    """The same kind of tensor with another shape, dtype, order of its memory, or several elements in one place."""
    one = chance.randrange(12)
    try:
        if one == 0:
            return x.transpose(0, -1)
        if one == 1:
            return x[..., ::2]
        if one == 2:
            return x.unsqueeze(0).expand(3, *x.shape)
        if one == 3:
            return x[:1].expand(4, *x.shape[1:])
        if one == 4:
            return x.to(chance.choice(KINDS))
        if one == 5:
            return x.as_strided((2, 2), (1, 1), 0)
        if one == 6:
            return x.unsqueeze(chance.randrange(x.ndim + 1))
        if one == 7:
            return x.narrow(chance.randrange(x.ndim), 0, 0)
        if one == 8:
            return x.select(chance.randrange(x.ndim), 0)
        if one == 9:
            dim = chance.randrange(x.ndim)
            return x.narrow(dim, 1, x.size(dim) - 1)
        if one == 10:
            y = x.clone()
            y.view(-1)[chance.randrange(y.numel())] = chance.choice([float("inf"), -float("inf"), float("nan"), 0])
            return y
        return fresh(chance, kind=x.dtype)
    except (RuntimeError, IndexError, ValueError):
        return fresh(chance, kind=x.dtype)


# --- one call ---------------------------------------------------------------------------------------------------------


def changed(chance, old, tensors):
    """Another value in the place of one; with `tensors`, tensors and integers change into others of their kind alone."""
    if tensors:
        if isinstance(old, torch.Tensor):
            return layouts(chance, old) if chance.random() < 0.75 else fresh(chance)
        if isinstance(old, int) and not isinstance(old, bool):
            return chance.choice([old + 1, old - 1, -old, *INTEGERS[:8]])
        if isinstance(old, (list, tuple)) and old and not isinstance(old, torch.Size):
            parts = list(old)
            place = chance.randrange(len(parts))
            parts[place] = changed(chance, parts[place], tensors)
            parts = parts[:-1] if chance.random() < 0.1 else parts
            return type(old)(parts) if type(old) in (list, tuple) else tuple(parts)
        return old
    if isinstance(old, (list, tuple)) and old and chance.random() < 0.4:
        parts = list(old)
        place = chance.randrange(len(parts))
        parts[place] = changed(chance, parts[place], tensors)
        return type(old)(parts) if type(old) in (list, tuple) else tuple(parts)
    return fresh(chance) if chance.random() < 0.15 else chance.choice(WORDS)


def mutate(chance, args, kwargs, tensors):
    """The arguments of a call with one to three things changed."""
    args, kwargs = list(args), dict(kwargs)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        places = [*range(len(args)), *kwargs]
        if tensors:
            places = [p for p in places if can_change((args if isinstance(p, int) else kwargs)[p])]
        elif chance.random() < 0.12:
            if args and chance.random() < 0.5:
                args.pop()
            else:
                args.append(chance.choice(WORDS))
            continue
        if places:
            place = chance.choice(places)
            target = args if isinstance(place, int) else kwargs
            target[place] = changed(chance, target[place], tensors)
    return tuple(args), kwargs


def can_change(value):
    """Whether tensors or integers stand in a value."""
    if isinstance(value, (list, tuple)):
        return any([can_change(v) for v in value])
    return isinstance(value, torch.Tensor) or (isinstance(value, int) and not isinstance(value, bool))


def describe(value):
    """A value in few letters."""
    if isinstance(value, torch.Tensor):
        grad = "g" if value.requires_grad else ""
        return f"{str(value.dtype)[6:]}{list(value.shape)}{grad}" + (
            "" if value.is_contiguous() else f"s{list(value.stride())}"
        )
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(describe, value)) + "]"
    return repr(value)[:60]


# --- PyTorch's tensors as ours, in the same places of memory ----------------------------------------------------------


def ours(value, memory=None):
    """A value, or anything made of such values, for us: tensors that share memory share it again, strides are the same."""
    memory = {} if memory is None else memory
    if isinstance(value, torch.nn.TransformerEncoderLayer):
        return module_of(value)
    if isinstance(value, torch.nn.Parameter):
        return mt.nn.Parameter(ours(value.detach(), memory), requires_grad=value.requires_grad)
    if isinstance(value, torch.Tensor):
        return tensor_of(value, memory)
    if isinstance(value, (torch.dtype, torch.memory_format, torch.layout)):
        return getattr(mt, str(value).removeprefix("torch."))
    if isinstance(value, torch.device):
        return mt.device(str(value))
    if isinstance(value, torch.Generator):
        return mt.Generator().manual_seed(value.initial_seed())
    if isinstance(value, torch.Size):
        return mt.Size(value)
    if isinstance(value, (tuple, list)):
        parts = [ours(v, memory) for v in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if isinstance(value, dict):
        return {key: ours(v, memory) for key, v in value.items()}
    place = str(getattr(value, "__module__", ""))
    if isinstance(value, type) and place.startswith("torch"):
        return find(f"{place.removeprefix('torch').strip('.')}.{value.__name__}".strip("."))
    if place.startswith("torch") and hasattr(value, "__name__"):
        return find(value.__name__, mt.nn.functional) or find(value.__name__)
    return value


def tensor_of(value, memory):
    """One tensor of ours."""
    x = value.detach().resolve_conj().resolve_neg()
    key = x.untyped_storage().data_ptr(), x.dtype
    if key not in memory or not x.untyped_storage().nbytes():
        flat = torch.empty(0, dtype=x.dtype).set_(x.untyped_storage(), 0, (x.untyped_storage().nbytes() // x.itemsize,))
        name = str(x.dtype).removeprefix("torch.")
        if name == "bfloat16":
            memory[key] = mt.from_numpy(flat.view(torch.int16).clone().numpy()).view(mt.bfloat16)
        else:
            memory[key] = mt.from_numpy(flat.clone().numpy())
    y = memory[key].as_strided(tuple(x.shape), x.stride(), x.storage_offset())
    return y.requires_grad_(value.requires_grad) if value.requires_grad else y


# --- what is called ---------------------------------------------------------------------------------------------------


class Target:
    """Something to call: its name, PyTorch's function, ours, and a list of (args, kwargs) that PyTorch takes."""

    def __init__(self, name, theirs, ours, samples, values=True, adapt=None):
        self.name, self.theirs, self.ours, self.make, self.values = name, theirs, ours, samples, values
        self.is_method = name.startswith("Tensor.") or name.endswith(("/method", "/inplace"))
        self.adapt = adapt  # changes (chance, args, kwargs) once more

    def cases(self, seed, count, tensors, tell, start=0):
        """`count` calls, the same for a seed; `tell` hears of each before it is made."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            samples = self.make()
        for number in range(start, count if samples else 0):
            chance = random.Random(f"{seed}-{self.name}-{number}")
            tell(number)
            args, kwargs = copied(chance.choice(samples))
            try:
                args, kwargs = mutate(chance, args, kwargs, tensors)
                if self.adapt is not None:
                    args, kwargs = self.adapt(chance, args, kwargs)
            except (RuntimeError, IndexError, TypeError, ValueError, NotImplementedError):
                continue
            if chance.random() < 0.3:
                args = tuple([wish(chance, a) for a in args])
            yield number, args, kwargs


def wish(chance, value):
    """A tensor of floats that wants a gradient, at times."""
    if isinstance(value, torch.Tensor) and (value.is_floating_point() or value.is_complex()) and chance.random() < 0.7:
        return value.detach().requires_grad_()
    return value


def copied(sample):
    """A sample whose tensors are its own, so that a call that writes into one harms no other call."""
    memory = {}

    def one(v):
        if isinstance(v, torch.Tensor):
            return memory.setdefault(id(v), v.detach().clone().requires_grad_(v.requires_grad))
        if isinstance(v, (list, tuple)) and type(v) in (list, tuple):
            return type(v)([one(x) for x in v])
        return v

    args, kwargs = sample
    return tuple([one(a) for a in args]), {k: one(v) for k, v in kwargs.items()}
