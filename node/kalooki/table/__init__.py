"""The replicated table: a signed log, and the machine that applies it."""
