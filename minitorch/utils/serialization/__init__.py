"""utils.serialization: the settings of save and load."""

from . import config as config

__all__ = ["config"]
