"""Where the saved vectors lie."""

from pathlib import Path

TRANSCRIPTS = Path(__file__).resolve().parent.parent / "vectors/transcripts"
