"""datapipes: datasets in a chain; see datapipe.py."""

from . import iter, map
