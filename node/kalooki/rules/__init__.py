"""The rules of Kalooki: pure values and functions."""
