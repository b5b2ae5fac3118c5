"""hub: load_state_dict_from_url, download_url_to_file: weights from the net (shelf)."""

import os
import re
import sys
import uuid
from urllib.parse import urlparse

from .datasets.download import digest, download
from .serialization.loading import load as load_file

__all__ = ["download_url_to_file", "get_dir", "load_state_dict_from_url", "set_dir"]

HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")  # bfd8deac of resnet18-bfd8deac.pth
chosen: dict = {"folder": None}


def get_dir():
    """The folder where files from the net are kept: set_dir's, or hub in $MINITORCH_HOME or in ~/.cache/minitorch.

    Source: PyTorch, torch.hub.get_dir.
    """
    if chosen["folder"] is not None:
        return chosen["folder"]
    return os.path.join(os.path.expanduser(os.getenv("MINITORCH_HOME", "~/.cache/minitorch")), "hub")


def set_dir(d):
    """Keep files from the net in this folder. Source: PyTorch, torch.hub.set_dir."""
    chosen["folder"] = None if d is None else os.path.expanduser(d)


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    """Fetch a file, and put it where it belongs when it is whole.

    hash_prefix  how its SHA-256 has to begin, in hexadecimal digits
    progress     say on stderr how far it is

    Errors: RuntimeError for another checksum; URLError, HTTPError and OSError of the connection. Source: PyTorch,
    torch.hub.download_url_to_file.
    """

    def check(path):
        found = digest(path, "sha256")
        if not found.startswith(hash_prefix):
            raise RuntimeError(f'invalid hash value (expected "{hash_prefix}", got "{found}")')

    own = f"{dst}.{uuid.uuid4().hex}"  # two processes may fetch the same file
    try:
        download(url, own, progress, None if hash_prefix is None else check)
        os.replace(own, dst)
    finally:
        for left in (own, f"{own}.part"):
            if os.path.exists(left):
                os.unlink(left)


def load_state_dict_from_url(
    url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None, weights_only=True
):
    """What save() or torch.save wrote to a file in the net; a file that is there already is not fetched again.

    model_dir     the folder where it is kept: get_dir()/checkpoints
    map_location  as in load
    check_hash    the name has to hold how the SHA-256 begins, as in resnet18-bfd8deac.pth, and the file has to fit it
    file_name     its name in the folder: by default that of the URL
    weights_only  as in load, and True as there: nothing in the file is run

    Errors: RuntimeError for a file that does not fit its name, URLError without a connection, UnpicklingError for what is no
    file of weights. Source: PyTorch, torch.hub.load_state_dict_from_url.
    """
    model_dir = os.path.join(get_dir(), "checkpoints") if model_dir is None else os.fspath(model_dir)
    os.makedirs(model_dir, exist_ok=True)
    name = file_name or os.path.basename(urlparse(url).path)
    path = os.path.join(model_dir, name)
    if not os.path.exists(path):
        sys.stdout.write(f'Downloading: "{url}" to {path}\n')
        found = HASH_REGEX.search(name) if check_hash else None
        download_url_to_file(url, path, found.group(1) if found else None, progress=progress)
    return load_file(path, map_location, weights_only=weights_only)
