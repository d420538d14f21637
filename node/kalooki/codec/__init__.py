"""Values to wire and back: the only place that knows both."""
