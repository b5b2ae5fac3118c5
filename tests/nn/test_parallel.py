"""DataParallel without a GPU, and names that readers of PyTorch's source look for."""

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
    return found


def hooks(torch):
    layer, ones = torch.nn.Linear(2, 2), torch.ones(1, 2)
    y = layer._slow_forward(ones)
    layer._maybe_warn_non_full_backward_hook([ones], y, y.grad_fn)
    layer._maybe_warn_non_full_backward_hook(ones, [y], y.grad_fn)
    return layer._wrapped_call_impl(ones)


@programs(globals())
def test_as_in_pytorch(torch, program):
    same(program, torch)
