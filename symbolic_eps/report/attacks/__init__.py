"""Answers under a notion of privacy, in terms of the attacks that it allows, as text and as JSON."""
