"""Lemma 1 and Theorem 1: the steps that are rules of probability, for countable supports."""
