"""view: the same memory with another shape, other strides or another start."""
