"""tags: torch.Tag, words about an operator for tools that look at it; eager code runs the same with any of them (shelf)."""

from enum import Enum

Tag = Enum(
    "Tag",
    """
    core cudagraph_unsafe data_dependent_output dynamic_output_shape flexible_layout generated inplace inplace_view
    maybe_aliasing_or_mutating needs_contiguous_strides needs_exact_strides needs_fixed_stride_order nondeterministic_bitwise
    nondeterministic_seeded out out_variant pointwise pt2_compliant_tag reduction view_copy
    """.split(),
    module="minitorch",
    start=0,
)


def listed(tags):
    """One tag, several or None as a list."""
    return [tags] if isinstance(tags, Tag) else list(tags or ())
