"""F(X) >= 0 for all priors, once X and its place are known: along a prior, at a root, beside the place."""
