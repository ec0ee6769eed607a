"""Which root X = e^-eps is, in Coq."""
