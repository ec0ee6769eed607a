"""From a goal to a parameter of a profile, and how eps changes with a parameter."""
