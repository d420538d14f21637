"""The table on screen, in Textual: keys and mouse in, drawn rows out. What is drawn is decided in `board`."""
