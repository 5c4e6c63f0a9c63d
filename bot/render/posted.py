"""What was posted of a finished game, as its record says it, in words."""

from collections.abc import Iterator

from bot.table.commitments import shown
from bot.text import Words
from games.proof import fair
from games.proof.verifying import posted_of


def posted_lines(record: bytes, number: int, link: str, words: Words) -> Iterator[str]:
    """Yield what was posted with its start and its result; nothing of what is no record any more.

    `link`: where the message of its stamp can be seen.
    """
    try:
        posted = posted_of(record)
    except ValueError:
        return
    if not posted.head:
        yield words.text("verified-first", protocol=fair.FIRST)
        return
    whole = {"commitment": posted.commitment, "entropy": posted.entropy, "whole": posted.head}
    short = {"seal": shown(posted.commitment), "mixed": shown(posted.entropy), "head": shown(posted.head)}
    yield words.text("fair-play-over", number=number, **short, **whole)
    yield stamp_line(posted.stamp, link, words)


def stamp_line(stamp: str, link: str, words: Words) -> str:
    """Return what is said of a game's stamp: whoever can see its message can compare it."""
    if not stamp:
        return words.text("fair-play-no-stamp")
    return words.text("fair-play-stamp", stamp=stamp, link=link or "none")
