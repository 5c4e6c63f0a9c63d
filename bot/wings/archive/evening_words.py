"""The result of an evening in sentences, one line for each thing worth telling."""

from typing import Final

from bot.render.archive import title
from bot.render.seat_lines import feat_title
from bot.text import Words
from bot.wings.archive.evening import EveningResult

GAMES_NAMED: Final = 3
PURSES_NAMED: Final = 6
MOST_LINES: Final = 6
"""The most lines of an evening that is told unasked: its head, and five others."""


def evening_head(found: EveningResult, words: Words) -> str:
    return words.text("evening-is", count=found.games, people=found.people, voids=found.called_off)


def evening_lines(found: EveningResult, words: Words) -> list[str]:
    """Return the result of an evening, a line for each thing worth telling."""
    lines = [evening_head(found, words)]
    if found.winners:
        named = [
            words.text("evening-winner", name=one.name, won=one.share.won, count=one.share.games)
            for one in found.winners[:GAMES_NAMED]
        ]
        lines.append(words.text("evening-winners", winners=", ".join(named)))
    if found.moment is not None:
        moment = found.moment
        feat = feat_title(moment.game.game, moment.feat, words)
        if feat:
            number, called = moment.game.number, title(moment.game.game, words)
            lines.append(words.text("evening-moment", name=moment.name, feat=feat, number=number, game=called))
    if found.biggest is not None:
        game, big = found.biggest.game, found.biggest
        called = title(game.game, words)
        lines.append(words.text("evening-biggest", name=big.name, gain=big.gain, game=called, number=game.number))
    if found.luckiest is not None:
        lines.append(words.text("evening-luckiest", name=found.luckiest.name, luck=in_games(found.luckiest.luck)))
    if found.unluckiest is not None:
        lines.append(words.text("evening-unluckiest", name=found.unluckiest.name, luck=in_games(found.unluckiest.luck)))
    if found.longest is not None:
        lines.append(words.text("evening-row", name=found.longest.name, count=found.longest.games))
    if found.without is not None:
        lines.append(words.text("evening-without", name=found.without.name, count=found.without.games))
    if found.purses:
        purses = ", ".join(f"{name} {'+' if net > 0 else ''}{net}" for name, net in found.purses[:PURSES_NAMED])
        lines.append(words.text("evening-purses", purses=purses))
    return lines


def lines_unasked(found: EveningResult, words: Words) -> list[str]:
    """Return the result of an evening for when nobody asked: its head, and the first five lines."""
    return evening_lines(found, words)[:MOST_LINES]


def in_games(luck: int) -> str:
    """Return thousandths of a game as games with one decimal and no sign: `1.2`."""
    return f"{abs(luck) / 1000:.1f}"
