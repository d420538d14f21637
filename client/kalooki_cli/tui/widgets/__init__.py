"""Widgets: each draws rows that `board` made."""
