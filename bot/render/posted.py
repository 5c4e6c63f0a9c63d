"""What was posted of a game as proof, in words."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from bot.table.commitments import shown
from bot.table.phases import Playing
from bot.text import Words
from games.proof.fair import binding
from games.proof.posted import posted_of

MOST_KEPT: Final = 1024


def posted_lines(record: bytes, number: int, link: str, words: Words, *, unsealed: bool) -> Iterator[str]:
    """Yield what was posted at a game's start and end; nothing if the record is invalid.

    `link`: of the message with its stamp. `unsealed`: its seal was published with its start, not before.
    """
    try:
        posted = posted_of(record)
    except ValueError:
        return
    yield words.text(
        "fair-play-over",
        number=number,
        end=binding(posted.end),
        whole=posted.end,
        **hashes(posted.commitment, posted.entropy),
    )
    yield level_line(posted.stamp, link, words, unsealed=unsealed)


def hashes(commitment: str, entropy: str) -> dict[str, str]:
    """Return the values of a sentence with these hashes, both shortened as in chat and whole."""
    return {"seal": binding(commitment), "mixed": shown(entropy), "commitment": commitment, "entropy": entropy}


def game_begun(playing: Playing, words: Words) -> str:
    """Return what goes with a seat's first private answer in a game: its seal, and what is mixed in."""
    return begun(playing.pledge.n, playing.pledge.commitment, playing.entropy, words)


@lru_cache(maxsize=MOST_KEPT)
def begun(number: int, commitment: str, entropy: str, words: Words) -> str:
    """Return the same for given hashes; every panel of a hand has it until the game is over."""
    return words.text("receipt-game", number=number, **hashes(commitment, entropy))


def level_line(stamp: str, link: str, words: Words, *, unsealed: bool) -> str:
    """Return how well a game's dice can be checked: stamped by a message, with a link to it, unstamped, or unsealed."""
    if unsealed:
        return words.text("fair-unsealed")
    if not stamp:
        return words.text("fair-play-no-stamp")
    return words.text("fair-play-stamp", stamp=stamp, link=link or "none")
