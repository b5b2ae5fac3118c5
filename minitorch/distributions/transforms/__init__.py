"""transforms: functions with inverses, and by how much they stretch: how one distribution becomes another."""

# isort: off
from .transform import ComposeTransform, IndependentTransform, ReshapeTransform, Transform, _InverseTransform
from .transform import identity_transform
from .elementwise import (
    AbsTransform, AffineTransform, CumulativeDistributionTransform, ExpTransform, PowerTransform, SigmoidTransform,
    SoftplusTransform, TanhTransform,
)  # fmt: skip
from .joint import (
    CatTransform, CorrCholeskyTransform, LowerCholeskyTransform, PositiveDefiniteTransform, SoftmaxTransform,
    StackTransform, StickBreakingTransform,
)  # fmt: skip

__all__ = [name for name in globals() if name.endswith(("Transform", "_transform")) and name[0] != "_"]
