"""download: a file from the net: in one piece or not at all, taken up again where it broke off, checked (shelf)."""

import hashlib
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlparse
from urllib.request import Request, urlopen

PIECE = 128 * 1024  # bytes
PATIENCE = 30  # seconds without an answer
MEGA = 1_000_000


class Progress:
    """One line on stderr that says how far it is. Nothing where `shown` is False."""

    def __init__(self, name, done, total, shown):
        self.name, self.done, self.total, self.shown, self.last = name, done, total, shown, None

    def add(self, count):
        """So many bytes more have come."""
        self.done += count
        said = f"{self.done / MEGA:.1f} MB"
        if self.total:
            said = f"{100 * self.done / self.total:3.0f} % of {self.total / MEGA:.1f} MB"
        if self.shown and said != self.last:
            sys.stderr.write(f"\r{self.name}: {said}")
            sys.stderr.flush()
            self.last = said

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.shown and self.last is not None:
            sys.stderr.write("\n")


def digest(path, kind):
    """The checksum of a file as hexadecimal digits; kind: "md5" or "sha256"."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, kind).hexdigest()


def receive(url, part, progress):
    """Write what a URL gives to the file `part`, from where that file ends if the server can.

    Errors: URLError and OSError of the connection; ConnectionError where it breaks off.
    """
    start = os.path.getsize(part) if os.path.exists(part) else 0
    headers = {"User-Agent": "minitorch"} | ({"Range": f"bytes={start}-"} if start else {})
    try:
        answer = urlopen(Request(url, headers=headers), timeout=PATIENCE)
    except HTTPError as error:
        if error.code != 416 or not start:  # 416: there is nothing beyond what we have
            raise
        error.close()
        return
    with answer:
        if start and not (
            answer.status == 206 and answer.headers.get("Content-Range", "").startswith(f"bytes {start}-")
        ):
            start = 0  # the whole file comes
        length = answer.headers.get("Content-Length")
        total = start + int(length) if length is not None else None
        name = os.path.basename(urlparse(url).path)
        with open(part, "ab" if start else "wb") as file, Progress(name, start, total, progress) as shown:
            while piece := answer.read(PIECE):
                file.write(piece)
                shown.add(len(piece))
        if total is not None and shown.done < total:
            raise ConnectionError(f"the connection broke off after {shown.done} of {total} bytes")


def download(url, path, progress=True, check=None):
    """Fetch a file. It is at `path` when it is whole and right; until then at `path`.part, from where the next try goes on.

    check  a function of the path of the whole file, which raises for a wrong one

    Errors: as those of receive and of `check`; a wrong file is removed.
    """
    part = f"{path}.part"
    taken_up = os.path.exists(part)
    receive(url, part, progress)
    try:
        if check is not None:
            check(part)
    except RuntimeError:
        os.unlink(part)
        if not taken_up:
            raise
        download(url, path, progress, check)  # what was there may have been of another file
        return
    os.replace(part, path)
