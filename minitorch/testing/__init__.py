"""testing: assert_close and make_tensor, for tests of what one has written."""

from .._tower import missing_name, names_of


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
