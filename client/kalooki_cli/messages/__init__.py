"""Every sentence that a person reads during a game stands in this package."""
