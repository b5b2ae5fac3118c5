"""sort, topk, kthvalue, mode: equal elements stand where PyTorch leaves them."""

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


def taken(library):
    """Indices that topk, kthvalue and mode give for repeated numbers: by a heap, by parting, in order and not."""
    library.manual_seed(0)
    found = []
    for n, k in ((2, 1), (3, 2), (16, 5), (40, 17), (64, 1), (200, 3), (200, 120)):
        for most in (1, 3, 50):
            x = library.randint(0, most, (2, n)).float()
            for largest in (False, True):
                for in_order in (False, True):
                    found += [x.topk(k, largest=largest, sorted=in_order)[1]]
            found += [x.kthvalue(k)[1], x.mode()[1], x.t().contiguous().topk(k, 0)[1]]
            x[x == 2] = float("nan")
            found += [x.topk(k)[1], x.topk(k, largest=False)[1], x.kthvalue(k)[1]]
    found += [library.rand(50).topk(20, sorted=False)[1]]
    for x in (library.rand(40, 300), library.randint(0, 5000, (40, 3, 200)), library.rand(70).half()):  # few are equal
        found += [x.topk(k, dim, largest)[1] for k in (1, 7, 16) for dim in (0, -1) for largest in (False, True)]
    return [index.tolist() for index in found]


def test_of_equal_elements_topk_takes_those_that_pytorchs_takes(torch):
    assert taken(mt) == taken(torch)
