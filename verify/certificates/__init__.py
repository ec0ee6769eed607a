"""Certificates as data, where they are kept, and the search for one."""
