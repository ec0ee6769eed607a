"""X = e^-eps as the greatest root that is attained at priors: a complete answer without cells.

- `faces`: the theorem, and the equations of each face on which X may be attained;
- `at_origin`: limits where both priors tend to 0;
- `eliminants`: polynomials in x and the parameters that vanish at X;
- `attained`: the branches with their premises, for the engine.
"""
