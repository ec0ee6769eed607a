"""Budgets as theorems of Coq: the definitions and lemmas (`*.v`), and what a closed form says in these words."""
