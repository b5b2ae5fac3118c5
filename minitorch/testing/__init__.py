"""testing: assert_close, for tests of what one has written."""

from .comparison import assert_close as assert_close

__all__ = ["assert_close"]
