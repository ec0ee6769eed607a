"""Statements of calculus as claims: derivatives, limits, extrema, integrals, series, with parameters.

Every statement is reduced to implications between polynomial conditions, which a prover decides; calculus
adds a few rules (differentiation, asymptotic expansion at a border, antiderivatives), stated in the modules.
"""
