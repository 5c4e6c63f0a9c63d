"""Lay out a table's card from Discord's components (version 2): its picture, then the little that it does not show."""

from collections.abc import Collection, Sequence
from itertools import groupby, takewhile
from typing import Final

from msgspec.structs import replace

from bot.adapters.discord.outbound.buttons import (
    MORE_OF_IT,
    Does,
    Press,
    button,
    for_open_moves,
    leading_to,
    list_of_open_moves,
)
from bot.adapters.discord.outbound.components import (
    Button,
    Container,
    Gallery,
    Item,
    Separator,
    Style,
    Text,
    View,
    rows,
)
from bot.adapters.discord.outbound.markup import cut, in_so_long, mention, plain
from bot.adapters.discord.outbound.pictures import SharedPart
from bot.ports.messages import News, Panel, SeatLine, Update
from bot.render.panel import AGREE, marks, seat_in_words
from bot.render.seat_lines import in_places, in_signs
from bot.text import Words
from games.catalogue import catalogue
from games.kit.board import WIDTH
from games.kit.cues import Cue

MOST_TEXT: Final = 3_800
"""Of the 4,000 characters that a message may have."""
MOST_NEWS: Final = 3
"""Lines of news; older ones are behind "More"."""
LONGEST_NEWS: Final = 176
"""Characters of news on the fullest card: about four lines on a phone."""
ROOMY_NEWS: Final = 360
"""Characters of news if the card has room: enough for five hands shown at once, and what follows."""
SHORT: Final = 80
"""Characters in which a shortened line still makes sense."""
SCREEN: Final = 32
"""Lines of text on a phone's screen, less what separators and half-filled lines take."""
A_LINE: Final = 44
"""Characters on a line of a phone."""
A_ROW_OF_BUTTONS: Final = 2
"""Height in lines."""
FRAME: Final = 5
"""Width of a button's frame, in characters."""
HEIGHT_OF_A_LINE: Final = 0.06
"""Height of a line relative to a phone's width; it converts a picture's height to lines."""
LINE_EACH: Final = 6
"""The most seats beside a picture that have a line each."""
MOST_NAMED: Final = 3
"""The most players named as awaited; if there are more, their number is given and their seats are marked."""
WINS_WITHIN: Final = 9
"""Number of lines after which the last win leaves the card."""
MOST_BUTTONS: Final = 4
"""The most open moves with a button each; if there are more, those of one verb share a list, to fit a phone."""
SIDE_BY_SIDE: Final = " · "
MEDALS: Final = {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}
MOST_PLACED: Final = 4
"""The most who stand with their place after a game."""
MOST_SEATS: Final = 12
"""The most seats listed of a crowd."""
COLOURS: Final = {"lobby": 0x5865F2, "playing": 0x3BA55D, "between": 0xFAA61A, "hosting": 0xEB459E, "closed": 0x747F8D}
AT_THE_TABLE: Final = {
    "lobby": ("join", "queue", "start", "bots"),
    "between": ("rematch", "join", "queue"),
    "hosting": ("tournament",),
}
"""The host's commands that are wanted most between games."""
HAND: Final = "hand"
"""What the button says that shows one person their own hand and moves."""
BEGINS: Final = frozenset({"start", "rematch"})


def table_view(update: Update, words: Words, *, called: Sequence[int] = (), picture: SharedPart | None = None) -> View:
    """Return the table for everybody: who sits here, the latest news, whose turn it is, and the buttons.

    What the picture shows is not repeated in text; people who can't see it have its description, and "More".
    """
    panel = update.card
    drawn = frozenset(panel.by_board if picture is not None else ())
    head = f"### {plain(panel.title)} · {panel.code}"
    lines = [plain(one) for one in lines_of(panel, words) if one not in drawn]
    invites = [plain(about(panel, words))] if panel.phase == "lobby" else []
    top = "\n".join([head, *(invites or lines)])
    bottom = "\n".join(turn_lines(panel, words, called, numbered=picture is not None and is_large(panel)))
    seats = "\n".join([*(lines if invites else ()), *seat_lines(panel, words, drawn=picture is not None)])
    buttons: list[Item] = [*for_everybody(panel, words)]
    if update.replay and panel.phase == "between":
        buttons.append(leading_to(words.text("discord-watch-it"), update.replay))
    high = lines_on_a_phone(buttons, 0 if picture is None or panel.board is None else panel.board.height)
    news = latest(not_seen_anyway(update), room_for_news([top, seats, bottom], high))
    parts: list[Text | Separator | Gallery] = [Text(top)]
    if picture is not None:
        parts.append(picture.gallery())
    texts = [text for text in (seats, news, bottom) if text]
    for text in texts:
        if picture is None or text is not texts[0]:
            parts.append(Separator())
        parts.append(Text(text))
    return View(Container(tuple(parts), COLOURS.get(panel.phase, 0)), *rows(buttons))


def about(panel: Panel, words: Words) -> str:
    """Return a line that says what one does in this game, for who might sit down."""
    game = catalogue().get(panel.game)
    return "" if game is None else words.own("game-about", game)


def lines_of(panel: Panel, words: Words) -> list[str]:
    """Return the lines of a table; in a lobby, the first also says how many seats are taken."""
    lines = list(panel.lines)
    if panel.phase == "lobby" and lines and panel.most > 1:
        lines[0] = f"{lines[0]}{SIDE_BY_SIDE}{words.text('discord-seats', count=panel.sitting, most=panel.most)}"
    return lines


def seat_lines(panel: Panel, words: Words, *, drawn: bool) -> list[str]:
    """Return the seats, one line each, and what is in the pot.

    `drawn`: a picture shows the pot and who sits where. Then only those seats are named of which it does not show all,
    on one line if they have nothing but a name. The line about the clock names those awaited. After a game each is
    named once, the best first: on one line of standings beside a picture, else in their own line.
    """
    placed = in_places(panel.seats) if panel.phase == "between" else []
    shown = [*placed, *[seat for seat in panel.seats if seat not in placed]][:MOST_SEATS]
    zones = panel.board.zones if drawn and panel.board is not None else ()
    labels = {piece.label for zone in zones for piece in zone.pieces}
    said = [seat for seat in shown if not drawn or not (seat in placed or is_drawn(seat, labels, words))]
    remarked = [seat for seat in placed if seat.remark][:1]
    named = {seat.seat: with_gain(seat, words, remarked=seat in remarked, marked=drawn) for seat in placed}
    lines = [seat_line(replace(seat, name=named.get(seat.seat, seat.name)), words, told_below=drawn) for seat in said]
    if drawn and lines and (is_large(panel) or not [seat for seat in shown if seat.stack is not None]):
        lines = [SIDE_BY_SIDE.join(lines)]
    if drawn and placed:
        lines = [standings([named[seat.seat] for seat in placed], words), *lines]
    if panel.sitting > len(shown):
        lines.append(plain(words.text("discord-more-seats", count=panel.sitting - len(shown))))
    if panel.pot and not drawn:
        lines.append(plain(words.text("pot-is", pot=panel.pot)))
    return lines


def standings(named: Sequence[str], words: Words) -> str:
    """Return one line that says how the last game ended for each, the best first."""
    told = list(map(plain, named[:MOST_PLACED]))
    if more := len(named) - len(told):
        told.append(plain(words.text("so-many-more", count=more)))
    return SIDE_BY_SIDE.join(told)


def with_gain(seat: SeatLine, words: Words, *, remarked: bool, marked: bool) -> str:
    """Return a name with its medal, what the last game brought, and what was remarkable. `marked`: also whether they
    are ready or away, which no other line says.
    """
    named = seat.name if seat.gain is None else f"{seat.name} {in_signs(seat.gain)}"
    marks = [words.text(f"mark-{mark}") for mark in ("away", "ready") if marked and getattr(seat, mark)]
    notes = [*([seat.remark] if remarked else []), *marks]
    return MEDALS.get(seat.place, "") + named + (f" ({', '.join(notes)})" if notes else "")


def is_drawn(seat: SeatLine, labels: Collection[str], words: Words) -> bool:
    """Return whether a picture with these labels shows all of a seat: its name, its stack if it has one, and what else
    it is.
    """
    told = [seat.name, *marks(seat, words), *([] if seat.stack is None else [str(seat.stack)])]
    return not set(told).difference(labels)


def is_large(panel: Panel) -> bool:
    """Return whether there are too many seats for a line each beside a picture."""
    return len(panel.seats) > LINE_EACH


def seat_line(seat: SeatLine, words: Words, *, told_below: bool) -> str:
    """Return a seat's line. `told_below`: the line about the clock says who is awaited, or how many."""
    line = plain(seat_in_words(replace(seat, awaited=False) if told_below else seat, words))
    return f"**{line}**" if seat.awaited else line


def not_seen_anyway(update: Update) -> list[News]:
    """Return the latest news; in a lobby without its first line, since game, seats and host are on the card."""
    return [one for one in update.recent if update.card.phase != "lobby" or one.number]


def room_for_news(texts: Sequence[str], lines: float) -> int:
    """Return how many characters of news fit on one screen. `lines`: the height of everything but these texts."""
    used = lines + sum([-(-max(len(line), 1) // A_LINE) for text in texts for line in text.splitlines()])
    room = max(LONGEST_NEWS, min(ROOMY_NEWS, int(SCREEN - used) * A_LINE))
    return min(room, MOST_TEXT - sum(map(len, texts)))


def lines_on_a_phone(buttons: Sequence[Item], picture_height: int) -> float:
    """Return the height of these buttons and a picture, in lines of text."""
    lists = len([one for one in buttons if not isinstance(one, Button)])
    return (lists + rows_taken(buttons)) * A_ROW_OF_BUTTONS + picture_height / WIDTH / HEIGHT_OF_A_LINE


def rows_taken(buttons: Sequence[Item]) -> int:
    """Return how many rows these buttons take on a phone, without lists."""
    labels = sum([len(one.label) + FRAME for one in buttons if isinstance(one, Button)])
    return -(-labels // A_LINE)


def latest(news: Sequence[News], most: int) -> str:
    """Return the latest lines of news. Fair play is left out: it has its own message, which is never edited.

    The last win stays among them for some lines.
    """
    told = [replace(one, text=line) for one in news if not one.fine for line in one.text.splitlines()]
    shown, before = told[-MOST_NEWS:], told[-WINS_WITHIN:-MOST_NEWS]
    wins = [one for one in before if Cue.WIN in one.cues][-1:]
    if wins and not [one for one in shown if Cue.WIN in one.cues]:
        shown = [*wins, *shown[1:]]
    return news_text(shown, most, short=SHORT)


def news_text(news: Sequence[News], most: int, short: int | None = None) -> str:
    """Return the latest lines that fit, fine print in small letters. `most`: in characters.

    `short`: a line that does not fit is shortened in its middle if at least this many characters are left.
    """
    lines: list[str] = []
    for one in reversed(news):
        text = "\n".join([f"-# {plain(line)}" if one.fine else plain(line) for line in one.text.splitlines()])
        room = most - sum(map(len, lines)) - len(lines)
        if len(text) > room:
            if short is not None and room >= short:
                lines.append(shortened(one.text, room))
            return "\n".join(reversed(lines)) or cut(text, max(most, 1))
        lines.append(text)
    return "\n".join(reversed(lines))


def shortened(line: str, room: int) -> str:
    """Return a line shortened in its middle: its beginning says what it is about, and its end how it came out."""
    words, first, last = line.split(" "), list[str](), list[str]()
    while len(first) + len(last) < len(words):
        at_end = len(" ".join(last)) <= 2 * len(" ".join(first))
        more = ([], [words[-1 - len(last)]]) if at_end else ([words[len(first)]], [])
        if len(plain(" ".join((*first, *more[0], "…", *more[1], *last)))) > room:
            break
        first, last = [*first, *more[0]], [*more[1], *last]
    return plain(" ".join((*first, "…", *last))) if last else cut(plain(line), room)


def turn_lines(panel: Panel, words: Words, called: Sequence[int], *, numbered: bool = False) -> list[str]:
    """Return whose turn it is and until when, in the reader's own time, with the mentions of those called.

    `numbered`: name those awaited with their seats, since nothing else names them.
    """
    calls = " ".join(map(mention, called))
    if panel.ends_at is None:
        return [calls] if calls else []
    if calls and len(called) == sum(seat.awaited for seat in panel.seats):
        return [f"{calls} · {words.text('discord-time-ends')} {in_so_long(panel.ends_at)}"]
    line = f"{awaited_in_words(panel, words, numbered=numbered)} {in_so_long(panel.ends_at)}"
    return [f"{calls} · {line}" if calls else line]


def awaited_in_words(panel: Panel, words: Words, *, numbered: bool) -> str:
    told = [f"{seat.seat + 1}. {seat.name}" if numbered else seat.name for seat in panel.seats if seat.awaited]
    awaited = [plain(one) for one in told]
    if len(awaited) > MOST_NAMED:
        return words.text("discord-awaited-many", count=len(awaited))
    return words.text("discord-awaited" if awaited else f"discord-clock-{panel.phase}", who=words.listed(awaited))


def for_everybody(panel: Panel, words: Words) -> list[Item]:
    """Return everybody's buttons: the open moves, the host's commands between games, what is one's own, and more."""
    if panel.phase == "closed":
        return []
    items = open_to_all(panel)[:MOST_BUTTONS]
    items += said_at(panel, words)
    has_hand = panel.hands and panel.phase != "lobby"
    mine = words.text("discord-my-hand") if has_hand else words.text("discord-my-moves")
    items.append(button(mine, own(panel.code, HAND), Style.SUCCESS))
    return [*items, button(words.text("discord-more"), own(panel.code, "more"))]


def open_to_all(panel: Panel) -> list[Item]:
    """Return the open moves. If those of one verb are many or wide, they become one list, or a button for one's own
    moves.
    """
    found: list[Item] = []
    many = len(panel.open_moves) > MOST_BUTTONS
    for _, of_a_verb in groupby(panel.open_moves, key=lambda one: one.verb):
        alike = list(of_a_verb)
        buttons = for_open_moves(panel.code, panel.ask, alike)
        if len(alike) > 1 and (many or is_wide(buttons)):
            stem = f"{in_common([one.label for one in alike])}{MORE_OF_IT}"
            listed = list_of_open_moves(panel.code, panel.ask, alike, stem)
            behind = for_open_moves(panel.code, panel.ask, [replace(alike[0], label=stem, line="")])
            found += behind if listed is None else [listed]
        else:
            found += buttons
    return found


def is_wide(buttons: Sequence[Button]) -> bool:
    """Return whether buttons take several rows on a phone because a label is so long that it needs its own row."""
    return rows_taken(buttons) > 1 and max(len(one.label) for one in buttons) + FRAME > A_LINE // 2


def in_common(labels: Sequence[str]) -> str:
    """Return the words that all labels begin with, at least the first: for "Say how many 5" and "Say how many 6"."""
    words = [label.split() for label in labels]
    shared = [these[0] for these in takewhile(lambda these: len(set(these)) == 1, zip(*words, strict=False))]
    return " ".join(shared or words[0][:1])


def said_at(panel: Panel, words: Words) -> list[Button]:
    """Return the button that agrees to a moderator's motion, and the commands between games, "join" first."""
    possible = [choice.word for choice in panel.commands]
    agree = [choice for choice in panel.commands if choice.word.startswith(AGREE)]
    buttons = [button(choice.label, say(panel.code, choice.word), Style.PRIMARY) for choice in agree]
    for word in AT_THE_TABLE.get(panel.phase, ()):
        if panel.start if word in BEGINS else word in possible:
            style = Style.PRIMARY if word in {"join", "queue"} else Style.SECONDARY
            buttons.append(button(label_of(panel, word, words), say(panel.code, word), style))
    return buttons


def label_of(panel: Panel, word: str, words: Words) -> str:
    """Return the label of a command. The one that begins a game names the host, since everybody sees the same
    button.
    """
    if word in BEGINS:
        return panel.start
    offered = {choice.word: choice.label for choice in panel.commands}
    return (words.text("button-bots") if word == "bots" else offered.get(word)) or words.text(f"button-{word}")


def own(code: str, what: str) -> Press:
    return Press(Does.OWN, code, "", what)


def say(code: str, word: str) -> Press:
    return Press(Does.SAY, code, "", word)


def moved_view(code: str, link: str, words: Words) -> View:
    """Return what remains of a card whose table is now shown elsewhere."""
    return View(Text(moved_text(code, link, words)))


def moved_text(code: str, link: str, words: Words) -> str:
    """Return the line that remains of a message whose table is now shown elsewhere."""
    return f"-# {plain(words.text('discord-goes-on', code=code))} {link}"
