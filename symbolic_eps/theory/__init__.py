"""What eps-DP allows: the bound on the relative risk, its root, its variants, in symbols and in float64."""
