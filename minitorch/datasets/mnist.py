"""mnist: MNIST and FashionMNIST: 70,000 small images in ten classes, fetched from the net once (shelf).

Their files hold a header of sizes, and the numbers behind it:

    0, 0, kind, number of dimensions | each size, 4 bytes | the numbers; all with the largest byte first
"""

import gzip
import math
import os
import struct

import numpy as np

from ..creation.tensor import from_numpy
from ..utils.data.dataset import Dataset
from .download import check_digest, download

KINDS = {8: ">u1", 9: ">i1", 11: ">i2", 12: ">i4", 13: ">f4", 14: ">f8"}
PACKED = b"\x1f\x8b"  # how a gz file begins


def read_idx(path):
    """The numbers of an idx file as a tensor of its sizes and dtype; packed with gzip or not.

    Errors: RuntimeError for another format, and for a file that is shorter or longer than its header says.
    """
    with open(path, "rb") as file:
        packed = file.read(2) == PACKED
    with gzip.open(path) if packed else open(path, "rb") as file:
        data = file.read()
    if len(data) < 4 or data[:2] != b"\0\0" or data[2] not in KINDS:
        raise RuntimeError(f"{path} is no idx file: it begins with {data[:4]!r}")
    start = 4 + 4 * data[3]
    if len(data) < start:
        raise RuntimeError(f"{path} ends in its header")
    sizes = struct.unpack(f">{data[3]}I", data[4:start])
    kind = np.dtype(KINDS[data[2]])
    expected = start + math.prod(sizes) * kind.itemsize
    if len(data) != expected:
        raise RuntimeError(f"{path} should be {expected} bytes long for the sizes {list(sizes)}, but it is {len(data)}")
    return from_numpy(np.frombuffer(data, kind, offset=start).reshape(sizes).astype(kind.newbyteorder("=")))


class MNIST(Dataset):
    """Handwritten digits: 60,000 images of 28 x 28 pixels to train with, 10,000 to test with.

    root              the folder of all data sets: the files are in root/MNIST/raw
    train             the images to train with, or those to test with
    transform         a function of an image: what dataset[i] gives instead of it
    target_transform  the same of a class
    download          fetch the files that are not there

    data     [N, 28, 28], uint8 from 0 (paper) to 255 (ink)
    targets  [N], int64
    classes  what the classes are called

    dataset[i] is (image, target): an uint8 tensor [28, 28] and an int. In torchvision the image is one of PIL, which
    ToTensor makes a float tensor of; here that is transform=lambda image: image[None] / 255.

        train = mt.datasets.MNIST("data", download=True, transform=lambda image: image[None] / 255)
        for images, targets in mt.utils.data.DataLoader(train, batch_size=64, shuffle=True): ...

    Errors: RuntimeError where the files are not there, or cannot be fetched: it says where to put them by hand.
    Source: Y. LeCun, C. Cortes and C. Burges, "The MNIST database of handwritten digits"; torchvision.datasets.MNIST.
    """

    mirrors = ["https://ossci-datasets.s3.amazonaws.com/mnist/", "https://storage.googleapis.com/cvdf-datasets/mnist/"]
    resources = [  # (file, its MD5)
        ("train-images-idx3-ubyte.gz", "f68b3c2dcbeaaa9fbdd348bbdeb94873"),
        ("train-labels-idx1-ubyte.gz", "d53e105ee54ea40749a09fcbcd1e9432"),
        ("t10k-images-idx3-ubyte.gz", "9fb629c4189551a2d022fa330f9573f3"),
        ("t10k-labels-idx1-ubyte.gz", "ec29112dd5afa0611ce80d1b7f02629c"),
    ]
    classes = [
        "0 - zero", "1 - one", "2 - two", "3 - three", "4 - four", "5 - five", "6 - six", "7 - seven", "8 - eight", "9 - nine",
    ]  # fmt: skip

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        self.root, self.train = os.path.expanduser(os.fspath(root)), train
        self.transform, self.target_transform = transform, target_transform
        if download:
            self.download()
        part = "train" if train else "t10k"
        self.data = read_idx(self._found(f"{part}-images-idx3-ubyte"))
        self.targets = read_idx(self._found(f"{part}-labels-idx1-ubyte")).long()
        if self.data.dim() != 3 or self.targets.shape != self.data.shape[:1]:
            sizes = f"images of sizes {list(self.data.shape)} and labels of sizes {list(self.targets.shape)}"
            raise RuntimeError(f"The files in {self.raw_folder} do not belong together: {sizes}")

    @property
    def raw_folder(self):
        """Where the files are: root/MNIST/raw, with the name of the class."""
        return os.path.join(self.root, type(self).__name__, "raw")

    class_to_idx = property(lambda self: {name: number for number, name in enumerate(self.classes)})

    def _found(self, name):
        """The path of a file, packed or not."""
        for candidate in (name, f"{name}.gz"):
            path = os.path.join(self.raw_folder, candidate)
            if os.path.exists(path):
                return path
        words = f"Dataset not found: there is no {name} in {self.raw_folder}."
        by_hand = "put the file there by hand, packed (.gz) or not"
        raise RuntimeError(f"{words} You can use download=True to download it, or {by_hand}.")

    def download(self):
        """Fetch the files that are not there, each from the first mirror that gives it, and check them.

        Errors: RuntimeError when no mirror does: it names what each of them said, and where to put the file by hand.
        """
        os.makedirs(self.raw_folder, exist_ok=True)
        for name, md5 in self.resources:
            path = os.path.join(self.raw_folder, name)
            if not (os.path.exists(path) or os.path.exists(path.removesuffix(".gz"))):
                self._fetch(name, md5, path)

    def _fetch(self, name, md5, path):
        said = []
        for mirror in self.mirrors:
            try:
                return download(f"{mirror}{name}", path, check=check_digest("md5", md5))
            except (OSError, RuntimeError) as error:  # URLError is an OSError
                said.append(f"  {mirror}{name}: {error}")
        raise RuntimeError(
            f"Error downloading {name}:\n" + "\n".join(said) + "\n"
            f"Without a connection, get the file (MD5 {md5}) in another way, put it into {os.path.abspath(self.raw_folder)} "
            "and try again."
        )

    def __getitem__(self, index):
        image, target = self.data[index], int(self.targets[index])
        image = image if self.transform is None else self.transform(image)
        return image, target if self.target_transform is None else self.target_transform(target)

    def __len__(self):
        return len(self.data)

    def __repr__(self):
        lines = [f"Number of datapoints: {len(self)}", f"Root location: {self.root}"]
        return "\n    ".join([f"Dataset {type(self).__name__}", *lines, f"Split: {'Train' if self.train else 'Test'}"])


class FashionMNIST(MNIST):
    """Pictures of clothes in the form of MNIST: as many, as large, in ten classes. Arguments and errors as there.

    Source: H. Xiao, K. Rasul and R. Vollgraf, "Fashion-MNIST", 2017 (arXiv:1708.07747), MIT License; torchvision.
    """

    mirrors = [
        "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/",
        "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/",
    ]
    resources = [
        ("train-images-idx3-ubyte.gz", "8d4fb7e6c68d591d4c3dfef9ec88bf0d"),
        ("train-labels-idx1-ubyte.gz", "25c81989df183df01b3e8a0aad5dffbe"),
        ("t10k-images-idx3-ubyte.gz", "bef4ecab320f06d8554ea6380940ec79"),
        ("t10k-labels-idx1-ubyte.gz", "bb300cfdad3c16e7a12a480ee83cd310"),
    ]
    classes = [
        "T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot",
    ]  # fmt: skip
