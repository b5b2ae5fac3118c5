"""Train a GPT on the prose of the lessons for some seconds, and print the held-out loss: `python -m benchmarks.gpt [SECONDS]`.

After 60 seconds on two quiet cores it is at most 1.6 with numba, and at most 1.95 with NumPy alone (MINITORCH_NUMBA=0).

`python -m benchmarks.gpt cache` writes 256 tokens with and without the key-value cache, and prints how many times as fast it is.
"""

import sys
import time

import minitorch as mt
from minitorch.models import GPT, Characters, RotaryGPT, held_out, held_out_loss, learning_rate, parameter_groups, train


def main(seconds=60.0, context=64, width=64, heads=4, layers=2):
    text = mt.datasets.text()
    characters = Characters(text)
    ids, measured = [characters.encode(part) for part in held_out(text)]
    mt.manual_seed(0)
    model = GPT(len(characters), context, width, heads, layers)
    optimizer = mt.optim.AdamW(parameter_groups(model), betas=(0.9, 0.95))
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters", flush=True)
    train(model, optimizer, ids, [0.0])  # what numba compiles is compiled once, before the time runs
    start, steps, shown, losses = time.perf_counter(), 0, 0.0, []
    while (done := (time.perf_counter() - start) / seconds) < 1:
        losses += train(model, optimizer, ids, [learning_rate(max(done, 1e-3), 5e-3)])
        steps += 1
        if done > shown + 0.1:
            shown = done
            print(
                f"{done * seconds:4.0f} s, {steps} steps, training loss {sum(losses[-50:]) / len(losses[-50:]):.2f}",
                flush=True,
            )
    print(f"{steps} steps in {seconds:.0f} s, held-out loss {held_out_loss(model, measured):.3f}")
    given = characters.encode("A tensor ").unsqueeze(0)
    print(characters.decode(model.generate(given, 300, 0.7, mt.Generator().manual_seed(0))[0]))


def cache(count=256):
    for texts in (1, 8):
        mt.manual_seed(0)
        model, ids = RotaryGPT(91, 64, 128, 4, 4), mt.randint(91, (texts, 16))
        found = []
        for on in (True, False):
            start = time.perf_counter()
            tokens = model.generate(ids, count, generator=mt.Generator().manual_seed(0), cache=on)
            found.append((tokens.tolist(), time.perf_counter() - start))
        (one, quick), (other, slow) = found
        same = "the same tokens" if one == other else "other tokens"
        print(
            f"{texts} x {count}: {quick:.2f} s with the cache, {slow:.2f} s without: {slow / quick:.1f} times, {same}"
        )


if __name__ == "__main__":
    cache() if sys.argv[1:] == ["cache"] else main(*map(float, sys.argv[1:2]))
