"""hub: load_state_dict_from_url: weights from the net (shelf)."""

import os
import re
from urllib.parse import urlparse

from .datasets.download import check_digest, download
from .serialization.loading import load as load_file

HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")  # bfd8deac of resnet18-bfd8deac.pth


def load_state_dict_from_url(
    url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None, weights_only=True
):
    """What save() or torch.save wrote to a file in the net; a file that is there already is not fetched again.

    model_dir     the folder where it is kept: $MINITORCH_HOME/hub/checkpoints, or that of ~/.cache/minitorch
    map_location  as in load
    check_hash    the name has to hold how the SHA-256 begins, as in resnet18-bfd8deac.pth, and the file has to fit it
    file_name     its name in the folder: by default that of the URL
    weights_only  as in load, and True as there: nothing in the file is run

    Errors: RuntimeError for a file that does not fit its name, URLError without a connection, UnpicklingError for what is no
    file of weights. Source: PyTorch, torch.hub.load_state_dict_from_url.
    """
    if model_dir is None:
        model_dir = os.path.join(
            os.path.expanduser(os.getenv("MINITORCH_HOME", "~/.cache/minitorch")), "hub/checkpoints"
        )
    os.makedirs(model_dir, exist_ok=True)
    name = file_name or os.path.basename(urlparse(url).path)
    path = os.path.join(model_dir, name)
    if not os.path.exists(path):
        found = HASH_REGEX.search(name) if check_hash else None
        download(url, path, progress, found and check_digest("sha256", found.group(1)))
    return load_file(path, map_location, weights_only=weights_only)
