"""What a given eps guarantees: worst priors and curves, the lower side, several releases together."""
