"""Panels, hands and own views as Discord's components (version 2): text first, then what can be pressed."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.adapters.discord.inbound.presses import Does, Press
from bot.adapters.discord.outbound.buttons import Pressable, button, for_offers, for_open_moves, plain_view, rows
from bot.adapters.discord.outbound.markup import channel_link, cut, in_so_long, mention, plain
from bot.ports.messages import News, Panel, SeatLine, Update
from bot.render.panel import seat_in_words
from bot.text import Words

MOST_TEXT: Final = 3_800
"""Of the 4,000 characters that one message may hold."""
MOST_BUTTONS: Final = 20
MOST_SEATS: Final = 12
"""Of a crowd these are enough to see that it is one."""
COLOURS: Final = {"lobby": 0x5865F2, "playing": 0x3BA55D, "between": 0xFAA61A, "hosting": 0xEB459E, "closed": 0x747F8D}
AT_THE_TABLE: Final = {
    "lobby": ("join", "start", "bots"),
    "between": ("rematch", "join", "verify"),
    "hosting": ("tournament",),
}
"""The host's commands that most will want, where no game is on."""
BEGINS: Final = frozenset({"start", "rematch"})
FOR_WHO_SITS: Final = frozenset({"start", "rematch", "verify"})
"""Those that everybody's panel can't know of: they are for whoever sits here."""
PICTURE: Final = "table.png"


def table_view(update: Update, words: Words, *, called: Sequence[int] = (), picture: bool = False) -> ui.LayoutView:
    """Return the table for everybody: who sits here, what happened last, whose turn it is, what can be pressed."""
    panel = update.card
    top = "\n".join([f"### {plain(panel.title)} · {panel.code}", *map(plain, panel.lines)])
    bottom = "\n".join(turn_lines(panel, words, called))
    seats = "\n".join(seat_lines(panel, words))
    news = news_text(update.recent, MOST_TEXT - len(top) - len(bottom) - len(seats))
    parts: list[ui.Item[Any]] = [ui.TextDisplay(top)]
    if picture and panel.board is not None:
        gallery = ui.MediaGallery[Any]()
        gallery.add_item(media=f"attachment://{PICTURE}", description=panel.board.name[:1024])
        parts.append(gallery)
    for text in (seats, news, bottom):
        if text:
            parts += [ui.Separator(), ui.TextDisplay(text)]
    return plain_view(
        ui.Container(*parts, accent_colour=discord.Colour(COLOURS.get(panel.phase, 0))),
        *rows(for_everybody(panel, words)),
    )


def seat_lines(panel: Panel, words: Words) -> list[str]:
    shown = panel.seats[:MOST_SEATS]
    lines = [seat_line(seat, words) for seat in shown]
    if panel.sitting > len(shown):
        lines.append(plain(words.text("discord-more-seats", count=panel.sitting - len(shown))))
    if panel.pot:
        lines.append(plain(words.text("pot-is", pot=panel.pot)))
    return lines


def seat_line(seat: SeatLine, words: Words) -> str:
    line = plain(seat_in_words(seat, words))
    return f"**{line}**" if seat.awaited else line


def news_text(news: Sequence[News], most: int) -> str:
    """Return the last lines that there is room for, proofs in small print. `most`: in characters."""
    lines: list[str] = []
    for one in reversed(news):
        text = "\n".join(f"-# {plain(line)}" if one.fine else plain(line) for line in one.text.splitlines())
        if sum(map(len, lines)) + len(lines) + len(text) > most:
            return "\n".join(reversed(lines)) or cut(text, max(most, 1))
        lines.append(text)
    return "\n".join(reversed(lines))


def turn_lines(panel: Panel, words: Words, called: Sequence[int]) -> list[str]:
    """Return whose turn it is and until when, by the reader's own clock; those to be called are called here."""
    calls = " ".join(mention(user) for user in called)
    if panel.ends_at is None:
        return [calls] if calls else []
    awaited = [plain(seat.name) for seat in panel.seats if seat.awaited][:MOST_SEATS]
    what = "discord-awaited" if awaited else f"discord-clock-{panel.phase}"
    line = f"{words.text(what, who=words.listed(awaited))} {in_so_long(panel.ends_at)}"
    return [f"{calls} · {line}" if calls else line]


def for_everybody(panel: Panel, words: Words) -> list[Pressable]:
    """Return the moves that stand open, the way to one's own, and what a table's host does between games."""
    if panel.phase == "closed":
        return []
    items = for_open_moves(panel.code, panel.ask, panel.open_moves)[:MOST_BUTTONS]
    if panel.hands:
        items.append(button(words.text("discord-my-hand"), own(panel.code, "hand"), ButtonStyle.success))
    items.append(button(words.text("discord-my-moves"), own(panel.code, "moves"), ButtonStyle.success))
    possible = {choice.word for choice in panel.commands} | FOR_WHO_SITS
    said = [word for word in AT_THE_TABLE.get(panel.phase, ()) if word in possible]
    said = [word for word in said if word not in BEGINS or panel.start]
    return [*items, *(button(label_of(panel, word, words), say(panel.code, word)) for word in (*said, "rules"))]


def label_of(panel: Panel, word: str, words: Words) -> str:
    """Return the label of a command; what is the host's says so: everybody sees the one button."""
    if word in BEGINS:
        return panel.start
    offered = {choice.word: choice.label for choice in panel.commands}
    return offered.get(word) or words.text(f"button-{word}")


def own(code: str, what: str) -> Press:
    return Press(Does.OWN, code, "", what)


def say(code: str, word: str) -> Press:
    return Press(Does.SAY, code, "", word)


def moved_view(code: str, link: str, words: Words) -> ui.LayoutView:
    """Return what is left of a panel that goes on further down."""
    return plain_view(ui.TextDisplay(moved_text(code, link, words)))


def moved_text(code: str, link: str, words: Words) -> str:
    """Return the one line that is left of a message of a table that goes on elsewhere."""
    return f"-# {plain(words.text('discord-goes-on', code=code))} {link}"


# For one player alone


def hand_view(update: Update, words: Words, place: int | None) -> ui.LayoutView:
    """Return one player's standing message. Its first line names the table and no secret: a lock screen shows it."""
    panel = update.card
    where = f" · {channel_link(place)}" if place is not None else ""
    head = f"**{plain(panel.title)} · {panel.code}**{where}"
    body = "\n".join(own_lines(update, words))
    parts: list[ui.Item[Any]] = [ui.TextDisplay(head), ui.Separator(), ui.TextDisplay(body)]
    return plain_view(ui.Container(*parts), *rows(for_one(panel, words)))


def own_lines(update: Update, words: Words) -> list[str]:
    """Return what this player sees, then what was told to them alone."""
    panel = update.card
    fresh = [news for news in update.recent if news.text not in panel.own] if panel.phase == "playing" else []
    told, hand = news_text(fresh, MOST_TEXT // 2), [plain(line) for line in panel.own]
    if not hand and not told:
        waiting = panel.hands and panel.phase != "playing"
        return [plain(words.text("discord-hand-comes" if waiting else "your-hand-empty"))]
    return ["\n".join(hand)[: MOST_TEXT // 2], *([told] if told else [])]


def for_one(panel: Panel, words: Words) -> list[Pressable]:
    """Return the buttons and lists of what one player may do."""
    items = for_offers(panel.code, panel.ask, panel.offers)[:MOST_BUTTONS]
    if panel.phase == "playing":
        items.append(button(words.text("button-odds"), say(panel.code, "odds")))
    return items


def own_view(update: Update, words: Words, *, hand: bool) -> ui.LayoutView:
    """Return what somebody sees who pressed "My hand" or "My moves": theirs alone, kept current by each press on it."""
    panel = update.card
    lines = [f"**{plain(panel.title)} · {panel.code}**"]
    if (hand and panel.hands) or (not panel.hands and (panel.own or update.recent)):
        lines += own_lines(update, words)
    lines += turn_lines(panel, words, ())
    if not panel.offers:
        lines.append(plain(words.text("no-moves-now")))
    again = button(words.text("discord-look-again"), own(panel.code, "hand" if hand else "moves"))
    return plain_view(ui.TextDisplay("\n".join(lines)), *rows([*for_one(panel, words), again]))
