"""Exercises of lesson 09: changes in place, and who notices them."""
