"""The language of claims: conditions on polynomials, implications, formulas as the kernel reads them."""
