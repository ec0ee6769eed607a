"""What the versions of Kazan & Reiter share: notation, finite models, risk profiles and their budgets."""
