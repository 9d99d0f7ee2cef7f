"""How it looks: board, scene, gestures of events, reasons for refusals, drawings."""
