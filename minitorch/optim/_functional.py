"""_functional: torch.optim._functional: where older programs find adam, sgd and the other steps (shelf)."""

__all__ = """adadelta adagrad adam adamax adamw asgd nadam radam rmsprop rprop sgd sparse_adam""".split()
