"""A recommendation as a memo: one page for those who decide, the technical part behind it."""
