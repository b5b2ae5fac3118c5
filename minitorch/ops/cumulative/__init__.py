"""cumulative: along a dimension, element after element: cumsum, cumprod, diff."""
