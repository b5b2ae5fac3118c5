"""Short programs as people write them: what they print, here and in PyTorch."""

import pytest

from .programs import same

PROGRAMS = {
    "writing into a part of an expanded tensor": """
        x = torch.ones(2, 1); v = x.expand(2, 3); v[0, 2] = 5; v[1].narrow(0, 0, 1).mul_(2); print(x)
        v[0] = torch.zeros(3)
    """,
    "embeddings that ask for sparse gradients": """
        layer = torch.nn.Embedding(4, 2, sparse=True); layer(torch.tensor([1, 1])).sum().backward()
        print(layer, layer.weight.grad.to_dense())
    """,
    "a bag with an index that there is not": """
        torch.nn.functional.embedding_bag(torch.tensor([[-1, 1]]), torch.ones(3, 2))
    """,
    "a bag with weights of another dtype": """
        weights = torch.ones(1, 2, dtype=torch.float64)
        torch.nn.functional.embedding_bag(torch.tensor([[0, 1]]), torch.ones(3, 2), per_sample_weights=weights, mode="sum")
    """,
    "batch norm that learns its channels": """
        for n in (1, 2, 3):
            layer = getattr(torch.nn, f"LazyBatchNorm{n}d")(); print(layer); y = layer(torch.rand(2, 3, *[4] * n))
            print(layer, type(layer).__name__, list(layer.state_dict()), y.sum() < 1)
    """,
    "out of another dtype: nonzero": "torch.nonzero(torch.ones(2), out=torch.zeros(0))",
    "out of another dtype: all": "torch.all(torch.ones(2), dim=0, out=torch.zeros(()))",
    "flip without dimensions": "torch.ones(2).flip()",
    "a mask for attention of one dimension": """
        x = torch.ones(3, 1, 4); torch.nn.MultiheadAttention(4, 1)(x, x, x, attn_mask=torch.zeros(3))
    """,
    "a module called with what it does not have yet": """
        class Shifted(torch.nn.Linear):
            def forward(self, x): return super().forward(x) + self.shift
        layer = Shifted(2, 1); f = torch.func.functional_call; own = dict(layer.named_parameters())
        print(f(layer, own | {"shift": torch.tensor(3.0)}, torch.ones(2)), hasattr(layer, "shift"))
        for given, options in [
            (own | {"shift": 3}, {}),
            (own | {"shift": own["bias"]}, {"strict": True}), ((own, own), {}), ({"up.bias": own["bias"]}, {}),
        ]:
            try: f(layer, given, torch.ones(2), **options)
            except Exception as error: print(type(error).__name__)
        print(f(torch.nn.Linear(2, 1), own, torch.ones(2), strict=True))
    """,
    "the device as newer examples choose it": """
        print(torch.accelerator.is_available(), torch.accelerator.current_accelerator(), torch.accelerator.device_count())
    """,
    "a variance for each column": """
        print(torch.nn.GaussianNLLLoss()(torch.rand(4, 3), torch.rand(4, 3), torch.ones(1, 3)))
        torch.nn.GaussianNLLLoss()(torch.rand(4, 3), torch.rand(4, 3), torch.ones(2, 3))
    """,
    "what a script imports for several processes, and does not use": """
        load = lambda name: __import__(torch.__name__ + "." + name, fromlist=["x"])
        DDP = load("nn.parallel").DistributedDataParallel; distributed = load("distributed")
        print(isinstance(torch.nn.Linear(1, 1), DDP), all(hasattr(distributed, f"{s}_process_group") for s in ("init", "destroy")))
        DDP(torch.nn.Linear(1, 1))
    """,
    "an element deleted": "x = torch.ones(2); del x[0]",
    "a schedule that goes on before the optimizer does": """
        import warnings
        optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=1.0)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always"); torch.optim.lr_scheduler.StepLR(optimizer, 1).step()
        print([str(one.message)[-27:] for one in said])
    """,
    "gradcheck with PyTorch's options": """
        x = torch.rand(3, dtype=torch.float64, requires_grad=True)
        print(torch.autograd.gradcheck(torch.sin, x, fast_mode=True, check_forward_ad=True, check_batched_grad=True))
        print(torch.autograd.gradgradcheck(torch.sin, x, check_fwd_over_rev=True))
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_says_what_it_says_in_pytorch(name, torch):
    same(PROGRAMS[name], torch)
