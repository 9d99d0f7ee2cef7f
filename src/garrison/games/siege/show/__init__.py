"""How it looks: board, scene, what each event shows, why something is not allowed, drawings."""
