"""Tell what proves fair play: a commitment to each seed before it is used, what is mixed in at the start, and the seed
and the hash of the end afterwards (`docs/fairness.md`).

Chats show the beginning of each, pages and records all of it.
"""

from msgspec.structs import replace

from bot.table.change import Change
from bot.table.document import Session, state_in
from bot.table.phases import Hosting, Playing, Pledge
from games.kit.seats import Seat
from games.proof import chain, fair


def shown(digest: str) -> str:
    """Return the first digits of a hash that commits to nothing new: the entropy, a receipt."""
    return digest[: fair.SHOWN]


def tell_sealed(change: Change, pledge: Pledge) -> None:
    """Tell the commitment to a game, before anybody can sit down for it or start it."""
    change.say(
        "fair-sealed",
        number=pledge.n,
        seal=fair.binding(pledge.commitment),
        commitment=pledge.commitment,
        protocol=fair.PROTOCOL,
        rules=change.session.rules.version,
        key=pledge.key,
    )
    change.set(sealed_in=change.last_line)


def tell_commitment(change: Change) -> None:
    """Tell the commitment to a new table's first game, before anybody sits down."""
    tell_sealed(change, change.session.pledge)


def tell_next(change: Change) -> None:
    """Tell the commitment to the next game, before anybody can start it."""
    tell_sealed(change, change.next_pledge)


def tell_texts(change: Change) -> None:
    """Tell the commitment to each new text, and to each text whose seat or game has changed since it was told."""
    session = change.session
    for seat, seated in enumerate(session.seats):
        bound = fair.text_told(session.pledge.game_id, str(seat), seated.text) if seated.bound else ""
        if bound != seated.bound:
            change.say("fair-text", who=change.called[seat], bound=fair.binding(bound), whole=bound)
            told = replace(seated, bound=bound, bound_in=change.last_line)
            change.session = change.session.with_seat(Seat(seat), told)


def tell_begun(change: Change, begun: Playing | Hosting, after: Pledge, standing: Pledge | None = None) -> None:
    """Tell at the start, before the first die, what is mixed into the dice, and the commitment to the next game.

    `standing`: also to the place's next game that is begun by the line that opens its table.
    """
    pledge = begun.pledge
    change.say(
        "fair-begun",
        number=pledge.n,
        commitment=pledge.commitment,
        mixed=shown(begun.entropy),
        entropy=begun.entropy,
        stamp=begun.stamp or "none",
        next=after.n,
        next_seal=fair.binding(after.commitment),
        next_commitment=after.commitment,
        protocol=fair.PROTOCOL,
        rules=change.session.rules.version,
        key=after.key,
        standing="none" if standing is None else fair.binding(standing.commitment),
        standing_number=0 if standing is None else standing.n,
        standing_commitment="" if standing is None else standing.commitment,
    )
    change.set(sealed_in=change.last_line)


def reveal(change: Change, playing: Playing, *, recorded: bool = True) -> None:
    """Tell the seed of a game, and the hash of its end, which no other record can have. Not `recorded`: no hash."""
    n, seed = playing.pledge.n, change.fairness.seed(playing.pledge)
    if recorded:
        end = end_of(change.session, playing, seed)
        change.say("fair-over", number=n, seed=seed.hex(), end=fair.binding(end), whole=end)
    else:
        change.say("fair-unrecorded", number=n, seed=seed.hex())


def end_of(session: Session, playing: Playing, seed: bytes) -> str:
    """Return the hash of the last line in a game's record."""
    rules = session.rules
    state = state_in(session.game, bytes(playing.state))
    return chain.closing(rules, bytes.fromhex(playing.head), seed, playing.draws, state).sha256


def reveal_seats(change: Change, hosting: Hosting) -> None:
    """Reveal the seed that the seats of a tournament were drawn with."""
    seed = change.fairness.seed(hosting.pledge).hex()
    change.say("seats-revealed", number=hosting.pledge.n, seed=seed)
