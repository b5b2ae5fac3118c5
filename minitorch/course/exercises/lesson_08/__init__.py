"""Exercises of lesson 08: stopping, watching and changing gradients, and changes made in place."""
