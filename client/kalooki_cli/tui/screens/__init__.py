"""Screens: one file for each."""
