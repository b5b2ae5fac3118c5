"""_weights_only_unpickler: the names that a file may use with weights_only=True, by default and by add_safe_globals (shelf)."""

from .serialization.options import vouched
from .serialization.weights_only import AllowedLoader


def _get_allowed_globals():
    """{the name by which a file calls it: what stands for it}."""
    return AllowedLoader.names(AllowedLoader.__new__(AllowedLoader))


def _get_user_allowed_globals():
    """The same of what add_safe_globals named."""
    return vouched()
