"""Answers to questions: they change nothing but the purse of who is nearly out of suckers."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Final

from bot.commands.help import explained
from bot.commands.lines import COMMANDS, STAFF
from bot.ports.messages import Answer, File, Message, Rights
from bot.ports.said import Said
from bot.render import rules
from bot.render.panel import TableView, names, offers_in_words, panel_for, panel_in_words
from bot.render.telling import lasting, lines_of
from bot.table.change import Refused
from bot.table.document import Session, told_to
from bot.table.log import Batch
from bot.table.opening import openings
from bot.table.options import as_typed, hosts_options
from bot.table.phases import Playing
from bot.table.stacks import DAY, NEARLY_EMPTY, REFILL, welcome_gift
from bot.table.thinking import deal_again
from bot.text import Words
from games.catalogue import AnyGame, catalogue
from games.kit.dice import SeededDice
from games.kit.kinds import keeps_secrets
from games.kit.moves import verb
from games.kit.telling import Say, say
from games.proof.record import LINES, Started
from persistence import Store, Transfer

LINES_OF_HISTORY: Final = 12
BATCHES_OF_HISTORY: Final = 48


def about(word: str, session: Session, person: str, words: Words) -> Answer:
    """`table`, `hand`, `moves`, `odds`, `options` at one table."""
    match word:
        case "hand":
            hand = "\n".join(panel_for(TableView(session, words), person).own) or words.text("your-hand-empty")
            return Answer(hand, secret=keeps_secrets(session.rules))
        case "moves":
            return Answer(moves_now(session, person, words), secret=True)
        case "odds":
            return Answer(odds_now(session, person, words), secret=True)
        case "options":
            return Answer(words.text("options-are", options=options(session)))
        case _:
            return Answer(panel_in_words(panel_for(TableView(session, words), ""), words))


def moves_now(session: Session, person: str, words: Words) -> str:
    seat = session.seat_of(person)
    if seat is None:
        return words.text("no-moves-now")
    running = isinstance(session.phase, Playing)
    legal = session.legal_moves(seat) if running else openings(session, seat)
    if not legal:
        return words.text("no-moves-now")
    return words.text("your-moves", moves=offers_in_words(legal, session.rules, words, names(session, words)))


def odds_now(session: Session, person: str, words: Words) -> str:
    """From the sender's own view; sampling takes its randomness from what that view holds (`docs/fairness.md`)."""
    seat = session.seat_of(person)
    if seat is None or not isinstance(session.phase, Playing):
        return words.text("no-odds-now")
    view = session.rules.view(session.state, seat)
    dice = SeededDice(hashlib.sha256(repr(view).encode()).digest(), "odds", b"")
    found = session.rules.odds(view, told_to(session, seat), deal_again(session, seat), dice)
    if found is None:
        return words.text("no-odds-now")
    called = names(session, words)
    return "\n".join(words.sentence(line, called, session.rules) for line in found.lines)


def options(session: Session) -> str:
    own = session.game_options.model_dump(mode="json")
    return " ".join(f"{key}={as_typed(value)}" for key, value in (*own.items(), *hosts_options(session).items()))


def rules_here(session: Session, rest: Sequence[str], words: Words) -> Answer:
    """`rules`, `rules more`, `rules trip`: as this table plays. Raises Refused."""
    chosen = rules.otherwise(session)
    text = told_of(session.rules, rest, rules.options_now(session), chosen, words)
    return Answer(text, marked_up=True)


def rules_of(game: AnyGame, rest: Sequence[str], words: Words) -> Answer:
    """`rules GAME`, `rules GAME more`: as it is usually played. Raises Refused."""
    return Answer(told_of(game, rest, rules.usual(game), {}, words, named=game.name), marked_up=True)


def told_of(
    game: AnyGame,
    rest: Sequence[str],
    options: Mapping[str, str],
    chosen: Mapping[str, str],
    words: Words,
    *,
    named: str = "",
) -> str:
    match [word.lower() for word in rest]:
        case []:
            return rules.short(game, chosen, words, named=named)
        case [rules.MORE]:
            return rules.whole(game, options, chosen, words)
        case asked:
            return rules.part_of(game, " ".join(asked), options, words)


def history(session: Session, batches: Sequence[Batch], words: Words) -> str:
    """The last public lines, out of the last batches of the log."""
    lines = lasting(lines_of(session, session.log_length - len(batches), batches, words).public)
    last = [line.text for line in lines if not line.fine][-LINES_OF_HISTORY:]
    return "\n".join([words.text("history-is", code=session.code), *last])


async def record_of(store: Store, session: Session, words: Words) -> Answer:
    """The record of the last game that ended here, as a file."""
    name = session.record
    content = await store.record(session.venue, name) if name else None
    if content is None:
        raise Refused("nothing-to-verify")
    text = words.text("verified", game=name.removesuffix(".potluck.jsonl"))
    return Answer(f"{text} {words.sentence(level(content))}", files=(File(name, content),))


def level(record: bytes) -> Say:
    """The sentence on how far a game is provable: further with the platform's own stamp among its texts."""
    started = LINES.decode(record.split(b"\n")[1])
    stamped = isinstance(started, Started) and any(owner == "stamp" for owner, _ in started.pairs)
    return say("fair-level-2") if stamped else say("fair-level-1")


def general(said: Said, words: Words, here: Sequence[Session]) -> Answer:
    """`help`, `help WORD`, `tables`."""
    if said.word == "tables":
        titles = ", ".join(f"{one.code} ({words.title(one.rules)})" for one in here)
        if not here:
            return Answer(words.text("no-tables-here", games=", ".join(catalogue())))
        return Answer(words.text("tables-here", tables=titles))
    if said.rest:
        return Answer(explained(re.sub(r"\W", "", said.rest[0].lower()), words, here))
    lines = [
        words.text("help-intro"),
        *(game_line(game, words) for game in catalogue().values()),
    ]
    moves = [verb(move) for one in here[:3] for move in one.rules.moves]
    if moves:
        lines.append(words.text("help-moves", moves=", ".join(dict.fromkeys(moves))))
    lines.append(words.text("help-host", commands=", ".join(word for word in COMMANDS if word not in STAFF)))
    if said.message.rights >= Rights.STAFF:
        lines.append(words.text("mod-words"))
    return Answer("\n".join(lines))


def game_line(game: AnyGame, words: Words) -> str:
    """A game's name, what it is, and the one line that opens it and plays at once."""
    about = f"{game.name}: {words.sentence(say('game-about'), (), game)}"
    if game.opening is None or not game.opening.examples:
        return about
    example = game.opening.examples[0].removeprefix(f"{verb(game.opening)} ")
    return f"{about} {words.text('help-at-once', line=f'{words.prefix}{game.name} {example}')}"


async def wallet(store: Store, message: Message, at_tables: int, words: Words) -> Answer:
    """The purse in this venue, with the welcome gift at first and a small daily refill when nearly empty.

    `at_tables`: what the person has before them at purse tables; it counts, so that nobody hides it there.
    """
    person, account = message.sender.id, f"purse:{message.sender.id}"
    balances = await store.transfer(message.venue, (welcome_gift(person),))
    amount = balances.get(account, 0) if isinstance(balances, dict) else 0
    if amount + at_tables >= NEARLY_EMPTY:
        return Answer(words.text("your-purse", amount=amount), secret=False)
    today = store.clock.now() // DAY
    refill = Transfer("bank", account, REFILL, "refill", once=f"refill:{person}:{today}")
    balances = await store.transfer(message.venue, (refill,))
    after = balances.get(account, 0) if isinstance(balances, dict) else amount
    if after == amount:
        return Answer(words.text("your-purse", amount=amount))
    return Answer(words.text("your-purse-refilled", amount=after, refill=REFILL))
