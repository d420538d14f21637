#!/usr/bin/env python3
"""Draw the README's pictures anew, from tables in memory that are the same every time.

.venv/bin/python scripts/screenshots.py           writes an SVG and a PNG of each into tests/client/pictures
.venv/bin/python scripts/screenshots.py --check   writes nothing, and fails where an SVG is not up to date

The PNGs are made of the SVGs by rsvg-convert (Debian: librsvg2-bin and fonts-dejavu-core); without it they stay.
"""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
os.environ["KALOOKI_LANG"] = "en"

from PIL import Image  # noqa: E402 - as below

from kalooki_cli.tui.theme import Paint  # noqa: E402 - the language must be known first
from support.gallery import pictures  # noqa: E402 - the path must be known first
from support.svg import drawn  # noqa: E402 - as above

PICTURES = ROOT / "tests" / "client" / "pictures"
CONVERT = "rsvg-convert"
PALETTE = 128
"""Colours of a PNG; more are not told apart, and cost three times the room."""


def main() -> int:
    """Write the pictures, or say which are not up to date."""
    paint, late = Paint(), []
    PICTURES.mkdir(exist_ok=True)
    for still in asyncio.run(pictures()):
        path, picture = PICTURES / f"{still.name}.svg", drawn(still.rows, paint)
        if path.exists() and path.read_text(encoding="utf-8") == picture:
            continue
        late.append(path.name)
        if "--check" not in sys.argv[1:]:
            path.write_text(picture, encoding="utf-8")
            _png(path)
            print(f"written: {path.relative_to(ROOT)}")
    if late and "--check" in sys.argv[1:]:
        print("not up to date:", *late)
        return 1
    return 0


def _png(path: Path) -> None:
    converter = shutil.which(CONVERT)
    if converter is None:
        print(f"{CONVERT} is not installed: no PNG of {path.name}")
        return
    png = path.with_suffix(".png")
    subprocess.run([converter, "--output", str(png), str(path)], check=True)
    Image.open(png).convert("RGB").quantize(PALETTE).save(png, optimize=True)


if __name__ == "__main__":
    sys.exit(main())
