"""Answers to questions. They change nothing, except that a purse which is nearly empty is refilled."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from bot.commands.command import SAID_BY_STAFF, Command, Who
from bot.commands.help import explained
from bot.commands.places import elsewhere
from bot.commands.ways_on import OPEN, to_say, ways_on
from bot.commands.wing import orders
from bot.ports.ids import NO_PLACE, NOBODY, PersonId
from bot.ports.messages import Answer, Message, Private, PrivateAnswer, Reply, Rights
from bot.ports.said import Said
from bot.render import rules
from bot.render.chances import chances_in_words
from bot.render.chooser import options_in_words
from bot.render.offers import offers_in_words
from bot.render.panel import TableView, names, panel_for, panel_in_words
from bot.render.telling import lasting, lines_of
from bot.table.document import Session, TournamentRules, told_to
from bot.table.log import Batch
from bot.table.opening import openings
from bot.table.options import as_typed, hosts_options, option_example, options_now
from bot.table.phases import Playing
from bot.table.stacks import DAY, NEARLY_EMPTY, REFILL, once_a_day, welcome_gift
from bot.table.thinking import deal_again
from bot.text import Words
from games.catalogue import AnyGame, catalogue
from games.kit.kinds import keeps_secrets
from games.kit.moves import verb
from games.kit.telling import Say, say
from persistence import Store, Transfer

LINES_OF_HISTORY: Final = 12
BATCHES_OF_HISTORY: Final = 48


def about(word: str, session: Session, person: PersonId, words: Words) -> Reply:
    """Answer `table`, `hand`, `moves`, `odds` or `options` about one table, for this person."""
    match word:
        case "hand":
            hand = hand_now(session, person, words)
            return PrivateAnswer.of(hand) if keeps_secrets(session.rules) else Answer(hand.reveal())
        case "moves":
            moves = moves_now(session, person, words)
            return PrivateAnswer.of(moves) if keeps_secrets(session.rules) else Answer(moves.reveal())
        case "odds":
            return PrivateAnswer.of(odds_now(session, person, words))
        case "options":
            if words.from_a_menu:
                return Answer(options_in_words(session, words))
            return Answer(options_to_type(session, words), marked_up=True)
        case _:
            table = TableView(session, words)
            own = next((seat for seat in panel_for(table, person, drawn=False).seats if seat.you), None)
            return Answer(panel_in_words(panel_for(table, NOBODY, drawn=False), words, own))


def hand_now(session: Session, person: PersonId, words: Words) -> Private:
    """Return what only this person may see."""
    return Private(
        "\n".join(panel_for(TableView(session, words), person, drawn=False).own) or words.text("your-hand-empty")
    )


def moves_now(session: Session, person: PersonId, words: Words) -> Private:
    """Return the moves that this person may make now."""
    seat = session.seat_of(person)
    if seat is None:
        return Private(words.text("no-moves-now"))
    running = isinstance(session.phase, Playing)
    legal = session.legal_moves(seat) if running else openings(session, seat)
    if not legal:
        return Private(words.text("no-moves-now"))
    return Private(words.text("your-moves", moves=offers_in_words(legal, session.rules, words, names(session, words))))


def odds_now(session: Session, person: PersonId, words: Words) -> Private:
    """Return the odds from this person's own view."""
    seat = session.seat_of(person)
    if seat is None or not isinstance(session.phase, Playing):
        return Private(words.text("no-odds-now"))
    view = session.rules.view(session.state, seat)
    resample = deal_again(session, seat)
    lines = chances_in_words(session.rules, view, told_to(session, seat), resample, names(session, words), words)
    return Private("\n".join(lines) or words.text("no-odds-now"))


def options_to_type(session: Session, words: Words) -> str:
    """Return the options that differ from the usual ones, in words, and the names of the others, for typing."""
    chosen, own = rules.otherwise(session), session.game_options.model_dump(mode="json")
    of_hosts = hosts_options(session)
    gathering = {key: of_hosts[key] for key in TournamentRules.__struct_fields__ if key in of_hosts}
    told = {*chosen, *gathering}
    others = ", ".join(key for key in dict.fromkeys((*own, *of_hosts)) if key not in told)
    lines = rules.option_lines(session.rules, chosen, words, rules.MOST_LINES)
    if gathering:
        lines = [*lines, f"- `{' '.join(f'{key}={as_typed(value)}' for key, value in gathering.items())}`"]
    head = words.text("options-are", title=words.title(session.rules), code=session.code, count=len(lines))
    example = option_example(session.rules)
    return "\n".join([head, *lines, words.text("options-others", options=others, key=next(iter(own)), example=example)])


def rules_here(session: Session, rest: Sequence[str], words: Words) -> Reply:
    """Answer `rules`, `rules more` or `rules trip` with the rules as this table plays them. Raises Refused."""
    chosen = rules.otherwise(session)
    text = told_of(session.rules, rest, options_now(session), chosen, words)
    return Answer(text, marked_up=True)


def tells_of(session: Session, rest: Sequence[str], words: Words) -> bool:
    """Tell whether a table's rules have a part of this name; `rules` and `rules more` work for every table."""
    asked = " ".join(rest)
    found = rules.named_by(asked, rules.titled_parts(session.rules, words), options_now(session))
    return asked.lower() in {"", rules.MORE} or bool(found)


def rules_of(game: AnyGame, rest: Sequence[str], words: Words) -> Reply:
    """Answer `rules GAME` or `rules GAME more` with the rules as the game is usually played. Raises Refused."""
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
    """Return the last public lines from these batches, which are the last ones of the log."""
    lines = lasting(lines_of(session, session.log_length - len(batches), batches, words).public)
    last = [line.text for line in lines if not line.fine][-LINES_OF_HISTORY:]
    return "\n".join([words.text("history-is", code=session.code), *last])


def general(said: Said, words: Words, here: Sequence[Session], commands: Mapping[str, Command], without: Say) -> Reply:
    """Answer `help`, `help WORD` or `tables`. `without`: the answer to `tables` where no table stands.

    Raises Refused for an unknown word.
    """
    if said.word == "tables":
        titles = ", ".join(f"{one.code} ({title_listed(one, words)})" for one in here)
        if not here:
            return Answer(words.sentence(without), for_all=True, ways=ways_on(without, said, words))
        there = elsewhere(here[0], said.message) if len(here) == 1 else NO_PLACE
        return Answer(words.text("tables-here", tables=titles), stands_at=there)
    if said.rest:
        return Answer(explained(re.sub(r"\W", "", said.rest[0].lower()), words, here, commands))
    lines = [
        words.text("help-intro"),
        *(game_line(game, words) for game in catalogue().values()),
    ]
    moves = [verb(move) for one in here[:3] for move in one.rules.moves]
    if moves:
        lines.append(words.text("help-moves", moves=", ".join(dict.fromkeys(moves))))
    lines.append(
        words.text(
            "help-host", commands=", ".join(one.word for one in commands.values() if one.group not in SAID_BY_STAFF)
        )
    )
    if said.message.rights >= Rights.STAFF:
        lines.append(staff_words(commands, said.message.rights, words))
    return Answer("\n".join(lines), ways=to_say(OPEN, catalogue(), words))


def staff_words(commands: Mapping[str, Command], rights: Rights, words: Words) -> str:
    """Return the commands that only people with these rights may say, and those that can do more for staff, as `mod`
    shows them.
    """
    may = {Who.STAFF, Who.OWNER} if rights >= Rights.OWNER else {Who.STAFF}
    own = [one for group in SAID_BY_STAFF for one in commands.values() if one.group is group and one.who in may]
    both = [*own, *(one for one in commands.values() if one.for_staff)]
    listed = [*(one.word for one in both if one.word != "mod"), *(f"mod {one.word}" for one in orders())]
    return words.text("mod-words", words=", ".join(listed))


def title_listed(session: Session, words: Words) -> str:
    """Return what a list of tables says of one: its game, and whether it is by invitation."""
    title = words.title(session.rules)
    return f"{title}, {words.plain('option-admits-invited')}" if session.options.by_invitation else title


def game_line(game: AnyGame, words: Words) -> str:
    """Return a game's name, a short description, and a line that opens a table and plays at once."""
    about = f"{game.name}: {words.sentence(say('game-about'), (), game)}"
    if game.opening is None or not game.opening.examples:
        return about
    example = game.opening.examples[0].removeprefix(f"{verb(game.opening)} ")
    return f"{about} {words.text('help-at-once', line=words.typed(f'{game.name} {example}'))}"


async def wallet(store: Store, message: Message, at_tables: int, allowance: int, words: Words) -> Reply:
    """Say what is in the sender's purse. The first time it gets a welcome gift; when nearly empty, a small daily
    refill.

    `allowance`: what the bank gives everybody here once a day; 0: nothing. `at_tables`: what the person has on tables
    that play for purses; it counts, so that nobody gets a refill by putting suckers on a table.
    """
    person, account = message.sender.id, f"purse:{message.sender.id}"
    balances = await store.transfer(message.community, (welcome_gift(person),))
    amount = balances.get(account, 0) if isinstance(balances, dict) else 0
    today = store.clock.now() // DAY
    if allowance:
        daily = Transfer("bank", account, allowance, "allowance", once=once_a_day("allowance", person, today))
        balances = await store.transfer(message.community, (daily,))
        after = balances.get(account, 0) if isinstance(balances, dict) else amount
        if after != amount:
            return Answer(words.text("your-purse-allowance", amount=after, allowance=allowance), brief=f"{after:,}")
    if amount + at_tables >= NEARLY_EMPTY:
        return Answer(words.text("your-purse", amount=amount), brief=f"{amount:,}")
    refill = Transfer("bank", account, REFILL, "refill", once=once_a_day("refill", person, today))
    balances = await store.transfer(message.community, (refill,))
    after = balances.get(account, 0) if isinstance(balances, dict) else amount
    if after == amount:
        return Answer(words.text("your-purse", amount=amount), brief=f"{amount:,}")
    return Answer(words.text("your-purse-refilled", amount=after, refill=REFILL), brief=f"{after:,}")
