"""An audit for readers: text, JSON, a page, a note of errata, and the graph of what rests on what."""
