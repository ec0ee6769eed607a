"""What a user asks for: one recommended number, or a closed form with its proof."""
