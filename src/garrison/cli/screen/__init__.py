"""What a terminal shows: plain lines or a full screen."""
