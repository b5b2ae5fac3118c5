"""Exercises of lesson 07: stopping, watching and changing gradients, and changes made in place."""
