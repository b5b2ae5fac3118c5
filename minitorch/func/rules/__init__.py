"""rules: functions that vmap need not call for each slice: they take all slices at once, as one tensor (shelf).

A rule is handed the function, the level of vmap and the arguments; it answers NotImplemented where it does not know the case,
and then the function is called for each slice.
"""

# isort: off
from .rule import RULES as RULES
from . import pointwise as pointwise
from . import reductions as reductions
from . import views as views
from . import products as products
from . import layers as layers
from . import gradients as gradients
