"""Provide tables in the middle of games, as the store would hold them, and the adapter's output for each."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from discord import ui
from msgspec.structs import replace

from bot.adapters.discord import DiscordAdapter
from bot.adapters.discord.inbound.modals import form_for
from bot.adapters.discord.outbound.buttons import Does, Press, for_offers, kind_of, of_form
from bot.adapters.discord.outbound.components import Select, View
from bot.adapters.discord.outbound.direct_messages import left_view
from bot.adapters.discord.outbound.layout import table_view
from bot.adapters.discord.outbound.named_moves import settled
from bot.adapters.discord.outbound.private_layout import hand_view, own_view
from bot.delivery.shown import NOTHING, recent_for, update_for, with_hands_told
from bot.ports.audience import of_key
from bot.ports.messages import Offer, Update
from bot.render.offers import to_choose
from bot.render.panel import Scenes, TableView, legal_moves
from bot.render.telling import lines_of
from bot.table.document import SCHEMA, Session, TableOptions
from bot.table.log import Batch, Cast
from bot.table.phases import AskClock, Between, Closed, Lobby, Playing, Pledge
from bot.table.seats import Seated
from bot.text import Words
from bot.text.safe_text import safe_name
from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.contract import Event
from games.kit.seats import SPECTATOR

AT: Final = 1_790_000_000_000
DISCORD_NAME: Final = 32
"""Characters of the longest name on Discord."""
CALLED: Final = 1_573_807_220_146_044_000
"""The person called by each card, because it is their turn."""
CHANNEL: Final = CALLED + 1000
COMMITMENT: Final = "5f" * 32


class Stage(NamedTuple):
    """A table with its log. `name`: what is tried here. `batches`: the log from its first line."""

    name: str
    session: Session
    batches: Sequence[Batch] = ()


def on_stage(
    name: str,
    game: AnyGame,
    state: Any,
    names: Sequence[str],
    *,
    given: dict[str, str] | None = None,
    log: Sequence[tuple[Event, ...]] = (),
    phase: str = "playing",
) -> Stage:
    """Return a table of this game. `names`: of the people, as typed. `log`: the last events, one batch each."""
    given = {key: str(value).lower() for key, value in (given or {}).items()}
    seats = seated(names)
    raw = msgspec.Raw(b"null" if state is None else codec(game).encode(state))
    pledge = Pledge(1, "discord:1/discord:2/1", "00" * 16, 1, COMMITMENT)
    cast = tuple(Cast(seat, one.player, safe_name(one.name)) for seat, one in enumerate(seats))  # type: ignore[arg-type]
    batches = [
        Batch(AT, 1, None, tuple(msgspec.Raw(codec(game).encode(event)) for event in events), (), cast)
        for events in log
    ]
    ask = None if state is None else game.asks(state)
    clock = AskClock("1-7" if ask is None else f"1-{ask.id}", AT + 30_000, None)
    phases = {
        "lobby": Lobby(),
        "playing": Playing(pledge, (), "1", raw, {}, (100,) * len(seats), msgspec.Raw(b"null"), 0, (), clock),
        "between": Between(raw, msgspec.Raw(b"null"), "1", AT + 20_000, cast, before=(100,) * len(seats)),
        "closed": Closed(),
    }
    session = Session(
        schema=SCHEMA,
        table="t1",
        code="K7QHJ",
        venue="discord:1",
        places=("discord:2",),
        game=game.name,
        given=given,
        abilities=DiscordAdapter.abilities,
        options=TableOptions(),
        host=seats[0].player,
        seats=seats,
        pledge=pledge,
        log_length=len(batches),
        idle_at=AT + 3_600_000,
        enough=False,
        record="",
        loaded=False,
        phase=phases[phase],
    )
    return Stage(name, session, batches)


def seated(names: Sequence[str]) -> tuple[Seated, ...]:
    return tuple(
        Seated(f"discord:{CALLED + seat}", safe_name(name[:DISCORD_NAME]), 1_000_000) for seat, name in enumerate(names)
    )


def phase_of(stage: Stage) -> str:
    """Return the game's name of the phase, such as `voting`, with the game and the stage."""
    view, _ = Scenes(stage.session).of(SPECTATOR)
    return f"{stage.session.game} {stage.name} {'' if view is None else view.phase}".strip()


# Views


class Sight(NamedTuple):
    """One view of a stage. `what`: card, hand, panel, moves or form. `offered`: how many moves must be on it."""

    what: str
    view: View | ui.Modal
    update: Update


def sights(stage: Stage, words: Words, *, called: int = CALLED, channel: int = CHANNEL) -> Iterator[Sight]:
    place = update_of(stage, "place:discord:2", words)
    tag = stage.session.phase.__struct_config__.tag
    yield Sight("card", table_view(place, words, called=[called] if tag == "playing" else []), place)
    for one in stage.session.seats:
        update = update_of(stage, f"person:{one.player}", words)
        if tag == "closed":
            yield Sight("hand", left_view(update, words), update)
            continue
        yield Sight("hand", hand_view(update, words, channel), update)
        yield Sight("panel", own_view(update, words), update)
        seen = dict[str, int]()
        for offer in update.card.offers:
            number = seen[offer.verb] = seen.get(offer.verb, -1) + 1
            if to_choose(settled(offer)):
                press = of_form(Does.FILL, update.code, update.card.ask, offer.verb, number)
                yield Sight("form", form_for(offer, Press(Does.FILL, press.code, press.ask, press.line), words), update)


def update_of(stage: Stage, audience: str, words: Words) -> Update:
    lines = lines_of(stage.session, 0, stage.batches, words)
    shown_to = of_key(audience)
    update = update_for(TableView(stage.session, words), shown_to, NOTHING, ())
    if audience.startswith("place:"):
        update = replace(update, card=with_hands_told(update.card, stage.session, 1, words))
    return replace(update, recent=recent_for(stage.session, shown_to, lines, 0))


def moves_without_a_button(stage: Stage, words: Words) -> list[str]:
    """Return legal moves that can't be pressed: a value that fits no button, or too many of them."""
    found = []
    for seat, one in enumerate(stage.session.seats):
        card = update_of(stage, f"person:{one.player}", words).card
        pressed = for_offers(card.code, card.ask, card.offers)
        chosen = [len(one.options) for one in pressed if "#" in one.custom_id and isinstance(one, Select)]
        kinds = [one for one in pressed if "|kind|" in one.custom_id]
        behind = {number for one in kinds for number in numbers_of_kind(card.offers, one.custom_id)}
        if len(pressed) - len(chosen) - len(kinds) + sum(chosen) + len(behind) < len(legal_moves(stage.session, seat)):  # type: ignore[arg-type]
            found.append(f"{phase_of(stage)}: {[offer.verb for offer in card.offers]}")
    return found


def numbers_of_kind(offers: Sequence[Offer], custom_id: str) -> list[tuple[str, int]]:
    """Return the moves behind the button of a kind."""
    verb, _, number = custom_id.rpartition("|")[2].partition("#")
    of_verb = [one for one in offers if one.verb == verb]
    kind = kind_of(of_verb[int(number)])
    return [(verb, at) for at, one in enumerate(of_verb) if kind_of(one) == kind]
