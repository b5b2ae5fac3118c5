"""FlopCounterMode: the counts of products and convolutions, forward and backward, and the table: PyTorch's."""

import pytest

import minitorch as mt
import minitorch.utils.flop_counter

CALLS = [
    lambda lib, r: r(2, 3, 4) @ r(4, 5),
    lambda lib, r: r(3, 4) @ r(2, 4, 5),
    lambda lib, r: r(4) @ r(4, 3) + lib.mv(r(3, 4), r(4)),
    lambda lib, r: lib.addmm(r(5), r(3, 4), r(4, 5)).sum() + lib.baddbmm(r(1), r(2, 3, 4), r(2, 4, 5)).sum(),
    lambda lib, r: lib.nn.Linear(3, 2)(r(4, 5, 3)).sum().backward(),
    lambda lib, r: lib.nn.Linear(3, 2)(r(4, 5, 3).transpose(0, 1)),
    lambda lib, r: (r(2, 3).requires_grad_() @ r(3, 4)).sum().backward(),
    lambda lib, r: lib.nn.Conv2d(4, 8, 3, groups=2)(r(2, 4, 8, 8)).sum().backward(),
    lambda lib, r: lib.nn.Conv2d(4, 8, 3, groups=2)(r(2, 4, 8, 8).requires_grad_()).sum().backward(),
    lambda lib, r: lib.nn.ConvTranspose2d(4, 8, 3, stride=2, groups=2)(r(2, 4, 8, 8).requires_grad_()).sum().backward(),
    lambda lib, r: lib.nn.Conv1d(4, 8, 3, padding="same")(r(4, 8)),
    lambda lib, r: lib.nn.functional.scaled_dot_product_attention(r(2, 3, 5, 4), r(2, 3, 5, 4), r(2, 3, 5, 4)),
    lambda lib, r: lib.nn.MultiheadAttention(4, 2)(r(3, 2, 4), r(3, 2, 4), r(3, 2, 4))[0].sum().backward(),
]


@pytest.mark.parametrize("call", CALLS)
def test_flops_by_operator_are_pytorchs(call, torch):
    from torch.utils import flop_counter

    counts = []
    for library, module in ((torch, flop_counter), (mt, minitorch.utils.flop_counter)):
        with module.FlopCounterMode(display=False) as counter:
            call(library, library.randn)
        found = counter.get_flop_counts().get("Global", {})
        counts.append(({str(operator): flops for operator, flops in found.items()}, counter.get_total_flops()))
    assert counts[0] == counts[1]


def test_the_table_shows_modules(torch, capsys):
    from torch.utils import flop_counter

    said = []
    for library, module in ((torch, flop_counter), (mt, minitorch.utils.flop_counter)):
        nn = library.nn
        net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.Flatten(), nn.Sequential(nn.Linear(16, 200), nn.Linear(200, 2)))
        with module.FlopCounterMode(depth=2) as counter:
            net(library.ones(2, 1, 4, 4)).sum().backward()
        said.append((capsys.readouterr().out, counter.get_table(9), sorted(counter.get_flop_counts())))
    assert said[0] == said[1]


def test_formulas_of_your_own(torch):
    from torch.utils import flop_counter

    found = []
    for library, module in ((torch, flop_counter), (mt, minitorch.utils.flop_counter)):

        def count(x_shape, *args, out_shape=None, **kwargs):
            return x_shape[0] * len(out_shape)

        with module.FlopCounterMode(display=False, custom_mapping={library.ops.aten.relu: count}) as counter:
            library.nn.Sequential(library.nn.Linear(3, 2), library.nn.ReLU())(library.ones(4, 3))
        found.append({str(op): n for op, n in counter.get_flop_counts()["Global"].items()})
        with pytest.raises(RuntimeError, match="duplicate registrations for aten.mm"):
            module.register_flop_formula(library.ops.aten.mm)(count)
        with pytest.raises(ValueError, match="expected each target to be OpOverloadPacket"):
            module.register_flop_formula(library.ops.aten.mm.default)(count)
    assert found[0] == found[1] == {"aten.addmm": 48, "aten.relu": 8}


def test_backward_passes_count_for_modules(torch, capsys):
    """Those whose arguments want no gradient are left when the pass is over: two towers."""
    from torch.utils import flop_counter

    said = []
    for library, module in ((torch, flop_counter), (mt, minitorch.utils.flop_counter)):
        nn = library.nn

        class Towers(nn.Module):
            def __init__(self, nn=nn):
                super().__init__()
                self.left, self.right, self.top = nn.Linear(8, 4), nn.Linear(8, 4), nn.Linear(4, 2)

            def forward(self, x):
                return self.top(self.left(x).relu() * self.right(x))

        net = Towers()
        with module.FlopCounterMode(depth=3) as counter:
            net(library.ones(5, 8)).sum().backward()
        said.append((capsys.readouterr().out, counter.get_total_flops()))
    assert said[0] == said[1]


def test_what_is_not_needed():
    with pytest.warns(UserWarning, match="mods argument is not needed"):
        minitorch.utils.flop_counter.FlopCounterMode(mt.nn.Linear(1, 1))
