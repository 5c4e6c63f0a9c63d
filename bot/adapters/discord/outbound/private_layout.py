"""Lay out what one player sees alone: their hand as picture, their moves as buttons in pages, and "More".

Discord allows five rows of buttons and lists in a message; the rest goes on further pages.
"""

from collections.abc import Sequence
from typing import Final

from bot.adapters.discord.outbound.buttons import (
    NUMBERED,
    Does,
    Press,
    button,
    choice_of,
    for_offers,
    kind_of,
    lists_of,
)
from bot.adapters.discord.outbound.components import Button, Gallery, Row, Separator, Style, Text, View, rows
from bot.adapters.discord.outbound.layout import HAND, MOST_TEXT, news_text, own, say, turn_lines
from bot.adapters.discord.outbound.markup import channel_link, cut, plain
from bot.adapters.discord.outbound.named_moves import settled
from bot.adapters.discord.outbound.pictures import PrivatePart
from bot.adapters.discord.outbound.piece_emojis import NONE_KNOWN, Known
from bot.ports.messages import News, Offer, Panel, Update
from bot.render.offers import to_choose
from bot.text import Words

ROWS: Final = 4
"""Rows of moves on one page; the fifth row leads elsewhere."""
MOST_OWN: Final = MOST_TEXT // 2
MOST_FINE: Final = 2
"""Lines of fair play behind "More"."""
LEAVE: Final = "leave"
ODDS: Final = "odds"
"""The command that asks for one's odds: a game offers it where it can answer."""
LONGEST_LINE: Final = 1_000
"""Longest line of a move in a question."""


def hand_view(
    update: Update, words: Words, place: int | None, *, picture: PrivatePart | None = None, emojis: Known = NONE_KNOWN
) -> View:
    """Return one player's standing message. A lock screen shows its first line, so that names the table and no
    secret.
    """
    panel = update.card
    where = f" · {channel_link(place)}" if place is not None else ""
    head = f"**{plain(panel.title)} · {panel.code}**{where}"
    return View(
        *shown_before(head, [*own_lines(update, words, drawn=picture is not None), *fine(panel)], picture),
        *rows_of(panel, words, emojis=emojis),
    )


def own_view(
    update: Update,
    words: Words,
    *,
    page: int = 0,
    picture: PrivatePart | None = None,
    emojis: Known = NONE_KNOWN,
) -> View:
    """Return one's own hand and moves: private, and updated by each press on it.

    `page`: of the moves, from 0.
    """
    panel = update.card
    lines = [*own_lines(update, words, drawn=picture is not None), *turn_lines(panel, words, ())]
    if not panel.offers:
        lines.append(plain(words.text("no-moves-now")))
    lines += fine(panel)
    again = button(words.text("discord-look-again"), own(panel.code, HAND))
    head = f"**{plain(panel.title)} · {panel.code}**"
    return View(*shown_before(head, lines, picture), *rows_of(panel, words, page, again, emojis))


def shown_before(head: str, lines: list[str], picture: PrivatePart | None) -> list[Text | Gallery]:
    """Return what is above the buttons; a picture of the hand comes before the text."""
    text = "\n".join(lines)
    parts: list[Text | Gallery] = [Text(head)]
    if picture is not None:
        parts.append(picture.gallery())
    return [*parts, Text(text)] if text else parts


def fine(panel: Panel) -> list[str]:
    """Return in small print whether the hands were delivered, for the host, and what fixed the dice of the game."""
    return [f"-# {plain(line)}" for line in (panel.undelivered, panel.begun) if line]


def own_lines(update: Update, words: Words, *, drawn: bool) -> list[str]:
    """Return what this player holds, and the last line that was told to them alone.

    Older lines may be outdated, so only the last is shown, unless the hand already says it. News that fade are shown as
    well. `drawn`: a picture of the hand is above.
    """
    panel = update.card
    fresh = [one for one in update.recent if not one.fine] if panel.phase == "playing" else []
    told = news_text([one for one in fresh[-1:] if not is_seen(one, panel)], MOST_OWN)
    fading = news_text([one for one in fresh[:-1] if one.fades is not None], MOST_OWN // 2)
    seen = panel.own_by_board if drawn else ()
    hand = "\n".join([plain(line) for line in panel.own if line not in seen])[:MOST_OWN]
    if panel.hands and not (drawn or hand or told):
        return [plain(words.text("your-hand-empty" if panel.phase == "playing" else "discord-hand-comes"))]
    return [text for text in (asked(panel), hand, fading, told) if text]


def asked(panel: Panel) -> str:
    """Return what this player is to do now; empty if it is not their turn."""
    return plain(panel.asks) if panel.asks and [seat for seat in panel.seats if seat.you and seat.awaited] else ""


def is_seen(one: News, panel: Panel) -> bool:
    """Return whether a line only repeats what the player's own part of the panel says."""
    return (one.in_view and bool(panel.own)) or says(one.text, panel.own)


def says(told: str, own: tuple[str, ...]) -> bool:
    """Return whether a text repeats a line of the player's own part of the panel."""
    return told in own or any(line in told for line in own)


def rows_of(
    panel: Panel,
    words: Words,
    page: int = 0,
    again: Button | None = None,
    emojis: Known = NONE_KNOWN,
) -> list[Row]:
    """Return one page of the rows of a player's moves, and the row that leads elsewhere."""
    every = rows(for_offers(panel.code, panel.ask, panel.offers, panel.board, emojis))
    pages = max(1, -(-len(every) // ROWS))
    now = min(max(page, 0), pages - 1)
    last: list[Button] = []
    if pages > 1:
        following = own(panel.code, f"{HAND}{NUMBERED}{(now + 1) % pages}")
        last.append(button(words.text("discord-more-moves", page=now + 1, pages=pages), following))
    last += [button(one.label, say(panel.code, ODDS)) for one in panel.commands if one.word == ODDS]
    last += [again] if again is not None else []
    if again is not None or panel.phase == "playing":
        last.append(button(words.text("discord-more"), own(panel.code, "more")))
    return [*every[now * ROWS : (now + 1) * ROWS], *rows(last)]


def more_view(update: Update, words: Words) -> View:
    """Return what is behind "More": the table in words, the news, fair play, and further questions."""
    panel = update.card
    about = "\n".join([*map(plain, panel.lines), *map(plain, panel.chosen)])[: MOST_TEXT // 4]
    mine = "\n".join(map(plain, panel.own))[: MOST_TEXT // 8]
    own_told = news_text(not_said_again(update), MOST_TEXT // 4)
    head = f"**{plain(panel.title)} · {panel.code}**"
    told = news_text(with_proofs(update), MOST_TEXT - sum(map(len, (head, about, mine, own_told))))
    parts: list[Text | Separator] = [Text("\n".join(filter(None, (head, about))))]
    for text in filter(None, (mine, own_told, told)):
        parts += [Separator(), Text(text)]
    asked = {
        "rules": words.text("discord-behind-rules"),
        "options": words.text("discord-behind-options"),
        "history": words.text("discord-behind-history"),
        "fair": words.text("discord-behind-fair"),
    }
    below = [button(label, behind(panel.code, word)) for word, label in asked.items()]
    leave = next((one for one in panel.commands if one.word == LEAVE), None)
    if leave is not None:
        does = Does.SURE if panel.phase == "playing" else Does.SAY
        below.append(button(leave.label, Press(does, panel.code, "", LEAVE)))
    return View(*parts, *rows(below))


def with_proofs(update: Update) -> list[News]:
    """Return the latest news for everybody, then the latest fair play, whether or not that is among them."""
    return [*(one for one in update.shared if not one.fine), *update.proofs[-MOST_FINE:]]


def not_said_again(update: Update) -> list[News]:
    """Return the news for this player alone that their own part of the panel does not say; each line once."""
    return [one for one in {news.text: news for news in update.recent}.values() if not is_seen(one, update.card)]


def behind(code: str, word: str) -> Press:
    """Return what a button behind "More" does; options are shown as lists to those who may set them."""
    return Press(Does.CHOOSE, code) if word == "options" else say(code, word)


def sure_view(line: str, made: Press, words: Words) -> View:
    """Return the question before a move that costs much, with its line and the button that makes it."""
    named = words.text("discord-sure", line=cut(line, LONGEST_LINE))
    asked = plain(words.text("discord-sure-leave") if line == LEAVE else named)
    return View(Text(asked), *rows([button(words.text("discord-yes"), made, Style.DANGER)]))


def kind_view(panel: Panel, offers: Sequence[Offer], number: int, emojis: Known, words: Words) -> View:
    """Return all moves of the same kind as one move. `offers`: all moves of its verb; `number`: its index among
    them.
    """
    kind = kind_of(offers[number])
    choices = [choice_of(settled(one), at, panel.board, emojis) for at, one in enumerate(offers)]
    of_kind = [one for one in choices if kind_of(one.offer) == kind and not to_choose(one.offer)]
    back = button(words.text("discord-back"), Press(Does.OWN, panel.code, "", "moves"))
    lists = lists_of(panel.code, panel.ask, offers[number].verb, of_kind)
    return View(Text(plain(words.text("discord-which-of-kind"))), *rows([*lists, back]))
