"""A seat's knowledge: views, positions to start from, samples for bots, facts for study."""
