"""Exercises of lesson 18: training and evaluating, frozen and trained."""
