"""models: whole networks, and what trains them: a loop for classifiers, a convolutional network, a small GPT."""

from .._lazy import end_of_package

# isort: off
try:
    # 25  data and the training loop
    from .loop import evaluate, fit

    # 27  a convolutional network
    from .cnn import CNN, accuracy, grad_cam, train_classifier

    # 31  a small GPT
    from .gpt import GPT, Block, SelfAttention
    from .train_gpt import (
        Characters, get_batch, held_out, held_out_loss, learning_rate, next_token_loss, parameter_groups, train,
    )  # fmt: skip

    # 32  generating text
    from .generating import Cache, RotaryAttention, RotaryGPT, filtered, rotated
except ModuleNotFoundError as missing:
    end_of_package(missing)
