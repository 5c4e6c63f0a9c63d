"""Provide a table of Headache in each of its phases, after some moves in it."""

from collections.abc import Callable

from headache_table import (
    ANDY,
    BILL,
    COLIN,
    FIRST_ROLLS,
    JACK,
    PETE,
    SIDES,
    Table,
    at_a_lot,
    at_the_auction,
    at_the_draw,
    at_the_method,
    at_the_rerolls,
    at_the_swaps,
    at_the_votes,
    playing,
)


def first_rolls() -> Table:
    return Table(rolls="hand")


def prime_rolls() -> Table:
    table = first_rolls()
    table.silence(16, 16, 16, 5, 4)
    table.stay()
    return table


def prime_rerolls() -> Table:
    table = Table(16, 16, 16, 5, 4)
    table.stay(9, 8, 7)
    return table


def chairman_rolls() -> Table:
    table = first_rolls()
    table.silence(19, 10, 4, 4, 4)
    table.stay()
    return table


def voting() -> Table:
    table = at_the_votes()
    table.say(BILL, "vote 3 2")
    return table


def fists_out() -> Table:
    table = at_the_votes(vote="declare")
    table.say(BILL, "vote 3")
    return table


def ordering() -> Table:
    table = at_the_votes(vote="declare")
    table.votes("andy 2, bill 3, jack 4")
    return table


def declaring() -> Table:
    table = ordering()
    table.say(COLIN, "order jack bill pete andy colin")
    table.say(JACK, "for 3")
    return table


def casting() -> Table:
    table = at_the_votes()
    table.votes("andy 4 1, bill 4 2, jack 1 3")
    return table


def swap_shown() -> Table:
    table = at_the_swaps(2)
    table.say(ANDY, "swap andy2 colin")
    return table


def blind_bids() -> Table:
    table = at_a_lot()
    table.say(BILL, "bid 7")
    return table


def awarding() -> Table:
    table = at_a_lot(blind_tie="chairman")
    table.bids("bill 4, pete 4, jack 4, andy 2")
    return table


def open_bids() -> Table:
    table = at_a_lot(kind="standard")
    table.say(BILL, "bid 4")
    table.say(PETE, "bid 6")
    return table


def price_falls() -> Table:
    return at_a_lot(kind="dutch", auction_types="blind+dutch")


def method() -> Table:
    return at_the_method("bill andy1, bill andy2, pete pete, jack jack")


def lot_shown() -> Table:
    """Return a table where a cup has come on sale by itself."""
    table = at_the_auction(lots="order")
    table.hurries = False
    table.bids("andy 1")
    return table


def allying() -> Table:
    table = playing("add", "bill andy1, bill andy2, pete pete, jack jack, colin colin", alliances="on")
    table.say(BILL, "ally pete 30")
    return table


def keeping() -> Table:
    table = method()
    table.decide("one")
    return table


def contest() -> Table:
    table = first_rolls()
    table.silence(*FIRST_ROLLS[:5])
    table.stay(*SIDES)
    while table.phase != "choosing-lot":
        table.silence()
    table.sell_all("bill andy1, bill andy2, pete pete, jack jack")
    table.decide("lives")
    table.say(BILL, "roll", 2, 9)
    return table


def round_shown() -> Table:
    """Return a table where the first roll of three has taken out Pete."""
    table = at_the_method("bill andy1, bill andy2, pete pete, jack jack")
    table.hurries = False
    table.decide("add", 3, 9, 2, 8)
    return table


PHASES: dict[str, Callable[[], Table]] = {
    "first-rolls": first_rolls,
    "rerolls": at_the_rerolls,
    "prime-rolls": prime_rolls,
    "prime-rerolls": prime_rerolls,
    "chairman-rolls": chairman_rolls,
    "drawing": at_the_draw,
    "voting": voting,
    "fists-out": fists_out,
    "ordering": ordering,
    "declaring": declaring,
    "casting": casting,
    "swapping": lambda: at_the_swaps(2),
    "swap-shown": swap_shown,
    "choosing-lot": at_the_auction,
    "lot-shown": lot_shown,
    "blind-bids": blind_bids,
    "awarding": awarding,
    "open-bids": open_bids,
    "price-falls": price_falls,
    "allying": allying,
    "keeping": keeping,
    "contest": contest,
    "round-shown": round_shown,
}
