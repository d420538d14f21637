"""The table as rows of text with roles: pure functions of what a seat sees. No terminal, no clock, no input."""
