"""That eps is enough at every prior: ways to show that P < 0 is impossible."""
