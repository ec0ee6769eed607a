"""Statements for every integer: hypergeometric sums and integrals with certificates, and induction."""
