"""download: a file from the net: in one piece or not at all, and checked (shelf)."""

import hashlib
import os
import sys
import uuid
from urllib.request import Request, urlopen

PIECE = 1024 * 1024  # bytes
PATIENCE = 30  # seconds without an answer


def check_digest(kind, expected):
    """A function of a path that raises RuntimeError for a file whose checksum does not begin so; kind: "md5" or "sha256"."""

    def check(path):
        with open(path, "rb") as file:
            found = hashlib.file_digest(file, kind).hexdigest()
        if not found.startswith(expected):
            raise RuntimeError(f'invalid hash value (expected "{expected}", got "{found}")')

    return check


def download(url, path, progress=True, check=None):
    """Fetch a file. It is at `path` when it is whole and right, and not before.

    progress  say on stderr what is fetched, and a dot for each megabyte
    check     a function of the path of the whole file, which raises for a wrong one

    Errors: URLError and OSError of the connection; ConnectionError where it breaks off; those of `check`.
    """
    part = f"{path}.{uuid.uuid4().hex}"  # two processes may fetch the same file
    say = sys.stderr.write if progress else lambda text: None
    try:
        with urlopen(Request(url, headers={"User-Agent": "minitorch"}), timeout=PATIENCE) as answer:
            say(f"Downloading {url} ")
            with open(part, "wb") as file:
                while piece := answer.read(PIECE):
                    file.write(piece)
                    say(".")
                length, got = answer.headers.get("Content-Length"), file.tell()
            say("\n")
        if length is not None and got < int(length):
            raise ConnectionError(f"the connection broke off after {got} of {length} bytes")
        if check is not None:
            check(part)
        os.replace(part, path)
    finally:
        if os.path.exists(part):
            os.unlink(part)
