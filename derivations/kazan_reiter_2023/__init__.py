"""Kazan & Reiter, "Prior-itizing Privacy", first version (April 2023): its statements as located claims.

All of them, in the paper's order, are `claims.CLAIMS`; the modules follow its sections.
"""
