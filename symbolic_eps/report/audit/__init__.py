"""Reports of an audit: text, JSON, a page, a note of errata, and the graph of claims."""
