"""Budgets as theorems of Coq: definitions and general lemmas (`*.v`), and what a closed form says in them."""
