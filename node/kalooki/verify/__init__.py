"""The offline verifier: replays a transcript and lists findings."""

from kalooki.verify.report import Check, Finding, Person, Report, Result, State, Summary, Verdict
from kalooki.verify.retelling import Retelling, Told, retell
from kalooki.verify.text import report_lines, report_values
from kalooki.verify.verifier import verify_transcript
from kalooki.verify.witness import Witness

__all__ = [
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
    "report_lines",
    "report_values",
    "retell",
    "verify_transcript",
]
