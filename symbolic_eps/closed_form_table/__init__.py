"""Tables of closed forms: eps derived now, beside what a paper prints; and a numerical cross-check."""
