"""Exercises of lesson 01: one array and eight attributes, what data becomes, and random numbers."""
