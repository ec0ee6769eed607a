"""The small language of exported programs, and arithmetic in it that loses nothing."""
