"""Exercises of lesson 29: recurrent networks."""
