"""Tower: two masons haul stones and build; who dares too much tips the cart."""
