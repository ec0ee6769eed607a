"""The papers: what each one prints, located, and whether it holds when it is derived again."""
