"""model_zoo: the older name of hub's download of a state_dict (shelf)."""

from ..hub import load_state_dict_from_url, tqdm

__all__ = ["load_url", "tqdm"]

load_url = load_state_dict_from_url
