"""Bounds on the risk as users give them: text, numbers, caps, groups, boxes; and where they are defined."""
