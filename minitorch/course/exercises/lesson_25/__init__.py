"""Exercises of lesson 25: data and the training loop."""
