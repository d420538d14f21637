"""The door of the `kalooki` command: whatever goes wrong before, in or after a command is one clear line."""

import os
import sys

from kalooki_cli import interrupts


def main() -> None:
    """Run the command; what the console cannot write comes out as a question mark."""
    interrupts.end_at_once()
    try:
        _run()
    except KeyboardInterrupt:
        from kalooki_cli import leaving  # noqa: PLC0415 - likewise

        leaving.stopped()
    except OSError as error:
        from kalooki_cli import leaving  # noqa: PLC0415 - likewise

        leaving.unwritten(error)


def _run() -> None:
    from io import TextIOWrapper  # noqa: PLC0415 - likewise

    encoding = "ascii" if "--ascii" in sys.argv[1:] else None  # before the first sentence is made, and letters spelled
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="replace")
    if "--json" in sys.argv:  # what programs read is the same everywhere
        os.environ["KALOOKI_LANG"] = "en"
    from kalooki_cli.language import teach_libraries  # noqa: PLC0415 - likewise

    teach_libraries()
    from kalooki_cli.program import kalooki  # noqa: PLC0415 - likewise

    try:
        kalooki(prog_name="kalooki")
    finally:
        sys.stdout.flush()


if __name__ == "__main__":
    main()
