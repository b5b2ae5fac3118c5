"""Exercises of lesson 10: gradients of gradients, your own Function, and one training step."""
