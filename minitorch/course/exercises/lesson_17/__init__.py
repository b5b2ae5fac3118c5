"""Exercises of lesson 17: states that come from files, with older names."""
