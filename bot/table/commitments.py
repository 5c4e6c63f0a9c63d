"""Tell what proves fair play: a commitment to each seed before it is used, what is mixed in at the start, and the seed
and the hash of the end afterwards (`docs/fairness.md`).

Chats show the beginning of each, pages and records all of it.
"""

import msgspec
from msgspec.structs import replace

from bot.table.change import Change
from bot.table.document import Session, state_after
from bot.table.phases import Between, EndedGame, Hosting, Playing, Pledge
from bot.table.seats import Seated
from games.kit.codec import codec
from games.kit.contract import Result
from games.kit.money import Suckers
from games.kit.seats import Seat
from games.proof import chain, fair
from games.proof.fair import binding


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
    state = state_after(session, playing)
    return chain.closing(rules, bytes.fromhex(playing.head), seed, playing.draws, state).sha256


def reveal_seats(change: Change, hosting: Hosting) -> None:
    """Reveal the seed that the seats of a tournament were drawn with."""
    seed = change.fairness.seed(hosting.pledge).hex()
    change.say("seats-revealed", number=hosting.pledge.n, seed=seed)


# Games whose hands stay hidden until their series ends
#
# Where each round is a game of its own, people who left early may have shown nothing, and a seed reveals every roll. So
# all rounds of a match have one seal, one text for each seat and one end, told at the start and the end of the match.
# If other people sit down to the next round, or its terms change, a new game begins, and the record of the old one
# waits, closed. A game that is called off is opened at once, so that all can check that its stakes went back.

NO_CARRY = msgspec.Raw(b"null")


def stays_hidden(session: Session, result: Result) -> bool:
    """Tell whether a game with this result hides something from the games that follow it."""
    return session.rules.keeps_hidden and result.next_after is not None


def keep_hidden(change: Change, playing: Playing, result: Result, seats: tuple[Seated, ...]) -> None:
    """Keep a finished round for the next one of its match. `seats`: who sat there, with what they have now."""
    so_far = replace(playing, results=(*playing.results, result))
    change.set(match=EndedGame(so_far, seats, change.called))


def open_match(change: Change, playing: Playing) -> None:
    """Reveal the seed of a game that has ended, and open all that waited for it."""
    reveal(change, playing)
    open_all(change)


def open_all(change: Change) -> None:
    """Open what was withheld, since the series is over."""
    match = change.session.match
    if match is not None:
        note_match_over(change, match)
        reveal(change, match.playing)
    count = len(change.session.withheld)
    if count:
        change.set(withheld=())
        change.say("fair-opened", count=count)


def close_match(change: Change) -> None:
    """End the game that a match plays on with other people or terms: its record is withheld, its final hash is told."""
    match = change.session.match
    if match is None:
        return
    note_match_over(change, match)
    playing = match.playing
    end = end_of(change.session, playing, change.fairness.seed(playing.pledge))
    change.set(withheld=(*change.session.withheld, playing.record))
    change.say("fair-closed", number=playing.pledge.n, end=binding(end), whole=end)


def note_match_over(change: Change, match: EndedGame) -> None:
    """Note that a match has ended between two of its rounds: its record is to be archived."""
    change.ended = (*change.ended, match)
    change.set(match=None, record=match.playing.record)


def match_goes_on(session: Session) -> bool:
    """Tell whether the next round is proved with the earlier ones: by the same people on the same terms.

    They must have what the last round left them, or a new stack that its rules allow.
    """
    match = session.match
    if match is None or not isinstance(session.phase, Between) or session.practice is not None:
        return False
    rules, carry, left = session.rules, session.rules.carried(session.state), tuple(one.stack for one in match.seats)
    same = [one.player for one in match.seats] == [one.player for one in session.seats]
    return (
        same
        and match.playing.terms == terms_of(session)
        and bytes(session.phase.carry) == codec(rules).encode(carry)
        and chain.brought_on(rules, session.game_options, carry, tuple(map(Suckers, left)), session.stacks)
    )


def terms_of(session: Session) -> str:
    """Return the digest (hex) of a table's options."""
    options = chain.options_written(session.game_options)
    return chain.terms_of(session.rules.version, options, (), NO_CARRY).hex()
