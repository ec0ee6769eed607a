"""Kazan & Reiter, "Prior-itizing Privacy" (May 2024): its printed statements and numbers, located."""
