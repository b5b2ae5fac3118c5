"""A small GPT: the same as a twin in PyTorch, causal, trained by a loop that can be resumed; and its milestone refuses mutants."""

import ast
import json
import math
from pathlib import Path

import numpy as np
import pytest

import minitorch as mt
from minitorch.models import (
    GPT,
    Block,
    Characters,
    SelfAttention,
    get_batch,
    held_out,
    held_out_loss,
    learning_rate,
    next_token_loss,
    parameter_groups,
    train,
)  # fmt: skip

NOTEBOOK = Path(__file__).resolve().parents[1] / "lessons" / "31-gpt.ipynb"


def small(seed=0, **sizes):
    mt.manual_seed(seed)
    return GPT(**{"vocabulary": 11, "context": 8, "width": 12, "heads": 3, "layers": 2, **sizes})


def twin_of(model, torch):
    """The same model in PyTorch, written with its own attention layer and encoder layer, with the same weights."""
    width, context, heads = model.head.in_features, model.context, model.blocks[0].attention.heads

    class Twin(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = torch.nn.Embedding(model.tokens.num_embeddings, width)
            self.positions = torch.nn.Embedding(context, width)
            layer = torch.nn.TransformerEncoderLayer(
                width, heads, 4 * width, dropout=0.0, norm_first=True, batch_first=True
            )
            self.blocks = torch.nn.TransformerEncoder(layer, len(model.blocks), enable_nested_tensor=False)
            self.norm = torch.nn.LayerNorm(width)
            self.head = torch.nn.Linear(width, model.tokens.num_embeddings, bias=False)

        def forward(self, ids):
            mask = torch.nn.Transformer.generate_square_subsequent_mask(ids.shape[1])
            x = self.tokens(ids) + self.positions(torch.arange(ids.shape[1]))
            return self.head(self.norm(self.blocks(x, mask=mask, is_causal=True)))

    twin = Twin()
    twin.load_state_dict({named_there(name): torch.tensor(p.numpy()) for name, p in model.state_dict().items()})
    return twin


def named_there(name):
    """The name of a parameter in the twin."""
    words = {
        "blocks.": "blocks.layers.", "attention.qkv.": "self_attn.in_proj_", "attention.out.": "self_attn.out_proj.",
        "mlp.0.": "linear1.", "mlp.2.": "linear2.",
    }  # fmt: skip
    for ours, theirs in words.items():
        name = name.replace(ours, theirs)
    return name


def test_scores_and_gradients_are_those_of_a_twin(torch):
    model = small()
    twin, ids = twin_of(model, torch), np.arange(16).reshape(2, 8) * 7 % 11
    ours, theirs = model(mt.tensor(ids)), twin(torch.tensor(ids))
    np.testing.assert_allclose(ours.detach().numpy(), theirs.detach().numpy(), rtol=1e-4, atol=1e-5)
    (ours**2).sum().backward()
    (theirs**2).sum().backward()
    there = dict(twin.named_parameters())
    for name, p in model.named_parameters():
        np.testing.assert_allclose(
            p.grad.numpy(), there[named_there(name)].grad.numpy(), rtol=1e-3, atol=1e-3, err_msg=name
        )


def test_training_goes_as_that_of_a_twin(torch):
    model, ids = small(), mt.arange(200) ** 2 % 11
    twin = twin_of(model, torch)
    adam = mt.optim.AdamW(parameter_groups(model), betas=(0.9, 0.95))
    groups = [
        {"params": [p for p in twin.parameters() if p.ndim > 1], "weight_decay": 0.1},
        {"params": [p for p in twin.parameters() if p.ndim < 2], "weight_decay": 0.0},
    ]
    their_adam = torch.optim.AdamW(groups, betas=(0.9, 0.95))
    rates = [learning_rate((step + 1) / 12, 5e-3) for step in range(12)]
    losses = train(model, adam, ids, rates, 4, mt.Generator().manual_seed(3))
    generator, theirs = mt.Generator().manual_seed(3), []
    for rate in rates:
        x, y = [torch.tensor(part.numpy()) for part in get_batch(ids, 4, 8, generator)]
        for group in their_adam.param_groups:
            group["lr"] = rate
        their_adam.zero_grad()
        loss = torch.nn.functional.cross_entropy(twin(x).flatten(0, 1), y.flatten())
        loss.backward()
        their_adam.step()
        theirs.append(loss.item())
    np.testing.assert_allclose(losses, theirs, rtol=2e-4)
    assert losses[-1] < losses[0]


@pytest.mark.parametrize("shape", [(5, 4), (2, 3, 7, 8)])
def test_causal_attention_is_pytorch_s(torch, shape):
    arrays = [np.random.default_rng(seed).normal(size=shape).astype("float32") for seed in range(3)]
    ours = mt.nn.functional.scaled_dot_product_attention(*map(mt.tensor, arrays), is_causal=True).numpy()
    theirs = torch.nn.functional.scaled_dot_product_attention(*map(torch.tensor, arrays), is_causal=True)
    np.testing.assert_allclose(ours, theirs.numpy(), rtol=1e-4, atol=1e-6)


def test_no_position_sees_a_later_one():
    model, ids = small().double(), mt.arange(8).unsqueeze(0)
    before = model(ids)
    changed = ids.clone()
    changed[0, 5] = 9
    after = model(changed)
    assert mt.equal(before[0, :5], after[0, :5])
    assert not any(mt.allclose(before[0, t], after[0, t]) for t in range(5, 8))


# --- the text ---


def test_characters_are_numbered_in_order():
    characters = Characters("a tensor")
    assert characters.all == sorted(set("a tensor")) and len(characters) == 8
    assert characters.decode(characters.encode("a rest")) == "a rest"


def test_every_tenth_line_is_held_out():
    text = "".join(f"{number}\n" for number in range(25))
    training, measured = held_out(text)
    assert measured.split() == ["0", "10", "20"] and len(training.split()) == 22
    training, measured = held_out(mt.datasets.text())
    assert not set(training.splitlines()) & set(measured.splitlines())


def test_a_batch_has_every_window_equally_often():
    x, y = get_batch(mt.arange(6), 9000, 3, mt.Generator().manual_seed(0))
    assert mt.equal(y, x + 1) and mt.equal(x[:, 1:], x[:, :-1] + 1)
    counts = mt.bincount(x[:, 0]).tolist()
    assert len(counts) == 3 and max(counts) - min(counts) < 300


def test_the_held_out_loss_is_the_mean_over_all_windows():
    model, ids = small(), mt.arange(100) * 3 % 11
    windows = [ids[start : start + 9] for start in range(0, 92, 8)]
    each = [next_token_loss(model, window[None, :-1], window[None, 1:]).item() for window in windows]
    assert held_out_loss(model, ids) == pytest.approx(sum(each) / len(each), rel=1e-5)


def test_the_learning_rate_rises_and_falls():
    rates = [learning_rate((step + 1) / 200, 1.0) for step in range(200)]
    assert rates[:10] == sorted(rates[:10]) and rates[9:] == sorted(rates[9:], reverse=True)
    assert max(rates) == pytest.approx(1.0) and rates[-1] == pytest.approx(0.1)


# --- writing ---


def test_generate_is_the_softmax_of_the_last_scores():
    model, ids = small(), mt.tensor([[1, 2, 3]]).repeat(4000, 1)
    drawn = model.generate(ids, 1, 0.5, mt.Generator().manual_seed(0))[:, -1]
    wanted = (model(ids[:1])[0, -1] / 0.5).softmax(-1)
    np.testing.assert_allclose(mt.bincount(drawn, minlength=11).numpy() / 4000, wanted.detach().numpy(), atol=0.03)


def test_generate_goes_beyond_the_context():
    model = small()
    written = model.generate(mt.tensor([[1, 2], [3, 4]]), 20)
    assert written.shape == (2, 22) and not written.requires_grad
    assert mt.equal(written[:, :2], mt.tensor([[1, 2], [3, 4]]))


# --- resuming ---


def test_a_resumed_training_gives_the_same_losses(tmp_path):
    ids, rates = mt.arange(300) ** 2 % 11, [learning_rate((step + 1) / 20, 5e-3) for step in range(20)]

    def parts(seed):
        model = small(seed)
        return model, mt.optim.AdamW(parameter_groups(model), betas=(0.9, 0.95)), mt.Generator().manual_seed(7)

    model, optimizer, generator = parts(0)
    whole = train(model, optimizer, ids, rates, 4, generator)

    model, optimizer, generator = parts(0)
    first = train(model, optimizer, ids, rates[:8], 4, generator)
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "generator": generator.get_state()}
    mt.save(state, tmp_path / "run.pt")

    state = mt.load(tmp_path / "run.pt")
    model, optimizer, generator = parts(1)
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    generator.set_state(state["generator"])
    assert first + train(model, optimizer, ids, rates[8:], 4, generator) == whole


# --- the milestone of lesson 31 ---


def milestone_of_the_lesson():
    """The functions of the lesson that measure a trained model."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names = {"held_out_loss": held_out_loss, "arange": mt.arange, "mt": mt}
    names |= {"next_token_loss": next_token_loss, "get_batch": get_batch}
    for cell in cells:
        text = "".join(cell["source"])
        if "def influence(" in text or "def milestone(" in text:
            found = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
            names["characters"] = Characters(mt.datasets.text())
            exec(compile(ast.Module(found, []), str(NOTEBOOK), "exec"), names)
    return names["milestone"]


def future(query, key):
    positions = mt.arange(query.size(-2))
    scores = query @ key.mT / query.size(-1) ** 0.5
    return mt.where(positions < positions.unsqueeze(1), -math.inf, scores).softmax(-1)


def everything(query, key):
    return (query @ key.mT / query.size(-1) ** 0.5).softmax(-1)


def with_weights(weights):
    """A SelfAttention with other weights."""

    class Changed(SelfAttention):
        def forward(self, x):
            batch, length, width = x.shape
            parts = [part.view(batch, length, self.heads, -1).transpose(1, 2) for part in self.qkv(x).chunk(3, -1)]
            return self.out((weights(*parts[:2]) @ parts[2]).transpose(1, 2).reshape(batch, length, width))

    return Changed


def frozen(model):
    model.blocks[0].attention.requires_grad_(False)


def unused(model):
    model.blocks[1].forward = lambda x: x


def trained(mutant=None, steps=60, shuffled=False):
    """What the milestone says of a small model that learns an easy text, with a mutant's fault."""
    text = "abcabcabd" * 150
    characters = Characters(text)
    ids = characters.encode(text)
    model = small(vocabulary=len(characters))
    if mutant in (future, everything):
        for block in model.blocks:
            block.attention = with_weights(mutant)(12, 3)
    start = {name: p.detach().clone() for name, p in model.named_parameters()}
    if mutant in (frozen, unused):
        mutant(model)
    if shuffled:
        ids = ids[mt.randperm(len(ids), generator=mt.Generator().manual_seed(0))]
    optimizer = mt.optim.AdamW(parameter_groups(model), betas=(0.9, 0.95))
    rates = [learning_rate((step + 1) / steps, 1e-2) for step in range(steps)]
    train(model, optimizer, ids, rates, 8, mt.Generator().manual_seed(1))
    return milestone_of_the_lesson()(model, start, characters.encode(text[:200]), most=0.6)


def test_the_milestone_accepts_a_trained_model():
    found = trained()
    assert all(found.values()), found


@pytest.mark.parametrize("mutant", [future, everything, frozen, unused])
def test_the_milestone_refuses_mutants(mutant):
    found = trained(mutant)
    assert not all(found.values())
    if mutant is future:  # though its loss is splendid
        assert found["the held-out loss is below 0.6"]


def test_the_milestone_refuses_shuffled_labels():
    assert not trained(shuffled=True)["the held-out loss is below 0.6"]


def test_the_parts_can_be_used_alone():
    assert SelfAttention(6, 2)(mt.zeros(2, 3, 6)).shape == (2, 3, 6)
    assert Block(6, 2)(mt.zeros(2, 3, 6)).shape == (2, 3, 6)
    with pytest.raises(IndexError):
        small()(mt.zeros(1, 9, dtype=mt.int64))
