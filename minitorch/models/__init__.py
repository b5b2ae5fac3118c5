"""models: whole networks, and what trains them: a convolutional network, a small GPT."""

from .._lazy import end_of_package

# isort: off
try:
    # 27  a convolutional network
    from .cnn import CNN, accuracy, grad_cam, train_classifier

    # 31  a small GPT
    from .gpt import GPT, Block, SelfAttention, attention_weights, causal_attention
    from .train_gpt import (
        Characters, get_batch, held_out, held_out_loss, learning_rate, next_token_loss, parameter_groups, train,
    )  # fmt: skip
except ModuleNotFoundError as missing:
    end_of_package(missing)
