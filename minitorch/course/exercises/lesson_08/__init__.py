"""Exercises of lesson 08: gradients of gradients, your own Function, and one training step."""
