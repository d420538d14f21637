"""One file per variant, each defines VARIANT."""
