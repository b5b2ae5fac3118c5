"""adaptive: AdaptiveLogSoftmaxWithLoss: a softmax over many classes, the rare ones in clusters (shelf)."""

from collections import namedtuple

from ...creation.zeros import zeros
from ...ops.index.where import where
from ...ops.join.cat import cat
from ...ops.pointwise.softmax import log_softmax
from ..module.mode import Module
from .container import ModuleList, Sequential
from .linear import Linear

_ASMoutput = namedtuple("_ASMoutput", ["output", "loss"])


class AdaptiveLogSoftmaxWithLoss(Module):
    """The log-probability of the right one of many classes, sorted by how often they are met, and the loss.

    in_features  the length of the vectors          n_classes  how many classes
    cutoffs      where the clusters begin: the classes before the first are scored by `head`, beside one score for each
                 cluster; those of cluster i by the two layers tail[i], the first of which has div_value**(i + 1) times fewer
                 outputs than there are features
    head_bias    whether the head has a bias

    >>> import minitorch as mt
    >>> layer = mt.nn.AdaptiveLogSoftmaxWithLoss(8, 20, [5, 10])
    >>> layer.log_prob(mt.randn(2, 8)).shape
    minitorch.Size([2, 20])

    Errors: ValueError for cutoffs that are not rising ints from 1 to n_classes - 1; RuntimeError for sizes and targets that do
    not fit. Source: Grave et al., 2017; PyTorch, torch.nn.AdaptiveLogSoftmaxWithLoss.
    """

    def __init__(
        self, in_features, n_classes, cutoffs, div_value=4.0, head_bias=False, device=None, dtype=None
    ):  # fmt: skip
        super().__init__()
        cutoffs = checked(list(cutoffs), n_classes)
        self.in_features, self.n_classes, self.cutoffs = in_features, n_classes, [*cutoffs, n_classes]
        self.div_value, self.head_bias = div_value, head_bias
        self.shortlist_size, self.n_clusters = cutoffs[0], len(cutoffs)
        self.head_size = self.shortlist_size + self.n_clusters
        options = {"device": device, "dtype": dtype}
        self.head = Linear(in_features, self.head_size, bias=head_bias, **options)
        self.tail = ModuleList()
        for i in range(self.n_clusters):
            between, size = int(in_features // div_value ** (i + 1)), self.cutoffs[i + 1] - self.cutoffs[i]
            first = Linear(in_features, between, bias=False, **options)
            self.tail.append(Sequential(first, Linear(between, size, bias=False, **options)))

    def reset_parameters(self):
        """Draw new starting values."""
        self.head.reset_parameters()
        for first, second in self.tail:
            first.reset_parameters()
            second.reset_parameters()

    def forward(self, input_, target_):
        check_sizes(input_, target_)
        input, target = (input_, target_) if target_.ndim else (input_.unsqueeze(0), target_.unsqueeze(0))
        if target.numel() and (target.min() < 0 or target.max() >= self.n_classes):
            raise RuntimeError(
                f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                f"[{target.min().item()}, {target.max().item()}] were found. "
            )
        in_head, output = target, zeros(len(target), dtype=input.dtype, device=input.device)
        for i in range(self.n_clusters):
            here = (target >= self.cutoffs[i]) & (target < self.cutoffs[i + 1])
            rows = here.nonzero().squeeze(1)
            if rows.numel():
                in_head = where(here, self.shortlist_size + i, in_head)
                logs = log_softmax(self.tail[i](input.index_select(0, rows)), 1)
                own = logs.gather(1, (target[rows] - self.cutoffs[i]).unsqueeze(1)).squeeze(1)
                output = output.index_add(0, rows, own)
        logs = log_softmax(self.head(input), 1)
        output = output + logs.gather(1, in_head.unsqueeze(1)).squeeze(1)
        loss = (-output).mean()
        return _ASMoutput(output if target_.ndim else output.squeeze(0), loss)

    def log_prob(self, input):
        """The log-probabilities of all classes: [N, in_features] -> [N, n_classes]."""
        return self._get_full_log_prob(input, self.head(input))

    def _get_full_log_prob(self, input, head_output):
        """The same, with the scores of the head."""
        logs = log_softmax(head_output, 1)
        parts = [logs[:, : self.shortlist_size]]
        for i in range(self.n_clusters):
            column = self.shortlist_size + i
            parts.append(log_softmax(self.tail[i](input), 1) + logs[:, column : column + 1])
        return cat(parts, 1)

    def predict(self, input):
        """The most probable class of each: [N, in_features] -> [N]. Only where a cluster leads, all classes are looked at."""
        head_output = self.head(input)
        best = head_output.argmax(1)
        beyond = best >= self.shortlist_size
        if beyond.any():
            best[beyond] = self._get_full_log_prob(input[beyond], head_output[beyond]).argmax(1)
        return best


def checked(cutoffs, n_classes):
    """The cutoffs, or PyTorch's errors."""
    if not cutoffs:
        raise ValueError("cutoffs should be a sequence of length larger than 0")
    rising = all([a < b for a, b in zip(cutoffs[:-1], cutoffs[1:], strict=True)])
    if not rising or cutoffs[0] <= 0 or cutoffs[-1] > n_classes - 1 or any([int(c) != c for c in cutoffs]):
        raise ValueError(
            "cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where each value is "
            "between 1 and n_classes-1"
        )
    return cutoffs


def check_sizes(input, target):
    """Raise PyTorch's errors for sizes that do not fit."""
    if target.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if target.ndim and input.shape[:1] != target.shape:
        raise RuntimeError("Input and target should have the same size in the batch dimension.")
    if input.ndim != target.ndim + 1:
        raise RuntimeError(
            f"{target.ndim}D target tensor expects {target.ndim + 1}D input tensors, but found inputs with size {input.shape}"
        )
