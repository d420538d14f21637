"""Kalooki for the local network: every player a node, every deal verifiable."""
