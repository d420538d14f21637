"""Version 1, generated from protos/ by scripts/gen_protos.py; never edited."""
