"""Small files for pictures of screens."""

from pathlib import Path

from PIL import Image

COLOURS = 256


def shrink(path: Path) -> None:
    """Store a picture with a palette, which its few colours do not miss."""
    with Image.open(path) as picture:
        flat = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    flat.save(path, optimize=True)
