"""utils: finding a pattern in a graph (shelf)."""

from .matcher_utils import SubgraphMatcher as SubgraphMatcher
