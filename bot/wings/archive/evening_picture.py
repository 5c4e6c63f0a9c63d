"""The result of an evening or a season as a picture: a podium of those who won most, and bars for the purses."""

from collections.abc import Iterator, Sequence
from typing import Final

from PIL import Image

from bot.people.seasons import Place
from bot.render.drawing import Letters
from bot.render.picture import packed, rendered, write
from bot.text import Words
from bot.wings.archive.evening import EveningResult, Winner
from bot.wings.archive.statistics import Share

WIDTH: Final = 800
MARGIN: Final = 36
MIDDLE: Final = WIDTH / 2
ROOM: Final = WIDTH - 2 * MARGIN
TITLE_HIGH: Final = 44
LINE_HIGH: Final = 29
LEADING: Final = 40
HEAD: Final = MARGIN + TITLE_HIGH + LEADING
GROUND: Final = 350
"""The base line of the podium."""
STEP: Final = 240
"""The distance between the middles of two steps of the podium."""
HEIGHTS: Final = (156, 126, 104)
SIDES: Final = (0, -1, 1)
"""The first stands in the middle, the second to the left."""
MOST: Final = 6
"""How many purses get a bar."""
BAR: Final = 50
"""The distance between bars."""
AXIS: Final = 480
"""Where bars begin: what was won goes to the right, what was lost to the left."""
LONGEST: Final = 140
MILLION: Final = 1_000_000
COLOURS: Final = 48
INK: Final = "#fff6e0"
SOFT: Final = "#d3e3d1"
FELT: Final = "#1f5a42"
WOOD: Final = "#94602f"
GOLD: Final = "#e2a53f"
ON_GOLD: Final = "#33200a"


def evening_png(found: EveningResult, head: str, words: Words) -> bytes:
    """Return the result of an evening as PNG, 800 pixels wide. `head`: the line below the title."""
    return result_png((words.text("evening-title"), head), found.winners, found.purses, words)


def season_png(name: str, head: str, places: Sequence[Place], words: Words) -> bytes:
    """Return the table of a season as PNG, 800 pixels wide. `head`: the winner's line."""
    winners = [Winner(one.name, Share(one.games, one.won)) for one in places if one.won]
    purses = sorted(((one.name, one.net) for one in places if one.net), key=lambda one: -one[1])
    return result_png((name, head), winners, purses, words)


def result_png(
    titled: tuple[str, str], winners: Sequence[Winner], purses: Sequence[tuple[str, int]], words: Words
) -> bytes:
    """Return a podium and bars as PNG. `titled`: the title, and the line below it."""
    winners, purses = winners[: len(SIDES)], purses[:MOST]
    podium = GROUND if winners else HEAD
    height = podium + MARGIN + (MARGIN + BAR * len(purses) if purses else 0)
    drawn = [*podium_shapes(winners), *bar_shapes(purses, podium + MARGIN)]
    image = rendered("".join(drawn), WIDTH, height, 1)
    flat = Image.new("RGB", image.size, FELT)
    flat.paste(image, mask=image.getchannel("A"))
    for one in (*titles(titled), *podium_letters(winners, words), *bar_letters(purses, podium + MARGIN)):
        write(flat, one, 1, dim=False)
    return packed(flat, COLOURS)


def titles(titled: tuple[str, str]) -> Iterator[Letters]:
    title, head = titled
    yield Letters(title, MIDDLE, MARGIN + TITLE_HIGH, TITLE_HIGH, ROOM, INK, "middle")
    yield Letters(head, MIDDLE, HEAD, LINE_HIGH, ROOM, SOFT, "middle")


def steps(winners: Sequence[Winner]) -> list[tuple[int, int, str]]:
    """Return the steps of the podium that are taken: side, height and colour of each."""
    return list(zip(SIDES, HEIGHTS, (GOLD, WOOD, WOOD), strict=True))[: len(winners)]


def podium_shapes(winners: Sequence[Winner]) -> Iterator[str]:
    """Draw a step for each of the best, and the ground below."""
    for side, high, colour in steps(winners):
        edge = MIDDLE + side * STEP - STEP / 2 + 6
        yield f'<rect x="{edge}" y="{GROUND - high}" width="{STEP - 12}" height="{high}" rx="10" fill="{colour}"/>'
    if winners:
        yield f'<rect x="{MARGIN}" y="{GROUND - 3}" width="{ROOM}" height="6" rx="3" fill="{WOOD}"/>'


def podium_letters(winners: Sequence[Winner], words: Words) -> Iterator[Letters]:
    """Write on each step who stands there, and how many of their games they won."""
    for number, (one, (side, high, colour)) in enumerate(zip(winners, steps(winners), strict=False), start=1):
        x, ink = MIDDLE + side * STEP, ON_GOLD if colour == GOLD else INK
        won = words.text("evening-won", won=one.share.won, count=one.share.games)
        yield Letters(one.name, x, GROUND - high - 14, LINE_HIGH, STEP - 14, INK, "middle")
        yield Letters(str(number), x, GROUND - high + 46, 40, STEP, ink, "middle")
        yield Letters(won, x, GROUND - 20, LINE_HIGH, STEP - 24, ink, "middle")


def bar_shapes(purses: Sequence[tuple[str, int]], top: int) -> Iterator[str]:
    """Draw a bar for each purse: gold to the right for what was won, wood to the left for what was lost."""
    most = max((abs(net) for _, net in purses), default=1)
    for number, (_, net) in enumerate(purses):
        long = max(4, round(LONGEST * abs(net) / most))
        edge, colour = (AXIS, GOLD) if net > 0 else (AXIS - long, WOOD)
        above, high = top + BAR * number + 8, BAR - 16
        yield f'<rect x="{edge}" y="{above}" width="{long}" height="{high}" rx="6" fill="{colour}"/>'
    if purses:
        yield f'<rect x="{AXIS - 1}" y="{top}" width="2" height="{BAR * len(purses)}" fill="{SOFT}"/>'


def bar_letters(purses: Sequence[tuple[str, int]], top: int) -> Iterator[Letters]:
    """Write each bar's owner and amount."""
    for number, (name, net) in enumerate(purses):
        base = top + BAR * number + BAR / 2 + LINE_HIGH / 3
        yield Letters(name, MARGIN, base, LINE_HIGH, AXIS - LONGEST - MARGIN - 16, INK, "start")
        yield Letters(told(net), WIDTH - MARGIN, base, LINE_HIGH, WIDTH - MARGIN - AXIS - LONGEST - 8, INK, "end")


def told(net: int) -> str:
    """Return an amount, shortened so that it fits."""
    return f"{net:+,}" if abs(net) < MILLION else f"{net / MILLION:+,.1f}M"
