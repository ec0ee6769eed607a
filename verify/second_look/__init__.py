"""A second look at statements and witnesses: arithmetic and random points that are not the prover's."""
