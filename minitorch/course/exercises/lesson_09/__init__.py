"""Exercises of lesson 09: attributes that are kept account of."""
