"""`kalooki doctor`: what is wrong with this computer and its network, and what to do about it."""

import click

from kalooki_cli.commands import _options


@click.command(name="doctor")
@_options.INTERFACE
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Also see whether this port is free.")
@_options.HOME
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of text.")
def command(*, interface: tuple[str, ...], port: int, data_dir: str | None, as_json: bool) -> None:
    """Look at the network, ports, firewalls, the clock, the deck's library, the disk and the terminal.

    Each line begins with ok, warn or bad. It sends one question by multicast on each network, and nothing else.

    Exit codes: 0 nothing is bad, 1 something is, 2 the arguments are wrong.
    """
    import json

    from kalooki.shell.checkup import Finding, check_up
    from kalooki_cli.commands import _common, _network, _terminal
    from kalooki_cli.messages import checkup
    from kalooki_cli.taste import columns

    _network.choice(interface)
    home = _common.home(data_dir)

    def plain(finding: Finding) -> dict[str, object]:
        return {
            "topic": finding.topic,
            "level": finding.level.value,
            "code": finding.code,
            "text": checkup.said(finding.code, finding.detail),
            "advice": checkup.advice(finding.code, finding.detail),
            **finding.detail,
        }

    async def look() -> int:
        found = [*await check_up(home, interface, port), *_terminal.findings()]
        levels = [finding.level.value for finding in found]
        if as_json:
            click.echo(json.dumps({"findings": [plain(finding) for finding in found], "bad": levels.count("bad")}))
        else:
            rows = [(finding.level.value, finding.code, finding.detail) for finding in found]
            _network.show([*checkup.lines(rows, columns()), checkup.summary(levels)])
        return 1 if "bad" in levels else 0

    _common.run(look())
