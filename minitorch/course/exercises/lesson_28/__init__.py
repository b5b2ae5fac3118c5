"""Exercises of lesson 28: normalization and residual connections."""
