"""The fair deck: shuffled by everybody, opened by shares, proved to anybody."""
