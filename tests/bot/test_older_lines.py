"""Lines that a table was told under older rules of its game stand in its log: they can be read and said for ever."""

import pytest

from bot.text import Words
from games.catalogue import catalogue
from games.kit.codec import codec

NAMES = ("ann", "ben", "cid", "dan", "eve")
HEADACHE_1 = {
    '{"type":"order-called","chairman":1}': "All fists are out. ben: in which order do they show?",
    '{"type":"ordered","seats":[2,0]}': 'They show in this order: cid and ann. cid, say what yours are for ("for 1").',
    '{"type":"declared","seat":2,"amount":3,"option":{"type":"chosen","question":"rounds","option":"2"},"next":[0]}': (
        "cid shows 3, for 2 rounds. Next: ann."
    ),
    '{"type":"vote-called","question":"failed","options":[{"type":"chosen","question":"failed","option":"half"}],'
    '"seconds":30,"form":"sealed"}': (
        'Vote on what failed bids pay: half. In private ("vote 3 1": three suckers for the first), within 30 seconds.'
    ),
    '{"type":"lots-called","chairman":1}': 'ben: which cup is sold next? Such as "lot pete1".',
    '{"type":"bids-shown","bids":[{"type":"offer","seat":0,"amount":4}]}': "Bids for the cup: ann 4.",
    '{"type":"tie-rolled","rolls":[{"type":"face","seat":0,"face":4},{"type":"face","seat":1,"face":9}]}': (
        "Tied for the cup, they roll: ann 4 and ben 9."
    ),
    '{"type":"awarded","seat":2,"said":true}': "It goes to cid.",
    '{"type":"awarded","seat":2,"said":false}': "The chairman says nothing: it goes to cid.",
    '{"type":"going","times":1,"amount":8}': "8 is bid: going once…",
    '{"type":"price-called","price":77}': "the cup: 77 now.",
}


@pytest.mark.parametrize("line", HEADACHE_1)
def test_a_line_of_headache_1_is_still_read(line: str) -> None:
    game = catalogue()["headache"]
    assert Words().sentence(codec(game).event(line.encode()).say(), NAMES, game) == HEADACHE_1[line]
