"""Budgets under notions of privacy that bound the success of attacks, not the posterior of each output."""
