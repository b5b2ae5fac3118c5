"""comparison: which elements are equal, larger, true, within bounds."""
