"""hub: weights from files and from a server on the loopback address, kept in a folder and checked by their name."""

import hashlib
import io
import os
from urllib.error import HTTPError, URLError

import pytest

import minitorch as mt
from minitorch import hub

from .server import serve

STATE = {"weight": mt.arange(6.0).view(2, 3), "bias": mt.ones(2)}


def saved():
    file = io.BytesIO()
    mt.save(STATE, file)
    return file.getvalue()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MINITORCH_HOME", str(tmp_path))
    return tmp_path / "hub" / "checkpoints"


def right(state):
    return all(mt.equal(state[name], STATE[name]) for name in STATE)


def test_from_a_server_once(folder, capsys):
    with serve({"/a/net.pth": saved()}) as (url, server):
        assert right(hub.load_state_dict_from_url(f"{url}/a/net.pth?x=1", progress=True))
        said = capsys.readouterr()
        assert said.err == f"Downloading {url}/a/net.pth?x=1 .\n"
        assert right(hub.load_state_dict_from_url(f"{url}/a/net.pth", map_location="cpu"))
        assert len(server.asked) == 1
        hub.load_state_dict_from_url(f"{url}/a/net.pth", file_name="other.pth", progress=False)
        hub.load_state_dict_from_url(f"{url}/a/net.pth", model_dir=folder / "deep" / "er", progress=False)
        assert capsys.readouterr().err == ""
        with pytest.raises(HTTPError):
            hub.load_state_dict_from_url(f"{url}/none.pth")
    with pytest.raises(URLError):
        hub.load_state_dict_from_url(f"{url}/late.pth")
    assert sorted(os.listdir(folder)) == ["deep", "net.pth", "other.pth"]  # and nothing half


def test_from_a_file(folder, tmp_path):
    (tmp_path / "here.pt").write_bytes(saved())
    assert right(hub.load_state_dict_from_url((tmp_path / "here.pt").as_uri()))


def test_checksums(folder):
    data = saved()
    digest = hashlib.sha256(data).hexdigest()
    with serve({f"/net-{digest[:8]}.pth": data, "/net-00000000.pth": data}) as (url, _):
        assert right(hub.load_state_dict_from_url(f"{url}/net-{digest[:8]}.pth", check_hash=True))
        with pytest.raises(RuntimeError, match=f'invalid hash value .expected "00000000", got "{digest}".'):
            hub.load_state_dict_from_url(f"{url}/net-00000000.pth", check_hash=True)
        assert os.listdir(folder) == [f"net-{digest[:8]}.pth"]


def test_a_connection_that_breaks_leaves_nothing(folder):
    with serve({"/net.pth": saved()}, breaks=[100]) as (url, _):
        with pytest.raises(ConnectionError, match="broke off after 100 of"):
            hub.load_state_dict_from_url(f"{url}/net.pth")
        assert os.listdir(folder) == []
        assert right(hub.load_state_dict_from_url(f"{url}/net.pth"))
