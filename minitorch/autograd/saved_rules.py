"""saved_rules: how what our formulas save becomes what PyTorch's steps show, where names alone do not say it (shelf).

A rule is a value, or a function of what is saved (by the formulas' names) and of the node; the general ones stand for a name
in any step, the others for the name in one. None comes out where the step kept nothing to tell it from.
"""

from .._tensor import wrap
from ..graph.node import as_tensor

# --- what rules are made of --------------------------------------------------------------------------------------------


def part_of(called, index):
    """One of several results, or of the settings that are kept together."""

    def rule(saved, node):
        kept = saved.get(called)
        return (
            None if kept is None or not len(kept) else shown_part(kept[index], node if called == "out" else None, index)
        )

    return rule


def shown_part(value, node, index):
    """A part of what is kept; of several results, with its place in the graph."""
    return as_tensor(value, node and (node, index))


def size_of(called, *place):
    """The shape of a saved tensor, or one of its lengths."""

    def rule(saved, node):
        shape = getattr(saved.get(called), "shape", saved.get(f"{called}_shape"))
        return shape if shape is None or not place else shape[place[0]]

    return rule


def at_edge(node, called):
    """What lies at the end of the edge of an operand: a leaf, a step, or None."""
    parameters, positions = node.op.parameters, node.op.positions
    edge = node.edges[positions.index(parameters.index(called))]
    return edge and edge[0]


def factor_size(called):
    """The shape of a factor of a matrix product: its own, or that of what it came from, or what the result leaves."""

    def rule(saved, node):
        end = at_edge(node, called)
        if called in saved and saved[called] is not None:
            return saved[called].shape
        if end is not None:
            return end.shape
        other = [saved[name].shape for name in ("mat1", "mat2", "x") if name != called and saved.get(name) is not None]
        if not other:
            return None
        return (other[0][1], node.shape[1]) if called == "mat2" else (node.shape[0], other[0][0])

    return rule


def factor_strides(called):
    """Its strides, counted in elements, where the factor wants a gradient."""

    def rule(saved, node):
        end, kept = at_edge(node, called), saved.get(called)
        if end is None:
            return ()
        kept = getattr(end, "_array", kept)
        if kept is not None:
            return tuple([n // kept.itemsize for n in kept.strides])
        rows, columns = end.shape
        return (1, rows) if end.derivative == "TBackward0" else (columns, 1)

    return rule


def as_dims(called):
    """One dimension or several, as a tuple."""
    return lambda saved, node: (d,) if isinstance(d := saved.get(called), int) else d


def numel(saved, node):
    """How many elements a mean was taken of."""
    count = 1
    for n in saved.get("x_shape", ()):
        count *= n
    return count


def reduction(saved, node):
    """PyTorch's number for a reduction: 0 none, 1 mean, 2 sum."""
    return {"none": 0, "mean": 1, "sum": 2}.get(saved.get("reduction"), saved.get("reduction"))


def loss_reduction(saved, node):
    """Of the mean cross-entropy in one step, which keeps no reduction, the mean's."""
    return 1 if "reduction" not in saved else reduction(saved, node)


def either(called, default):
    """What is kept under this name, or else a value that PyTorch has there."""
    return lambda saved, node: default if saved.get(called) is None else saved[called]


def kept_as(*names):
    """What is kept under one of these names, or None: a bound of a clamp, a running mean."""
    return lambda saved, node: next((saved[name] for name in names if saved.get(name) is not None), None)


def correction(saved, node):
    """None stands for the usual one."""
    return None if saved.get("correction") == 1 else saved.get("correction")


# --- views -----------------------------------------------------------------------------------------------------------------

END = 2**63 - 1  # where a slice without an end stops


def last_of(index):
    """The last entry of an index that is no whole slice, and the dimension it is for."""
    place = [i for i, one in enumerate(index) if one != slice(None)] or [len(index) - 1]
    return place[-1], index[place[-1]]


def indexed(what):
    """What x[index] shows: dim, index of a selection; start, end, step of a slice."""

    def rule(saved, node):
        if "index" not in saved:
            return None
        dim, entry = last_of(saved["index"])
        if what in ("dim", "index"):
            return dim if what == "dim" else entry
        end = END if entry.stop is None else entry.stop
        return {"start": entry.start or 0, "end": end, "step": entry.step or 1}[what]

    return rule


def places(saved, node):
    """The indices of x[index], a tensor for each dimension up to the last that has one."""
    found = [None if one is None else wrap(one) for one in saved.get("places", ())]
    while found and found[-1] is None:
        found.pop()
    return tuple(found)


def joined(saved, node):
    """The shape of what was split."""
    dim, parts = saved["dim"], node.shape
    return (*parts[0][:dim], sum([one[dim] for one in parts]), *parts[0][dim + 1 :])


def around(saved, node):
    """Padding in the order of F.pad: the last dimension first."""
    pairs = [pair for pair in saved.get("around", ()) if pair is not None]
    while pairs and "x_shape" not in saved and tuple(pairs[0]) == (0, 0):
        pairs = pairs[1:]
    return tuple([n for pair in reversed(pairs) for n in pair])


# --- layers ----------------------------------------------------------------------------------------------------------------


def batch_mean(saved, node):
    """The mean of each channel that was used, or nothing outside of training."""
    return wrap(saved["found"][0].reshape(-1)) if len(saved.get("found", ())) else None


def batch_scale(saved, node):
    """One over the standard deviation of each channel."""
    kept = saved.get("found", ())
    return wrap((1 / (kept[1] + saved["eps"]) ** 0.5).reshape(-1).astype(kept[1].dtype)) if len(kept) else None


def layer_part(rule):
    """The same for each row of layer_norm, in the shape of the input with ones for what was normalized."""

    def part(saved, node):
        found, lead = rule(saved, node), len(node.shape) - len(saved["shape"])
        return None if found is None else wrap(found._array.reshape((*node.shape[:lead], *[1] * len(saved["shape"]))))

    return part


def of_windows(what):
    """The settings of a pooling, read off its windows."""

    def rule(saved, node):
        windows = saved.get("windows", ())
        ranges = [(one.starts, one.offsets) for one in windows if isinstance(one.starts, range)]
        return tuple([WINDOW[what](starts, offsets) for starts, offsets in ranges])

    return rule


WINDOW = {
    "kernel_size": lambda starts, offsets: len(offsets),
    "stride": lambda starts, offsets: starts.step,
    "padding": lambda starts, offsets: -starts.start,
    "dilation": lambda starts, offsets: offsets.step,
}


def mode_number(called, *names):
    """The number of a mode in PyTorch's order."""
    return lambda saved, node: names.index(saved[called]) if saved.get(called) in names else saved.get(called)


def lu_part(index):
    """The factors or the pivots of a result."""
    return lambda saved, node: None if "out" not in saved else shown_part(saved["out"][index], node, index)


def source(saved, node):
    """The operand that a step did not keep, if its leaf is there or the step before has kept it as its result."""
    edge = node.edges[0] if node.edges else None
    if edge is None or not hasattr(edge[0], "saved_values"):
        return None if edge is None else edge[0]
    kept = edge[0].saved_values().get("out")
    return as_tensor(kept, edge) if hasattr(kept, "dtype") and kept.shape == edge[0].shape else None


def leaf(edge):
    """The leaf that an edge leads to; None elsewhere."""
    return None if edge is None or hasattr(edge[0], "saved_values") else edge[0]


def new_size(saved, node):
    """The size of what was made, without batch and channels."""
    return tuple(node.shape[2:])


# --- by name, and by step ---------------------------------------------------------------------------------------------------

GENERAL = {
    "reduction": reduction, "correction": correction, "self_sym_sizes": size_of("x"), "self": source, "input": source,
    "total_weight": None,
    "scales": None, "scales_h": None, "scales_w": None, "scales_d": None, "sparse_grad": False,
}  # fmt: skip
SETTINGS = ("reduction", "correction")  # which the general rules show in another way than they are kept
INDICES = {"indices": part_of("out", 1)}
FACTOR = {"left": True}
GRID = {
    "interpolation_mode": mode_number("mode", "bilinear", "nearest", "bicubic"),
    "padding_mode": mode_number("padding", "zeros", "border", "reflection"),
}
SLICED = {name: indexed(name) for name in ("dim", "start", "end", "step")}
POOLED = {name: of_windows(name) for name in WINDOW} | {"ceil_mode": False, "result1": "places"}
AVERAGED = POOLED | {"count_include_pad": True, "divisor_override": None}
PADDED = {"padding": around}
NORMALIZED = {"result1": batch_mean, "result2": batch_scale}
RULES = {
    "AddBackward0": {"alpha": 1}, "SubBackward0": {"alpha": 1}, "RsubBackward0": {"alpha": 1}, "RsubBackward1": {"alpha": 1},
    "AddmmBackward0": {
        "alpha": either("alpha", 1), "beta": either("beta", 1),
        "mat1_sym_sizes": factor_size("mat1"), "mat1_sym_strides": factor_strides("mat1"),
        "mat2_sym_sizes": factor_size("mat2"), "mat2_sym_strides": factor_strides("mat2"),
    },
    "MmBackward0": {
        "self_sym_sizes": factor_size("x"), "self_sym_strides": factor_strides("x"),
        "mat2_sym_sizes": factor_size("mat2"), "mat2_sym_strides": factor_strides("mat2"),
    },
    "AddbmmBackward0": {
        "batch1_sym_argsize_0": size_of("batch1", 0), "batch1_sym_argsize_1": size_of("batch1", 1),
        "batch2_sym_argsize_2": size_of("batch2", 2),
    },
    "BmmBackward0": {"mat2": "y"}, "ConvolutionBackward0": {
        "stride": part_of("how", 0), "padding": part_of("how", 1), "dilation": part_of("how", 2), "groups": part_of("how", -1),
        "transposed": lambda saved, node: node.op.name == "spread",
        "output_padding": lambda saved, node: (0,) * len(saved["how"][0]),
        "weight": lambda saved, node: leaf(node.edges[1]),
        "bias_sym_sizes_opt": lambda saved, node: (0,) if node.edges[2] is None else (node.shape[1],),
    },
    "ClampBackward0": {"min": "low", "max": "high"}, "ClampBackward1": {"min": kept_as("low", "min"), "max": kept_as("high", "max")},
    "ClampMinBackward0": {"min": "low"}, "ClampMaxBackward0": {"max": "high"}, "ClampMinBackward1": {"min": "low"},
    "ClampMaxBackward1": {"max": "high"}, "CummaxBackward0": INDICES, "CumminBackward0": INDICES,
    "MaxBackward0": INDICES, "MinBackward0": INDICES, "MedianBackward1": INDICES, "NanmedianBackward1": INDICES,
    "ModeBackward0": INDICES, "KthvalueBackward0": {"indices": "index"},
    "TopkBackward0": {"indices": "index"}, "SortBackward0": {"indices": "index"}, "IndexBackward0": {"indices": places},
    "IndexPutBackward0": {"indices": places}, "MaskedScatterBackward0": {"source_sym_sizes": size_of("source")},
    "SumBackward1": {"dim": as_dims("dim")}, "MeanBackward1": {"dim": as_dims("dim"), "self_sym_numel": numel},
    "MeanBackward0": {"self_sym_numel": numel}, "NansumBackward0": {"dim": as_dims("dim")},
    "StdBackward0": {"dim": as_dims("dim")}, "VarBackward0": {"dim": as_dims("dim")},
    "StdMeanBackward0": {"dim": as_dims("dim")}, "VarMeanBackward0": {"dim": as_dims("dim")},
    "AmaxBackward0": {"dim": as_dims("dim")}, "AminBackward0": {"dim": as_dims("dim")},
    "LinalgVectorNormBackward0": {"dim": as_dims("dim"), "ord": "p"},
    "AsStridedBackward0": {"storage_offset": "offset"}, "AsStridedScatterBackward0": {"storage_offset": "offset"},
    "EluBackward0": {
        "alpha": either("alpha", 1.6732632423543772), "input_scale": 1,
        "scale": lambda saved, node: 1 if node.op.name == "elu" else 1.0507009873554805,
    },
    "GeluBackward0": {"approximate": lambda saved, node: "tanh" if node.op.name == "gelu_tanh" else "none"},
    "SelectBackward0": {"dim": indexed("dim"), "index": indexed("index")}, "SliceBackward0": SLICED,
    "SplitBackward0": {"split_size": lambda saved, node: node.shape[0][saved["dim"]], "self_sym_sizes": joined},
    "SplitWithSizesBackward0": {
        "split_sizes": lambda saved, node: tuple([one[saved["dim"]] for one in node.shape]), "self_sym_sizes": joined,
    },
    "SqueezeBackward1": {"dim": lambda saved, node: lost(saved["x_shape"], node.shape)},
    "SqueezeBackward2": {"dim": lambda saved, node: (lost(saved["x_shape"], node.shape),)},
    "ConstantPadNdBackward0": {"pad": around}, "WhereBackward0": {"condition": "mask"},
    "PowBackward0": {"exponent": either("exponent", 2)}, "RepeatBackward0": {"repeats": "sizes"},
    "IndexAddBackward0": {"source_dim": lambda saved, node: len(saved["source_shape"])},
    "IndexCopyBackward0": {"source_dim": lambda saved, node: len(saved["source_shape"])},
    "NativeLayerNormBackward0": {
        "normalized_shape": "shape", "bias": None, "result1": layer_part(batch_mean), "result2": layer_part(batch_scale),
    }, "NativeGroupNormBackward0": {
        "group": "groups", "N": size_of("x", 0), "C": size_of("x", 1),
        "HxW": lambda saved, node: int(saved["x"].size // max(saved["x"].shape[0] * saved["x"].shape[1], 1)),
    },
    "NativeBatchNormBackward0": NORMALIZED | {
        "running_mean": kept_as("mean"), "running_var": kept_as("var"), "training": lambda saved, node: "found" in saved,
    },
    "EmbeddingBackward0": {
        "indices": "index", "weight_sym_argsize_0": size_of("weight", 0), "sparse": "sparse", "padding_idx": either("padding_idx", -1),
    },
    "UpsampleLinear1DBackward0": {"output_size": new_size}, "UpsampleBilinear2DBackward0": {"output_size": new_size},
    "UpsampleBicubic2DBackward0": {"output_size": new_size}, "UpsampleTrilinear3DBackward0": {"output_size": new_size},
    "UpsampleNearest1DBackward0": {"output_size": new_size}, "UpsampleNearest2DBackward0": {"output_size": new_size},
    "UpsampleNearest3DBackward0": {"output_size": new_size}, "UpsampleNearestExact1DBackward0": {"output_size": new_size},
    "UpsampleNearestExact2DBackward0": {"output_size": new_size}, "UpsampleNearestExact3DBackward0": {"output_size": new_size},
    "MaxPool2DWithIndicesBackward0": POOLED, "AvgPool2DBackward0": AVERAGED,
    "MaxPool3DWithIndicesBackward0": POOLED, "AvgPool3DBackward0": AVERAGED,
    "AdaptiveMaxPool2DBackward0": {"result1": "places"}, "AdaptiveMaxPool3DBackward0": {"result1": "places"},
    "MaxUnpool2DBackward0": {"indices": "places"}, "MaxUnpool3DBackward0": {"indices": "places"},
    "GridSampler2DBackward0": GRID, "GridSampler3DBackward0": GRID, "PixelShuffleBackward0": {"upscale_factor": "r"},
    "PixelUnshuffleBackward0": {"downscale_factor": "r"}, "MseLossBackward0": {"target": "y"},
    "SmoothL1LossBackward0": {"target": "y"}, "HuberLossBackward0": {"target": "y"},
    "LinalgInvExBackward0": {"inverse": part_of("out", 0)}, "LinalgQrBackward0": {"Q": lu_part(0), "R": lu_part(1)},
    "LinalgEighBackward0": {"eigenvalues": lu_part(0), "eigenvectors": lu_part(1)},
    "LinalgEigBackward0": {"eigenvalues": lu_part(0), "eigenvectors": lu_part(1)},
    "LinalgSvdBackward0": {
        "U": lu_part(0), "S": lu_part(1), "Vh": lu_part(2),
        "S_sym_argsize_minus_1": lambda saved, node: min(saved["A_shape"][-2:]),
    },
    "LinalgCholeskyExBackward0": {"L": part_of("out", 0)}, "LinalgSolveExBackward0": FACTOR | {"result": part_of("out", 0)},
    "LinalgSolveTriangularBackward0": FACTOR | {"unitriangular": "unit"},
    "LinalgLuFactorExBackward0": {"LU": lu_part(0), "pivots": lu_part(1), "pivot": True},
    "LinalgSlogdetBackward0": {"sign": lu_part(0)}, "CholeskySolveBackward0": {"input2": "L"},
    "PolygammaBackward0": {"self": "x"},
    "NllLossBackward0": {"ignore_index": either("ignore_index", -100), "reduction": loss_reduction, "weight": None},
    "ReflectionPad1DBackward0": PADDED, "ReflectionPad2DBackward0": PADDED, "ReflectionPad3DBackward0": PADDED,
    "ReplicationPad1DBackward0": PADDED, "ReplicationPad2DBackward0": PADDED, "ReplicationPad3DBackward0": PADDED,
    "DivBackward2": {"rounding_mode": lambda saved, node: node.op.name.removeprefix("div_")},
    "FftR2CBackward0": {"dim": "dims", "onesided": True}, "FrexpBackward0": {"exponent": part_of("out", 1)},
    "Atan2Backward0": {"self": "y", "other": "x"}, "CtcLossBackward0": {"input_lengths": "lengths"},
    "FftC2CBackward0": {"dim": "dims"}, "FftC2RBackward0": {"dim": "dims"},
}  # fmt: skip


def lost(before, after):
    """The one dimension that a squeeze took away."""
    for dim, n in enumerate(before):
        if dim >= len(after) or after[dim] != n:
            return dim
    return len(before) - 1
