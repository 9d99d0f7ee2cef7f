"""The table over HTTP: addresses, pages, and what /openapi.json says of them."""
