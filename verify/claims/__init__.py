"""Printed claims: where they stand, what is said of them, and the papers that hold them."""
