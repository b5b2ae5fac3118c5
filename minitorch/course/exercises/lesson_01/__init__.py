"""Exercises of lesson 01: one array and eight attributes, and the shape of nested lists."""
