"""The door of the `kalooki` command: whatever goes wrong before, in or after a command is one clear line."""

import sys

from kalooki_cli import leaving


def main() -> None:
    """Run the command; what the console cannot write comes out as a question mark."""
    try:
        _run()
    except KeyboardInterrupt:
        leaving.stopped()
    except OSError as error:
        leaving.unwritten(error)


def _run() -> None:
    from io import TextIOWrapper  # noqa: PLC0415 - an interrupt is caught from here on

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    from kalooki_cli.program import kalooki  # noqa: PLC0415 - likewise

    try:
        kalooki(prog_name="kalooki")
    finally:
        sys.stdout.flush()


if __name__ == "__main__":
    main()
