"""Branch and bound over boxes: strict claims on compact sets proved, infima enclosed (grade `enclosed`)."""
