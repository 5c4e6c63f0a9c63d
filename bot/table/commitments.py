"""What is told of the seeds of games: commitments before anybody can use them, what is mixed in with the start,
the seeds and the heads of the chains afterwards (`docs/fairness.md`).

In chat stand the first digits of each, on pages and in records all of them.
"""

from bot.table.change import Change
from bot.table.phases import Hosting, Playing, Pledge
from games.proof import fair


def shown(digest: str) -> str:
    """Return as many digits of a hash as are shown where there is no room for all of it."""
    return digest[: fair.SHOWN]


def tell_sealed(change: Change, pledge: Pledge) -> None:
    """Tell the commitment to a game, before anybody can sit down to it or start it."""
    change.say(
        "fair-sealed",
        number=pledge.n,
        seal=shown(pledge.commitment),
        commitment=pledge.commitment,
        protocol=fair.PROTOCOL,
        rules=change.session.rules.version,
        key=pledge.key,
    )


def tell_commitment(change: Change) -> None:
    """Tell the commitment to a new table's first game, before anybody sits down."""
    tell_sealed(change, change.session.pledge)


def tell_next(change: Change) -> None:
    """Tell the commitment to the next game, before anybody can start it."""
    tell_sealed(change, change.next_pledge)


def tell_begun(change: Change, begun: Playing | Hosting) -> None:
    """Tell with the start, before the first die, what is mixed into the dice, and the commitment to the next game."""
    pledge, after = begun.pledge, change.next_pledge
    change.say(
        "fair-begun",
        number=pledge.n,
        seal=shown(pledge.commitment),
        commitment=pledge.commitment,
        mixed=shown(begun.entropy),
        entropy=begun.entropy,
        stamp=begun.stamp or "none",
        next=after.n,
        next_seal=shown(after.commitment),
        next_commitment=after.commitment,
        protocol=fair.PROTOCOL,
        rules=change.session.rules.version,
        key=after.key,
    )


def reveal(change: Change, playing: Playing, *, recorded: bool = True) -> None:
    """Tell the seed of a game that is over, and the head that no other record can have. Not `recorded`: it has none."""
    pledge = playing.pledge
    change.revealed = change.fairness.seed(pledge)
    seed, head = change.revealed.hex(), playing.head
    if recorded:
        change.say("fair-over", number=pledge.n, seed=seed, seed_shown=shown(seed), head=head, head_shown=shown(head))
    else:
        change.say("fair-unrecorded", number=pledge.n, seed=seed)


def reveal_seats(change: Change, hosting: Hosting) -> None:
    """Reveal the seed by which the seats of a tournament were drawn."""
    seed = change.fairness.seed(hosting.pledge).hex()
    change.say("seats-revealed", number=hosting.pledge.n, seed=seed)
