"""Exercises of lesson 23: optimizers that remember and rescale gradients."""
