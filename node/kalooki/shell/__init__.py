"""Everything that touches the world: sockets, files, clocks, chance."""
