#!/usr/bin/env python3
"""Write node/kalooki/wire/v1 from protos/; with --check, only say what differs.

What it writes is committed, so that nobody needs a generator to play. The generator
is pinned in pyproject.toml, and the same input gives the same bytes.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTOS = ROOT / "protos"
NODE = ROOT / "node"
PACKAGE = Path("kalooki/wire/v1")

SERVICE = re.compile(r"^service\s", re.MULTILINE)


class GeneratorError(Exception):
    """The generator is missing or refuses the input; the message is its own."""


def generate() -> dict[str, bytes]:
    """Give every generated file by its name.

    Raises:
        GeneratorError: A proto file has a mistake, or the generator is not installed.
    """
    protos = sorted((PROTOS / PACKAGE).glob("*.proto"))
    with tempfile.TemporaryDirectory() as folder:
        _protoc(protos, f"--python_out={folder}", f"--mypy_out=quiet:{folder}")
        # A stub file imports gRPC, so only what has a service gets one.
        services = [path for path in protos if SERVICE.search(path.read_text("utf-8"))]
        if services:
            _protoc(
                services,
                f"--grpc_python_out={folder}",
                f"--mypy_grpc_out=quiet,only_async:{folder}",
            )
        made = sorted((Path(folder) / PACKAGE).glob("*"))
        return {path.name: path.read_bytes() for path in made}


def _protoc(protos: Sequence[Path], *outputs: str) -> None:
    if not protos:
        return
    plugins = Path(sys.executable).parent
    command = [
        *(sys.executable, "-m", "grpc_tools.protoc", f"--proto_path={PROTOS}"),
        f"--plugin=protoc-gen-mypy={plugins / 'protoc-gen-mypy'}",
        f"--plugin=protoc-gen-mypy_grpc={plugins / 'protoc-gen-mypy_grpc'}",
        *outputs,
        *(str(path.relative_to(PROTOS)) for path in protos),
    ]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise GeneratorError(ran.stderr.strip())


def committed() -> dict[str, bytes]:
    """Give the generated files that are there now."""
    found = sorted((NODE / PACKAGE).glob("*_pb2*.py*"))
    return {path.name: path.read_bytes() for path in found}


def differences(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> list[str]:
    """Name the files that are not what the generator would write."""
    return sorted(name for name in {*old, *new} if old.get(name) != new.get(name))


def main() -> int:
    """Generate or check, as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    try:
        old, new = committed(), generate()
    except GeneratorError as error:
        print(error, file=sys.stderr)
        return 1
    changed = differences(old, new)
    if options.check:
        for name in changed:
            print(f"{NODE.name}/{PACKAGE / name}: not what protos/ says")
        if changed:
            print("Run: .venv/bin/python scripts/gen_protos.py")
        return 1 if changed else 0
    for name in changed:
        path = NODE / PACKAGE / name
        if name in new:
            path.write_bytes(new[name])
        else:
            path.unlink()
        print(f"{'wrote' if name in new else 'removed'} {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
