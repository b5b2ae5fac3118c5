"""samples_nn: the rows of nn.functional, family by family; `samples.py` says what a row is."""

import minitorch as mt

from .samples import ONE, ROWS, Row, S, rows

# --- softmax and losses ---------------------------------------------------------------------------------------------

F = "nn.functional."
CLASSES = mt.tensor([0, 2, 1])

for _name in ("softmax", "log_softmax"):
    ROWS += [Row(_name, own=[(S(3, 4), 1), (S(3, 4), 0)]), Row(_name, "with_dtype")]
ROWS += [Row(F + "softmin"), Row(F + "softmin", "with_dtype"), Row(F + "one_hot")]
ROWS.append(Row(F + "cross_entropy", own=[(S(3, 4), CLASSES), (S(3, 4), CLASSES, None, None, 2)]))
rows(F + "nll_loss", own=[(S(3, 4), CLASSES)])
rows(F + "mse_loss", F + "l1_loss", F + "binary_cross_entropy_with_logits", own=[(S(3, 2), S(3, 2))])
rows(F + "binary_cross_entropy", own=[(S(3, 2), S(3, 2))], low=0.1, high=0.9)
rows(F + "linear", own=[(S(3, 2), S(4, 2), S(4)), (S(2, 3, 2), S(4, 2), S(4))], mixed=True)
rows(*[F + name for name in ("softplus", "gelu", "logsigmoid")], own=ONE)
rows(*[F + name for name in ("silu", "elu", "leaky_relu")], own=ONE)


# --- activations ----------------------------------------------------------------------------------------------------

for _name in "hardtanh relu6 hardsigmoid hardswish mish hardshrink softshrink celu selu softsign tanhshrink".split():
    ROWS.append(Row(F + _name, own=ONE))
ROWS += [Row(F + "glu", own=[(S(3, 4), 0 - 1), (S(4, 3), 0)]), Row(F + "threshold", own=[(S(3, 4), 0.5, 1.0)])]
DRAWN = {"drawn anew by each call": lambda dtype, args, kwargs: kwargs.get("training") or len(args) > 3 and args[3]}
ROWS += [
    Row(F + "rrelu", own=[(S(3, 4),)], leave_out=DRAWN),
    Row(F + "prelu", own=[(S(2, 3, 2), S(3)), (S(3, 2), S(1))]),
]
ROWS += [Row(F + "relu", own=ONE)]

# --- distance, pixels -----------------------------------------------------------------------------------------------

ROWS.append(Row(F + "cosine_similarity", own=[(S(2, 3), S(2, 3)), (S(2, 3), S(3), -1)]))
ROWS.append(Row(F + "pairwise_distance", own=[(S(2, 3), S(2, 3)), (S(2, 3), S(3), 3.0, 1e-6, True)]))
ROWS += [Row(F + "normalize", own=[(S(3, 4),), (S(3, 4), 3.0, 0)])]
ROWS += [Row(F + "pixel_shuffle", own=[(S(1, 4, 2, 3), 2)]), Row(F + "pixel_unshuffle", own=[(S(2, 4, 6), 2)])]
ROWS.append(Row(F + "channel_shuffle", own=[(S(2, 6, 2), 3)]))
SIZED = {
    "nearest": S(1, 2, 3, 4), "nearest-exact": S(1, 2, 3), "area": S(1, 1, 4, 4), "linear": S(1, 2, 3),
    "bilinear": S(1, 2, 3, 4), "bicubic": S(1, 1, 3, 4), "trilinear": S(1, 1, 2, 3, 2),
}  # fmt: skip
ROWS += [
    Row(F + "interpolate", mode, own=[(shape, None, 1.7, mode), (shape, 2, None, mode)])
    for mode, shape in SIZED.items()
]

# --- convolution ----------------------------------------------------------------------------------------------------

IMAGE, FILTERS = S(2, 2, 4, 5), S(4, 1, 3, 2)
rows(F + "conv1d", mixed=True, own=[(S(2, 2, 5), S(3, 2, 3), S(3)), (S(2, 5), S(1, 2, 2), None, 2, 1)])
rows(
    F + "conv2d",
    mixed=True,
    own=[(IMAGE, FILTERS, S(4), (2, 1), (1, 0), (1, 2), 2), (IMAGE, S(1, 2, 2, 2), None, 1, "same")],
)
HALVES = {"values of float16": "added up in float16 by PyTorch, in float32 here"}
rows(F + "conv3d", mixed=True, own=[(S(1, 1, 3, 3, 2), S(2, 1, 2, 2, 2), S(2), 1, 1)])
rows(F + "conv_transpose1d", nothing=HALVES, mixed=True,
     own=[(S(2, 2, 3), S(2, 3, 3), S(3), 2, 1, 1), (S(2, 3), S(2, 1, 2), None, 1, 0, 1, 1, 2)])  # fmt: skip
rows(
    F + "conv_transpose2d", nothing=HALVES, mixed=True, own=[(S(2, 4, 2, 3), FILTERS, S(2), (2, 1), (1, 0), (1, 0), 2)]
)
rows(F + "conv_transpose3d", nothing=HALVES, mixed=True, own=[(S(1, 2, 2, 2, 2), S(2, 1, 2, 2, 2), S(1), 2, 1)])
rows(F + "unfold", own=[(S(2, 2, 4, 5), 2)])
rows(*[f"{F}max_pool{d}d" for d in (1, 2, 3)])
rows(*[f"{F}avg_pool{d}d" for d in (1, 2, 3)], nothing={"values of int64": "whole numbers are refused"})
rows(*[f"{F}adaptive_{kind}_pool{d}d" for kind in ("avg", "max") for d in (1, 2, 3)])
ROWS += [Row(f"{F}max_unpool{d}d", variant) for d in (1, 2, 3) for variant in ("", "grad")]
PADS = {"reflect": (1, 2, 3, 1), "replicate": (3, 1, -1, 2), "circular": (2, 1, 0, 2), "constant": (1, -1, 2, 0)}
ROWS += [Row(F + "pad", mode, own=[(S(2, 4, 3), pads, mode)]) for mode, pads in PADS.items()]
ROWS.append(Row(F + "pad", "replicate_negative"))


def embedded(weight, index, **options):
    return mt.nn.functional.embedding(index, weight, **options)


WORDS = mt.tensor([[0, 2, 1], [2, 2, 0]])
ROWS.append(Row(F + "embedding", ours=embedded, own=[(S(3, 2), WORDS)]))
ROWS.append(Row(F + "layer_norm", own=[(S(2, 3), (3,), S(3), S(3))]))

# --- losses ---------------------------------------------------------------------------------------------------------

PAIR = [(S(3, 2), S(3, 2))]
SIGNS = mt.tensor([1.0, -1.0, 1.0], dtype=mt.float64)
rows(F + "smooth_l1_loss", F + "huber_loss", own=PAIR)
rows(F + "kl_div", F + "gaussian_nll_loss", F + "poisson_nll_loss")
rows(F + "soft_margin_loss", nothing={"values of float16": "computed in float32, where PyTorch's overflow"})
rows(F + "margin_ranking_loss", F + "hinge_embedding_loss", F + "cosine_embedding_loss")
rows(F + "triplet_margin_loss", F + "multilabel_soft_margin_loss")


def with_our_distance(*vectors, distance_function=None, **options):
    return mt.nn.functional.triplet_margin_with_distance_loss(*vectors, **options)


ROWS.append(Row(F + "triplet_margin_with_distance_loss", ours=with_our_distance))
rows(F + "multi_margin_loss", F + "multilabel_margin_loss")
rows(
    F + "ctc_loss",
    nothing={"gradients": "PyTorch's have no derivative; tests/nn/test_losses.py compares those of first order"},
)

# --- normalization --------------------------------------------------------------------------------------------------

ROWS += [Row(F + "batch_norm"), Row(F + "group_norm"), Row(F + "instance_norm"), Row(F + "rms_norm")]
ROWS += [Row(F + "local_response_norm", nothing={"values of int64": "PyTorch rounds in between"})]


def in_bags(weight, index, offsets=None, **options):
    return mt.nn.functional.embedding_bag(index, weight, offsets, **options)


ROWS.append(Row(F + "embedding_bag", ours=in_bags, own=[(S(3, 2), WORDS)]))
# --- attention ------------------------------------------------------------------------------------------------------

QUERY, KEY = S(2, 2, 3, 4), S(2, 2, 5, 4)
BY_CHANCE = {"drawn anew each time": lambda dtype, args, kwargs: kwargs.get("dropout_p", 0) > 0}
ROWS.append(Row(F + "scaled_dot_product_attention", leave_out=BY_CHANCE,
                own=[(QUERY, KEY, S(2, 2, 5, 2)), (QUERY, KEY, KEY, S(3, 5))]))  # fmt: skip
