"""datasets: MNIST's files, fetched from a server on the loopback address, read, checked, and missed with a clear error;
MNIST-1D's signals, found again in their templates."""

import gzip
import hashlib
import os
import struct

import numpy as np
import pytest

import minitorch as mt
from minitorch.datasets import MNIST, MNIST1D, FashionMNIST, read_idx, text

from .server import serve


def idx(array):
    """The idx format, written in another way than it is read: largest byte first."""
    kind = {"uint8": 8, "int8": 9, "int16": 11, "int32": 12, "float32": 13, "float64": 14}[array.dtype.name]
    header = bytes([0, 0, kind, array.ndim]) + b"".join(struct.pack(">I", size) for size in array.shape)
    return header + array.astype(array.dtype.newbyteorder(">")).tobytes()


IMAGES = np.arange(12 * 28 * 28, dtype=np.uint32).reshape(12, 28, 28).astype(np.uint8)
LABELS = (np.arange(12) % 10).astype(np.uint8)
FILES = {
    f"/{part}-{what}": gzip.compress(idx(array[:count]))
    for part, count in (("train", 12), ("t10k", 5))
    for what, array in (("images-idx3-ubyte.gz", IMAGES), ("labels-idx1-ubyte.gz", LABELS))
}


def small(mirrors, cls=MNIST, files=FILES):
    """The class, with mirrors on the loopback address and the checksums of small files."""
    resources = [(path[1:], hashlib.md5(data).hexdigest()) for path, data in files.items()]
    return type(cls.__name__, (cls,), {"mirrors": mirrors, "resources": resources})


@pytest.mark.parametrize("kind", ["uint8", "int8", "int16", "int32", "float32", "float64"])
@pytest.mark.parametrize("packed", [False, True])
def test_idx_files(tmp_path, kind, packed):
    array = np.arange(24).reshape(2, 3, 4).astype(kind)
    (tmp_path / "x").write_bytes(gzip.compress(idx(array)) if packed else idx(array))
    found = read_idx(tmp_path / "x")
    assert found.dtype.name == kind
    np.testing.assert_array_equal(found.numpy(), array)


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"", "no idx file"), (b"\0\0\7\1", "no idx file"), (b"\0\0\x08\3\0\0", "ends in its header"),
     (idx(LABELS)[:-1], "should be 20 bytes long .* but it is 19"), (idx(LABELS) + b"x", "but it is 21")],
)  # fmt: skip
def test_files_that_are_wrong(tmp_path, data, words):
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(RuntimeError, match=words):
        read_idx(tmp_path / "x")


@pytest.mark.parametrize("cls", [MNIST, FashionMNIST])
def test_fetched_once_and_read(tmp_path, cls, capsys):
    with serve(FILES) as (url, server):
        own = small([f"{url}/gone", f"{url}/"], cls)
        train = own(tmp_path, download=True)
        assert "Downloading http" in capsys.readouterr().err
        count = len(server.asked)
        test = own(
            str(tmp_path), train=False, transform=lambda image: image[None] / 255, target_transform=str, download=True
        )
        assert (count, len(server.asked)) == (8, 8)  # two mirrors for each of four files, and then none
    assert sorted(os.listdir(train.raw_folder)) == sorted([path[1:] for path in FILES])
    assert train.raw_folder == str(tmp_path / cls.__name__ / "raw")
    assert (len(train), len(test), train.data.dtype, train.targets.dtype) == (12, 5, mt.uint8, mt.int64)
    np.testing.assert_array_equal(train.data.numpy(), IMAGES)
    image, target = train[11]
    assert (image.shape, target, train.classes.index(train.classes[target])) == ((28, 28), 1, 1)
    image, target = test[3]
    assert (image.shape, image.dtype, target) == ((1, 28, 28), mt.float32, "3")
    assert len(train.class_to_idx) == 10
    assert (
        repr(test)
        == f"Dataset {cls.__name__}\n    Number of datapoints: 5\n    Root location: {tmp_path}\n    Split: Test"
    )
    images, targets = next(iter(mt.utils.data.DataLoader(train, batch_size=4)))
    assert (images.shape, targets.tolist()) == ((4, 28, 28), [0, 1, 2, 3])


def test_a_connection_that_breaks_leaves_nothing(tmp_path):
    with serve(FILES, breaks=[100]) as (url, _):
        own = small([f"{url}/"])
        with pytest.raises(RuntimeError, match="broke off after 100 of"):
            own(tmp_path, download=True)
        assert os.listdir(tmp_path / "MNIST" / "raw") == []
        assert len(own(tmp_path, download=True)) == 12
    with serve(FILES, breaks=[100, 50]) as (url, _):
        assert len(small([f"{url}/"] * 3)(tmp_path / "b", download=True)) == 12  # tried three times


def test_wrong_files_and_no_connection_are_explained(tmp_path):
    wrong = FILES | {"/train-images-idx3-ubyte.gz": b"something else"}
    with serve(wrong) as (url, _):  # noqa: SIM117
        with pytest.raises(RuntimeError, match="(?s)Error downloading train-images.*invalid hash value") as caught:
            small([f"{url}/"])(tmp_path, download=True)
    assert str(tmp_path / "MNIST" / "raw") in str(caught.value)
    assert os.listdir(tmp_path / "MNIST" / "raw") == []
    with pytest.raises(RuntimeError, match="(?s)refused.*get the file .MD5 [0-9a-f]{32}. in another way, put it into "):
        small([f"{url}/"])(tmp_path, download=True)
    with pytest.raises(RuntimeError, match="You can use download=True to download it, or put the file there by hand"):
        MNIST(tmp_path)
    for path, data in FILES.items():  # by hand, unpacked
        (tmp_path / "MNIST" / "raw" / path[1:].removesuffix(".gz")).write_bytes(gzip.decompress(data))
    assert len(small([])(tmp_path, download=True)) == 12


def test_files_that_do_not_belong_together(tmp_path):
    folder = tmp_path / "MNIST" / "raw"
    folder.mkdir(parents=True)
    (folder / "train-images-idx3-ubyte").write_bytes(idx(IMAGES))
    (folder / "train-labels-idx1-ubyte").write_bytes(idx(LABELS[:3]))
    with pytest.raises(RuntimeError, match="do not belong together"):
        MNIST(tmp_path)


def test_text():
    prose = text()
    paragraphs = prose.splitlines()
    assert prose.isascii() and len(prose) > 200_000 and prose.endswith("\n")
    assert len(paragraphs) == len(set(paragraphs)) > 1000 and all(paragraphs)
    assert sum(character.isalpha() or character == " " for character in prose) > 0.85 * len(prose)


# --- MNIST-1D ---


def without_line(signals):
    """Each row without its mean and its slope, of length 1."""
    t = np.linspace(-1, 1, signals.shape[-1])
    signals = signals - signals.mean(-1, keepdims=True)
    signals = signals - (signals @ t / (t @ t))[:, None] * t
    return signals / np.linalg.norm(signals, axis=-1, keepdims=True)


def placed(template):
    """A template without noise, at all places and of seven widths: [336, 40], and where its 12 points are, [336, 12]."""
    rows, points = [], []
    for padding in range(36, 61, 4):
        for moved in range(48):
            long = np.interp(np.arange(72) * (11 + padding) / 71, np.arange(12), template - 5)
            rows.append(np.interp(np.linspace(0, 71, 40), np.arange(72), np.roll(long, moved)))
            points.append((np.arange(12) * 71 / (11 + padding) + moved) * 39 / 71)
    return without_line(np.array(rows)), np.array(points)


def test_signals_of_mnist1d_are_their_templates():
    from minitorch.datasets.mnist1d import TEMPLATES

    test = MNIST1D(train=False)
    signals, targets, candidates = test.data.numpy(), test.targets.numpy(), [placed(template) for template in TEMPLATES]
    alike = np.array([without_line(signals) @ rows.T for rows, _ in candidates])  # [10, 1000, 336]
    assert (alike.max(-1).argmax(0) == targets).mean() > 0.8
    for which, (template, (_, points)) in enumerate(zip(TEMPLATES, candidates, strict=True)):
        best = points[alike[which, targets == which].argmax(-1)]
        found = [np.interp(p, np.arange(40), row) for p, row in zip(best, signals[targets == which], strict=True)]
        assert np.corrcoef(np.mean(found, 0), template)[0, 1] > 0.95


def test_mnist1d_is_the_same_for_a_seed():
    train, test = MNIST1D(), MNIST1D(train=False)
    assert train.data.shape == (4000, 40) and train.data.dtype == mt.float32 and len(test) == 1000
    assert mt.bincount(train.targets).tolist() == [400] * 10 and mt.bincount(test.targets).tolist() == [100] * 10
    both = np.concatenate([train.data.numpy(), test.data.numpy()])
    np.testing.assert_allclose([both.mean(), both.std()], [0, 1], atol=1e-5)
    assert len(np.unique(both, axis=0)) == 5000
    assert mt.equal(MNIST1D(seed=42).data, train.data) and not mt.equal(MNIST1D(seed=43).data, train.data)
    train.data.zero_()  # a copy
    assert MNIST1D().data.any()
    signal, target = test[3]
    assert mt.equal(signal, test.data[3]) and target == test.targets[3].item()


def test_mnist1d_shuffled_has_one_order_of_places():
    for train in (True, False):
        plain, shuffled = MNIST1D(train).data.numpy(), MNIST1D(train, shuffled=True).data.numpy()
        order = [np.flatnonzero((plain == place[:, None]).all(0)).item() for place in shuffled.T]
        assert sorted(order) == list(range(40)) and order != sorted(order)
    assert mt.equal(MNIST1D().targets, MNIST1D(shuffled=True).targets)
