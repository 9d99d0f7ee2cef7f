"""What a seat may know: views, positions to start from, samples for bots, facts for study."""
