"""The proofs of Kazan & Reiter (2024), Appendix E, line by line as claims."""
