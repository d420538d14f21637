"""The command line client."""
