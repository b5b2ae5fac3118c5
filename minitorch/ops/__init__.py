"""ops: what can be computed with tensors, in folders by family."""
