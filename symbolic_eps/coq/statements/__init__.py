"""What a theorem says: profiles, branches, places, and steps that rest on certificates."""
