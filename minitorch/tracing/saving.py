"""saving: a traced module as a file: its graph as JSON and its tensors, in the library's own safe format (shelf).

The file names each operation, "minitorch.ops.pointwise.exp_log:exp". Loading looks the name up and finds an operation, a
function marked with one_step, or a method of tensors that a trace records; anything else is refused, and no code is run.
"""

import importlib
import json
import re

from .. import dtypes, fast, return_types
from ..backend import device
from ..creation.memory_format import channels_last, channels_last_3d, contiguous_format, memory_format, preserve_format
from ..ops.one_step import marked
from ..ops.op import Op
from ..return_types import Named
from ..serialization import load as load_tensors
from ..serialization import save as save_tensors
from ..size import Size
from .graph import Graph, Step, Value
from .listening import METHODS, Method, place_of
from .traced import Traced

VERSION = 1
NAMED = {
    kind.__name__: kind for kind in vars(return_types).values() if isinstance(kind, type) and issubclass(kind, Named)
}
DTYPES = {kind.name: kind for kind in dtypes.ALL}
ORDERS = {word.name: word for word in (contiguous_format, preserve_format, channels_last, channels_last_3d)}

# kind of object: (its class, the parts that a file has of it, the object made of its parts); the first that fits is used
KINDS = {
    "value": (Value, lambda x: [x.name], None),
    "size": (Size, list, lambda *parts: Size(parts)),
    "named": (Named, lambda x: [type(x).__name__, *x], lambda name, *parts: NAMED[name](parts)),
    "tuple": (tuple, list, lambda *parts: parts),
    "dict": (dict, lambda x: [list(pair) for pair in x.items()], lambda *pairs: dict(pairs)),
    "slice": (slice, lambda x: [x.start, x.stop, x.step], slice),
    "range": (range, lambda x: [x.start, x.stop, x.step], range),
    "complex": (complex, lambda x: [x.real, x.imag], complex),
    "ellipsis": (type(...), lambda x: [], lambda: ...),
    "dtype": (dtypes.dtype, lambda x: [x.name], lambda name: DTYPES[name]),
    "op": (Op, lambda x: [place_of(x)], lambda place: function_of(place)),
    "device": (device, lambda x: [str(x)], device),
    "memory_format": (memory_format, lambda x: [x.name], lambda name: ORDERS[name]),
}


def packed(x):
    """A structure in JSON's words: plain numbers, strings and lists as they are, everything else as {kind: its parts}."""
    if x is None or type(x) in (bool, int, float, str):
        return x
    if type(x) is list:
        return [packed(part) for part in x]
    for kind, (of_class, parts, _) in KINDS.items():
        if isinstance(x, of_class):
            return {kind: [packed(part) for part in parts(x)]}
    raise ValueError(f"{x!r} cannot be saved: a graph holds tensors, plain Python objects and containers of them")


def unpacked(x, values):
    """The structure that JSON's words stand for."""
    if isinstance(x, list):
        return [unpacked(part, values) for part in x]
    if not isinstance(x, dict):
        return x
    ((kind, parts),) = x.items()
    return values[parts[0]] if kind == "value" else KINDS[kind][2](*unpacked(parts, values))


# --- graphs -----------------------------------------------------------------------------------------------------------


def function_of(place):
    """The function that stands at a place. Errors: RuntimeError for anything that no trace records."""
    file, _, name = place.partition(":")
    if file == "Tensor" and name in METHODS:
        return Method(name)
    if re.fullmatch(r"minitorch\.(ops|nn|creation|random|linalg|special)[a-z_0-9.]*", file):
        try:
            found = vars(importlib.import_module(file)).get(name)
        except ModuleNotFoundError:
            found = None
        if isinstance(getattr(found, "op", found), Op) or place in marked:
            return found
    raise RuntimeError(f"the file names the operation {place!r}, which minitorch does not have")


def as_text(graph):
    """A graph as JSON. Errors: ValueError for a function or an argument that no file can name."""
    for step in graph.steps:
        if not step.place:
            raise ValueError(f"the step {step.name} cannot be saved: its function is found under no name in minitorch")
    steps = [packed({key: part for key, part in vars(step).items() if key != "function"}) for step in graph.steps]
    values = [packed(vars(value)) for value in graph.values()]
    rest = packed([graph.args, graph.kwargs, graph.outputs, graph.states])
    return json.dumps({"version": VERSION, "values": values, "steps": steps, "rest": rest})


def from_text(text, constants):
    """The graph that JSON describes."""
    told = json.loads(text)
    if told.get("version") != VERSION:
        raise RuntimeError(f"the file has version {told.get('version')} of the format; this minitorch reads {VERSION}")
    values = {value.name: value for value in [Value(**unpacked(one, {})) for one in told["values"]]}
    steps = [unpacked(one, values) for one in told["steps"]]
    args, kwargs, outputs, states = unpacked(told["rest"], values)
    return Graph(
        args, kwargs, outputs, states, {values[name]: x for name, x in constants.items()},
        [Step(function=function_of(step["place"]), **step) for step in steps],
    )  # fmt: skip


# --- files ------------------------------------------------------------------------------------------------------------


def save(m, f):
    """Write a traced module to a path or an open binary file.

    >>> import io
    >>> import minitorch as mt
    >>> file = io.BytesIO()
    >>> mt.jit.save(mt.jit.trace(mt.nn.ReLU(), mt.ones(2)), file)
    >>> _ = file.seek(0)
    >>> mt.jit.load(file)(mt.tensor([-1.0, 2.0]))
    tensor([0., 2.])

    Errors: TypeError for what was not traced, ValueError for arguments that are no tensors or plain Python objects.
    Source: PyTorch, torch.jit.save.
    """
    if not isinstance(m, Traced):
        raise TypeError(f"jit.save takes what jit.trace gave, not a {type(m).__name__}, whose state_dict can be saved")
    buffers, kept = dict(m.named_buffers(remove_duplicate=False)), m.state_dict()
    whole = {
        "graph": as_text(m.graph), "name": m.name, "training": m.training,
        "parameters": dict(m.named_parameters(remove_duplicate=False)), "buffers": buffers,
        "transient": [path for path in buffers if path not in kept],
        "constants": {value.name: x.detach() for value, x in m.graph.constants.items()},
    }  # fmt: skip
    save_tensors(whole, f)


def load(f, map_location=None):
    """The traced module in a file that jit.save wrote. Source: PyTorch, torch.jit.load.

    f             a path, or an open binary file
    map_location  where its tensors go, as for minitorch.load

    Errors: RuntimeError for any other file, and for an operation that this minitorch does not have.
    """
    whole = load_tensors(f, map_location, weights_only=True)
    if not isinstance(whole, dict) or not isinstance(whole.get("graph"), str):
        raise RuntimeError("the file holds no graph: jit.save writes one. A state_dict is read by minitorch.load")
    try:
        with fast.switched_off():  # while short cuts stand in their places, no operation is found
            graph = from_text(whole["graph"], whole["constants"])
        return Traced(graph, *[whole[key] for key in ("parameters", "buffers", "transient", "training", "name")])
    except (KeyError, TypeError, ValueError) as error:
        raise RuntimeError(f"the file holds a graph that no trace has written: {error!r}") from None
