"""How do frames become a GIF that is small?

All frames share one palette, that of the colours which a sample of them has
most; a frame holds only the pixels that are not those of the frame before, the
others are transparent. Nothing is dithered: the picture has few colours, and
dots would make it larger and less clear. Read animation.py next.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from huisu.errors import InputError

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["check_pillow", "gif_bytes"]

_COLOURS = 255  # and one index for what stays
_STAYS = 255
_NOWHERE = (255, 0, 255)  # a colour that is near to none of the pictures'
_ALIKE = 8  # the most that red, green and blue of two colours differ which look alike


def check_pillow() -> None:
    """Raise InputError, with the cure, when a package that a GIF needs is missing."""
    for package, module in (("resvg_py", "resvg_py"), ("pillow", "PIL")):
        try:
            import_module(module)
        except ImportError as missing:
            raise InputError("error.animation.package", package=package) from missing


def gif_bytes(
    samples: Iterable[bytes],
    frames: Iterable[bytes],
    milliseconds: Sequence[int],
    on_frame: Callable[[int], object] = lambda done: None,
) -> bytes:
    """Return a GIF that loops, of frames given as PNG, each shown for so long.

    The palette is that of the samples. `on_frame` is told how many are done.
    """
    from PIL import GifImagePlugin

    palette = _palette(samples)
    found, before = [], None
    for done, (png, duration) in enumerate(zip(frames, milliseconds, strict=True), 1):
        image = _indexed(png, palette)
        if before is None:
            header, _ = GifImagePlugin.getheader(image.copy(), info={"loop": 0, "optimize": False})
            found += header
        shown, corner = _changed(before, image)
        found += GifImagePlugin.getdata(
            shown, corner, duration=duration, transparency=_STAYS, disposal=1
        )
        before = image
        on_frame(done)
    return b"".join([*found, b";"])


def _opened(png: bytes) -> Image:
    from PIL import Image

    return Image.open(io.BytesIO(png)).convert("RGB")


def _palette(samples: Iterable[bytes]) -> Image:
    """Return an image with the palette of the colours that fill the most pixels."""
    from PIL import Image

    counted: Counter[tuple[int, ...]] = Counter()
    for png in samples:
        for pixels, colour in _opened(png).getcolors(1 << 24) or ():
            assert isinstance(colour, tuple)
            counted[colour] += pixels
    colours: list[tuple[int, ...]] = []
    for colour, _ in counted.most_common():
        # Of two that look alike only the first: Pillow could take one for the other.
        if len(colours) < _COLOURS and not any(_is_like(colour, each) for each in colours):
            colours.append(colour)
    colours += [_NOWHERE] * (256 - len(colours))
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in colour])
    return image


def _is_like(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) < _ALIKE for a, b in zip(one, other, strict=True))


def _indexed(png: bytes, palette: Image) -> Image:
    from PIL.Image import Dither

    return _opened(png).quantize(palette=palette, dither=Dither.NONE)


def _changed(before: Image | None, image: Image) -> tuple[Image, tuple[int, int]]:
    """Return what a frame changes of the one before, and its upper left corner."""
    from PIL import Image, ImageChops

    if before is None:
        return image, (0, 0)
    indices = [Image.frombytes("L", each.size, each.tobytes()) for each in (before, image)]
    difference = ImageChops.difference(*indices)
    box = difference.getbbox() or (0, 0, 1, 1)
    shown = image.copy()
    shown.paste(_STAYS, mask=difference.point(lambda value: 0 if value else 255))
    return shown.crop(box), box[:2]
