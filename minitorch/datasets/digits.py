"""digits: handwritten digits that are shipped with the course (shelf)."""

import os

import numpy as np

from .. import random
from ..creation.tensor import from_numpy

FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")


def digits(held_out=360, seed=0):
    """Handwritten digits: images of 8 x 8 pixels and what they show.

    held_out  how many of the 1,797 images to keep apart for testing
    seed      which ones: the order is shuffled by a generator with this seed

    Returns (images, labels, test_images, test_labels): images float32 [N, 64] from 0 (paper) to 1 (ink), labels int64 [N].

    >>> import minitorch as mt
    >>> images, labels, test_images, test_labels = mt.datasets.digits()
    >>> images.shape, test_labels.shape
    (minitorch.Size([1437, 64]), minitorch.Size([360]))

    Source: E. Alpaydin and C. Kaynak, "Optical Recognition of Handwritten Digits", UCI Machine Learning Repository, 1998,
    doi:10.24432/C50P49, CC BY 4.0; this is its test set.
    """
    with np.load(os.path.join(FOLDER, "digits.npz")) as file:
        images, labels = file["images"], file["labels"]
    if not 0 < held_out < len(labels):
        raise ValueError(f"held_out must be between 1 and {len(labels) - 1}, but got {held_out}")
    order = random.randperm(len(labels), np.dtype(np.int64), random.Generator().manual_seed(seed))
    images = images[order].reshape(-1, 64).astype(np.float32) / 16
    labels = labels[order].astype(np.int64)
    parts = images[held_out:], labels[held_out:], images[:held_out], labels[:held_out]
    return tuple([from_numpy(np.ascontiguousarray(part)) for part in parts])
