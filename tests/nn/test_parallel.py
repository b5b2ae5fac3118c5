"""DataParallel without a GPU, and what it is made of."""

import minitorch as mt
from minitorch.nn import parallel

from ..both import programs, same


def data_parallel(torch):
    nn = torch.nn
    model = nn.DataParallel(nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1)), device_ids=[0])
    optimizer, x = torch.optim.SGD(model.parameters(), lr=0.1), torch.randn(4, 2)
    found = [repr(model), model.device_ids, list(model.state_dict()), nn.DataParallel is nn.parallel.DataParallel]
    for _ in range(3):
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    state = model.state_dict()
    nn.modules.utils.consume_prefix_in_state_dict_if_present(state, "module.")
    found += [model.module.load_state_dict(state), model.eval().module.training, model(input=x)]
    return [*found, nn.parallel.scatter([1, "a"], [0, 1])]


@programs(globals())
def test_as_in_pytorch(torch, program):
    same(program, torch)


def test_a_batch_in_parts_and_back():
    net = mt.nn.Sequential(mt.nn.Linear(3, 2), mt.nn.BatchNorm1d(2).eval())
    batch, devices = {"x": mt.randn(5, 3), "y": [mt.arange(5), "all"]}, ["cpu", "cpu"]
    first, second = parallel.scatter(batch, devices)
    assert [first["x"].shape[0], second["x"].shape[0], first["y"][1]] == [3, 2, "all"]
    replicas = parallel.replicate(net, devices)
    results = parallel.parallel_apply(replicas, [first["x"], second["x"]])
    assert mt.allclose(parallel.gather(results, "cpu"), net(batch["x"]))
    sum(y.sum() for y in results).backward()
    together = net[0].weight.grad.clone()
    net.zero_grad()
    net(batch["x"]).sum().backward()
    assert mt.allclose(net[0].weight.grad, together)
    assert parallel.gather([(mt.ones(()),), (mt.zeros(()),)], "cpu")[0].tolist() == [1.0, 0.0]
