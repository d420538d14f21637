"""Contests of bots on this computer's cores, or on those of a Ray cluster, with their results kept as they come."""
