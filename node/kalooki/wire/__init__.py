"""Messages between nodes, versioned: a new version is a new package."""
