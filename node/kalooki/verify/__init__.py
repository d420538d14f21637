"""The offline verifier: replays a transcript and lists findings."""
