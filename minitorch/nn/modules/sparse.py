"""sparse: Embedding: a table of rows, looked up by index (core)."""

from ..._lazy import lazy_names
from ...creation.zeros import empty
from ...graph.grad_mode import no_grad
from .. import functional as F
from .. import init
from ..functional.embedding import row
from ..module.mode import Module
from ..parameter import Parameter


class Embedding(Module):
    """A row of embedding_dim learned numbers for each of num_embeddings words: ints [...] -> [..., embedding_dim].

    weight              [num_embeddings, embedding_dim], starting with normally distributed numbers
    padding_idx         a row that starts as zeros and is not learned
    max_norm            rows that are used are first shortened to this norm at most; norm_type says which norm
    scale_grad_by_freq  a row that is used several times gets the mean of its gradients, not their sum

    >>> import minitorch as mt
    >>> layer = mt.nn.Embedding(10, 3, padding_idx=0)
    >>> layer(mt.tensor([[1, 0], [4, 9]])).shape
    minitorch.Size([2, 2, 3])
    >>> layer(mt.tensor(0)).detach()
    tensor([0., 0., 0.])
    >>> layer
    Embedding(10, 3, padding_idx=0)

    Errors: AssertionError for a padding_idx beyond the rows, IndexError for words that there are not.
    Source: PyTorch, torch.nn.Embedding.
    """

    def __init__(
        self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
        sparse=False, _weight=None, _freeze=False, device=None, dtype=None,
    ):  # fmt: skip
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.padding_idx = row(padding_idx, num_embeddings)
        self.max_norm, self.norm_type, self.scale_grad_by_freq = max_norm, norm_type, scale_grad_by_freq
        if _weight is None:
            made = empty((num_embeddings, embedding_dim), device=device, dtype=dtype)
            self.weight = Parameter(made, requires_grad=not _freeze)
            self.reset_parameters()
        else:
            if tuple(_weight.shape) != (num_embeddings, embedding_dim):
                raise AssertionError("Shape of weight does not match num_embeddings and embedding_dim")
            self.weight = Parameter(_weight, requires_grad=not _freeze)
        self.sparse = sparse

    def reset_parameters(self):
        """Draw new starting values."""
        init.normal_(self.weight)
        self._fill_padding_idx_with_zero()

    def _fill_padding_idx_with_zero(self):
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].fill_(0)

    def forward(self, input):
        return F.embedding(
            input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse
        )

    def extra_repr(self):
        usual = {"padding_idx": None, "max_norm": None, "norm_type": 2, "scale_grad_by_freq": False, "sparse": False}
        said = [f"{name}={getattr(self, name)}" for name, value in usual.items() if getattr(self, name) != value]
        return ", ".join([str(self.num_embeddings), str(self.embedding_dim), *said])

    @classmethod
    def from_pretrained(
        cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False,
    ):  # fmt: skip
        """A layer whose rows are those of a matrix; with freeze they are not learned any further.

        >>> import minitorch as mt
        >>> layer = mt.nn.Embedding.from_pretrained(mt.tensor([[1.0, 2.0], [3.0, 4.0]]))
        >>> layer(mt.tensor([1]))
        tensor([[3., 4.]])

        Errors: AssertionError for what is no matrix. Source: PyTorch, torch.nn.Embedding.from_pretrained.
        """
        if embeddings.dim() != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        options = padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse
        return cls(*embeddings.shape, *options, _weight=embeddings, _freeze=freeze)


__getattr__, __dir__ = lazy_names(__name__)
