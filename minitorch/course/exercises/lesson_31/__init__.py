"""Exercises of lesson 31: batches of a text, attention, the blocks of a GPT, and how it writes."""
