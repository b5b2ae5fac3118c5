"""join: several tensors into one, and one into several: cat, stack, split."""
