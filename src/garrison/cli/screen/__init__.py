"""Terminal screens: plain lines or a full screen."""
