"""Castle under Siege: a catapult against a castle, for two."""
