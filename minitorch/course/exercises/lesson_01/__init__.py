"""Exercises of lesson 01: what a tensor works out when asked, the shape of nested lists, and the printed form."""
