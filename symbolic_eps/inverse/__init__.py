"""The other way round: which parameter of a profile meets a goal, and how eps moves with a parameter."""
