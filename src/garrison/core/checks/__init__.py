"""The checks of the laws, grouped by subject."""
