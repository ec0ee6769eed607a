"""What can be exported: formulas in stable forms, each with a proven bound on its rounding error."""
