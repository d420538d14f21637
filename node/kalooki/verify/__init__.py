"""The offline verifier: replays a transcript and lists findings."""

from kalooki.verify.report import TITLES, Check, Finding, Person, Report, Result, State, Summary, Verdict
from kalooki.verify.retelling import Retelling, Told, retell
from kalooki.verify.values import report_values, words_of
from kalooki.verify.verifier import verify_transcript
from kalooki.verify.witness import Witness

__all__ = [
    "TITLES",
    "Check",
    "Finding",
    "Person",
    "Report",
    "Result",
    "Retelling",
    "State",
    "Summary",
    "Told",
    "Verdict",
    "Witness",
    "report_values",
    "retell",
    "verify_transcript",
    "words_of",
]
