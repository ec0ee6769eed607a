"""That no larger eps is admissible: the budget is reached, at a place or in a limit."""
