"""sort: equal elements stand where PyTorch's sort leaves them."""

import minitorch as mt


def orders(library):
    """Indices that sort and argsort give for repeated numbers, of several lengths, dtypes and layouts."""
    library.manual_seed(0)
    found = []
    for n in (16, 17, 40, 300):
        for kind in (library.int64, library.bool, library.float32, library.bfloat16):
            x = library.randint(0, 4, (n,)).to(kind)
            if kind.is_floating_point:
                x[x == 3] = float("nan")
            for down in (False, True):
                found += [
                    x.sort(descending=down)[1],
                    x.argsort(descending=down),
                    x.sort(dim=0, descending=down, stable=True)[1],
                ]
    x = library.randint(0, 3, (2, 30, 40))
    found += [part.sort(dim)[1] for part in (x, x.transpose(0, 2)) for dim in range(3)]
    packed = library.nn.utils.rnn.pack_padded_sequence(library.ones(5, 30, 1), x[0, 0, :30] + 1, enforce_sorted=False)
    return [index.tolist() for index in [*found, packed.sorted_indices]]


def test_equal_elements_stand_where_pytorch_leaves_them(torch):
    assert orders(mt) == orders(torch)
