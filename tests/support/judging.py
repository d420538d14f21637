"""What the tests of the verifier ask of a report."""

from kalooki.table.log import ByPlayer, Message
from kalooki.verify import Finding, Report, Verdict, verify_transcript
from kalooki_cli.messages import verification
from support.forger import SEED
from support.table_world import World


def judge(world: World, data: bytes) -> Report:
    return verify_transcript(data, world.group, SEED)


def only(report: Report) -> Finding:
    assert report.verdict is Verdict.INVALID, report
    assert report.verdict.exit_code == 1
    (finding,) = report.findings
    return finding


def names_author(finding: Finding, message: Message) -> bool:
    return finding.player is not None and message.author == ByPlayer(finding.player)


def text(report: Report) -> str:
    """The report as one line, since long sentences are broken."""
    return " ".join(" ".join(verification.lines(report)).split())
