"""Exercises of lesson 15: full backward hooks."""
