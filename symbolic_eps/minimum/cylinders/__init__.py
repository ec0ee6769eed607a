"""The last resort: X over cells of one parameter or two, by open cylindrical decomposition.

From the mathematics to the answer:

- `projection`, with `elimination` and `one_sign`: polynomials projected from the last variable to the first;
- `over_parameters`: of which polynomial X is a root, and where that may change;
- `cells_on_line`, `line_branches`, `root_forms`: one parameter;
- `cells_of_plane`, `plane_forms`, `plane_tree`, `plane_branches`, with `common_points`: two parameters;
- `question`: the same along a curve, by putting an equation into all of it;
- `continuity`, `tight_conditions`, `roots_nearby`: what belongs to a cell's border;
- `last_resort`: for which profiles all this is, with its evidence;
- `cells_of_parameters`: the branches for the engine.
"""
