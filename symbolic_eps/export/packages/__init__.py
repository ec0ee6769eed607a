"""Whole exports: files, licence, test vectors; and somebody else's program against the exact values."""
