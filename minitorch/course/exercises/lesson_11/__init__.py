"""Exercises of lesson 11: attributes that are kept account of."""
