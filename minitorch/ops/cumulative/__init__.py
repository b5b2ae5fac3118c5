"""cumulative: along a dimension, element after element: cumsum, cummax, diff."""
