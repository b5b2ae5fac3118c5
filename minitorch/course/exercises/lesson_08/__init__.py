"""Exercises of lesson 08: stopping gradients, asking for them, and watching them with hooks."""
