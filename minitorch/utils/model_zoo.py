"""model_zoo: the older name of hub's download of a state_dict (shelf)."""

from ..hub import load_state_dict_from_url

__all__ = ["load_url"]

load_url = load_state_dict_from_url
