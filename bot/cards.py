"""A table as one viewer sees it: the card, made from a view and nothing else."""

from collections.abc import Sequence
from typing import Final

from bot.messages import Card, Choosable, FormField, Offer, SeatLine
from bot.safe_text import told_apart
from bot.session import Between, Closed, Lobby, Playing, Session, state_of
from bot.table.playing import openings
from bot.words import Words
from games.catalogue import AnyGame
from games.contract import Scene, View
from games.moves import Choice, LegalMove, OneOf, Order, Range, Some, Value, verb
from games.notation import Field, Kind, fields_of, written
from games.seats import SPECTATOR, Seat, Viewer, all_seats

MOST_SEATS_SHOWN: Final = 24


def names(session: Session, words: Words) -> tuple[str, ...]:
    """What each seat is called; told apart where two look alike (threats T13)."""
    return told_apart(tuple(seated.name for seated in session.seats), reserved=(words.text("the-house"), "House"))


def names_in_view(session: Session, words: Words) -> tuple[str, ...]:
    """What each seat of the game on the table is called; an ended game keeps the seats that it was played on."""
    if isinstance(session.phase, Between) and session.phase.cast:
        return tuple(one.name for one in session.phase.cast)
    return names(session, words)


def viewer_of(session: Session, person: str) -> Viewer:
    """Who somebody is in the game on the table: a newcomer on a seat is nobody in the game that ended there."""
    if isinstance(session.phase, Between) and session.phase.cast:
        return next((one.seat for one in session.phase.cast if one.player == person), SPECTATOR)
    seat = session.seat_of(person)
    return SPECTATOR if seat is None else seat


def card(session: Session, person: str, words: Words, *, here: bool = True) -> Card:
    """The card for one person (empty: for everybody). `here`: it stands in a place where one may sit down."""
    seat = session.seat_of(person)
    rules, called = session.rules, names_in_view(session, words)
    view = view_of(session, viewer_of(session, person))
    scene = Scene(()) if view is None else rules.scene(view)
    return Card(
        code=session.code,
        game=rules.name,
        title=words.title(rules),
        phase=phase_name(session),
        lines=(*host_lines(session, words), *(words.sentence(line, called, rules) for line in scene.table)),
        own=tuple(words.sentence(line, called, rules) for line in scene.own),
        seats=seat_lines(session, person, names(session, words), view),
        pot=None if view is None or not view.stacks else view.pot,
        ask=session.phase.clock.ask if isinstance(session.phase, Playing) else "",
        ends_at=deadline(session),
        commands=commands(session, person, words) if here else (),
        offers=() if seat is None else offers(session, seat, words),
        picture="" if scene.picture is None else scene.picture.svg,
        sitting=len(session.seats),
        picture_alt="" if scene.picture is None else words.sentence(scene.picture.alt, called, rules),
    )


def view_of(session: Session, viewer: Viewer) -> View | None:
    """None where no game stands on the table."""
    if isinstance(session.phase, Lobby | Closed):
        return None
    return session.rules.view(state_of(session), viewer)


def phase_name(session: Session) -> str:
    return str(session.phase.__struct_config__.tag)


def deadline(session: Session) -> int | None:
    match session.phase:
        case Playing(clock=clock):
            return clock.ends_at
        case Lobby(starts_at=starts_at) | Between(starts_at=starts_at):
            return starts_at
        case Closed():
            return None


def host_lines(session: Session, words: Words) -> tuple[str, ...]:
    lines = [] if isinstance(session.phase, Playing) else [words.text(f"phase-{phase_name(session)}")]
    if session.options.money == "purse":
        lines.append(words.text("money-purse", buyin=session.options.buyin))
    return tuple(lines)


def seat_lines(session: Session, person: str, called: Sequence[str], view: View | None) -> tuple[SeatLine, ...]:
    playing = isinstance(session.phase, Playing)
    ask = session.rules.asks(state_of(session)) if playing else None
    with_money = session.rules.stack(session.game_options) > 0
    stacks = view.stacks if playing and view is not None else tuple(one.stack for one in session.seats)
    return tuple(
        SeatLine(
            seat=seat,
            name=called[seat],
            stack=int(stacks[seat]) if with_money and seat < len(stacks) else None,
            bot=session.seats[seat].is_bot,
            awaited=ask is not None and seat in ask.seats,
            away=session.seats[seat].away,
            you=bool(person) and session.seats[seat].player == person,
        )
        for seat in seats_shown(session, person)
    )


def seats_shown(session: Session, person: str) -> tuple[Seat, ...]:
    """All seats; of a crowd the viewer's own and the first ones."""
    seats, own = all_seats(len(session.seats)), session.seat_of(person)
    if len(seats) <= MOST_SEATS_SHOWN or own is None or own < MOST_SEATS_SHOWN:
        return seats[:MOST_SEATS_SHOWN]
    return (own, *seats[: MOST_SEATS_SHOWN - 1])


def commands(session: Session, person: str, words: Words) -> tuple[Choosable, ...]:
    """The host's commands that make sense now, for this person or (empty) for whoever presses."""
    sits, is_host = session.seat_of(person) is not None, person in {"", session.host}
    allowed = session.rules.seats(session.game_options)
    full, enough = len(session.seats) >= allowed[-1], len(session.seats) >= allowed[0]
    waiting = isinstance(session.phase, Lobby | Between)
    between = isinstance(session.phase, Between)
    least = session.rules.least(session.game_options) or 0
    broke = any(seated.player == person and seated.stack < least for seated in session.seats)
    offered = {
        "join": waiting and not sits and not full,
        "start": isinstance(session.phase, Lobby) and enough and sits,
        "rematch": between and enough and sits,
        "rebuy": waiting and broke and session.options.money == "chips",
        "bots": waiting and not full and is_host,
        "odds": isinstance(session.phase, Playing) and sits,
        "verify": between,
        "rules": True,
        "leave": sits,
        "close": waiting and is_host and bool(person),
    }
    return tuple(Choosable(word, words.text(f"button-{word}")) for word, now in offered.items() if now)


# Offers: the legal moves as buttons and forms


def offers(session: Session, seat: Seat, words: Words) -> tuple[Offer, ...]:
    if isinstance(session.phase, Playing):
        legal = session.rules.legal_moves(state_of(session), seat)
    else:
        legal = openings(session, seat)
    return tuple(offer(move, session, words) for move in legal)


def offer(legal: LegalMove, session: Session, words: Words) -> Offer:
    rules, word = session.rules, legal.verb
    label, help_line = f"move-{word}", f"help-{word}"
    return Offer(
        verb=word,
        label=words.own(label, rules) or word.capitalize(),
        help=words.own(help_line, rules) or (legal.move.__doc__ or "").splitlines()[0],
        secret=legal.secret,
        fields=tuple(
            form_field(field, legal.fields[field.name], session, words)
            for field in fields_of(legal.move)
            if field.name in legal.fields
        ),
    )


def form_field(field: Field, choice: Choice, session: Session, words: Words) -> FormField:
    label = words.own(f"field-{field.name}", session.rules) or field.name.replace("_", " ").capitalize()
    if field.kind is Kind.FLAG:
        return FormField(field.name, label, "flag")
    match choice:
        case Range(low=low, high=high):
            return FormField(field.name, label, "number", low=low, high=high, suggest=low + (high - low) // 10)
        case OneOf(values=values):
            return FormField(field.name, label, "one", among=among(field, values, session, words))
        case Some(values=values, least=least, most=most):
            listed = among(field, values, session, words)
            return FormField(field.name, label, "some", least=least, most=most, among=listed)
        case Order(values=values):
            return FormField(field.name, label, "order", among=among(field, values, session, words))


def among(field: Field, values: Sequence[Value], session: Session, words: Words) -> tuple[Choosable, ...]:
    called = names(session, words)
    return tuple(Choosable(written(field.kind, one), label_of(field, one, called, session, words)) for one in values)


def label_of(field: Field, value: Value, called: Sequence[str], session: Session, words: Words) -> str:
    if field.kind is Kind.SEAT and isinstance(value, int):
        return called[value]
    return words.own(f"value-{value}", session.rules) or str(value)


# In words


def offers_in_words(legal: Sequence[LegalMove], game: AnyGame, words: Words) -> str:
    """`stake 1-100, roll`: what may be done now, as it is typed."""
    return ", ".join(dict.fromkeys(typed(move, game, words) for move in legal))


def typed(legal: LegalMove, game: AnyGame, words: Words) -> str:
    parts = [verb(legal.move)]
    for field in fields_of(legal.move):
        if field.kind is Kind.FLAG:
            parts.append(f"[{field.name}]")
            continue
        match legal.fields.get(field.name):
            case Range(low=low, high=high):
                parts.append(f"{low}-{high}")
            case OneOf(values=values) if len(values) <= 6 and field.kind is Kind.WORD:
                parts.append("/".join(map(str, values)))
            case _:
                parts.append(words.own(f"field-{field.name}", game) or field.name.upper())
    return " ".join(parts)


def card_in_words(card: Card, words: Words) -> str:
    """The card as lines of text: everything on it works without colour, pictures or buttons."""
    lines = [f"{card.code} · {card.title}", *card.lines]
    lines += [seat_in_words(seat, words) for seat in card.seats[:20]]
    if card.pot:
        lines.append(words.text("pot-is", pot=card.pot))
    return "\n".join([*lines, *card.own])


def seat_in_words(seat: SeatLine, words: Words) -> str:
    marks = [words.text(f"mark-{mark}") for mark in ("bot", "away", "awaited") if getattr(seat, mark)]
    stack = "" if seat.stack is None else f" {words.text('amount', amount=seat.stack)}"
    return f"{seat.seat + 1}. {seat.name}{stack}" + (f" ({', '.join(marks)})" if marks else "")
