"""Lemma 1 and Theorem 1: the steps that are rules of probability, for finite supports of any size."""
