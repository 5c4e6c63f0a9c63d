"""Test a hand of two decks with jokers: a button for each rank, then a list for its cards; nothing is typed."""

from collections.abc import Iterator

from msgspec import Raw
from msgspec.structs import replace
from night import Night
from on_discord.pressing import pages_of, panel_of
from slashes import gives
from standins.discord.messages import Message
from standins.discord.people import Person

from bot.adapters.discord.outbound.buttons import Does, Press, read
from bot.table.change import Change
from bot.table.phases import Playing
from games.catalogue import catalogue
from games.kit.cards import Card, rank_of
from games.kit.codec import codec
from games.kit.secret import Secret
from games.poohead.state import State, ToPlay

RANKS = "456QKJA"
SUITS = "CDHS"
HAND = (*(Card(f"{rank}{suit}") for rank in RANKS for suit in SUITS for _ in range(2)), Card("J1"), Card("J2"))
MOST_PRESSED = 40


async def with_a_big_hand(night: Night, people: list[Person]) -> Person:
    """Give the next player a hand of two decks in the store, with an empty pile; return that player."""
    (session,) = await night.sessions()
    rules = catalogue()["poohead"]

    def act(change: Change) -> None:
        phase = change.session.phase
        assert isinstance(phase, Playing)
        state: State = change.session.state
        layout = replace(state.layouts[0], seen=(), drawn=Secret(HAND))
        dealt = replace(state, phase=ToPlay(state.dealer, again=False), layouts=(layout, *state.layouts[1:]), pile=())
        dealt = replace(dealt, phase=ToPlay(type(state.dealer)(0), again=False))
        change.set(phase=replace(phase, state=Raw(codec(rules).encode(dealt))))
        change.touched()

    await night.house.repository.update(session.ref, (), act)
    return people[0]


async def test_a_hand_of_two_decks_is_played_by_buttons_and_lists_alone(night: Night) -> None:
    people = night.people("ann", "ben")
    await gives(
        people[0], "open", channel=night.channel, game="poohead", options="opening=dealer_left turn_seconds=600"
    )
    await gives(people[1], "join", channel=night.channel)
    await gives(people[0], "start", channel=night.channel)
    for person in people:
        await gives(person, "ready", channel=night.channel)
    await night.card("to play")
    ann = await with_a_big_hand(night, people)
    await night.quiet()
    panel = await panel_of(ann, night.cards[-1])
    assert panel is not None
    pages = [list(presses_on(page)) async for page in pages_of(ann, panel)]
    pressed = [press for page in pages for press in page]
    assert [one for one in pressed if one.does is Does.FORM and one.line.startswith("play")] == []
    kinds = [one for one in pressed if one.does is Does.KIND]
    assert len(kinds) == len(RANKS), [one.line for one in kinds]
    assert len(pressed) < MOST_PRESSED
    screen = await panel_of(ann, night.cards[-1])
    assert screen is not None
    while not any(one.does is Does.KIND for one in presses_on(screen)):
        screen = (
            await ann.presses(screen, next(b.label for b in screen.buttons if "More moves" in str(b.label)))
        ).answer
        assert screen is not None
    first = next(one for one in presses_on(screen) if one.does is Does.KIND)
    of_kind = (await ann.presses(screen, custom_id=first.custom_id)).answer
    assert of_kind is not None
    (chosen,) = of_kind.selects
    assert len(chosen.options) == 8 + 8 * 2, "any number of fours, with no joker, one or two"
    two_and_a_joker = next(one for one in chosen.options if one.label.count("4") == 2 and one.label.count("oker") == 1)
    await ann.selects(of_kind, chosen.custom_id, [two_and_a_joker.value])
    await night.card("ann plays 4 4 joker")
    assert [rank_of(one.card) for one in (await night.state()).pile] == ["4", "4", "joker"]


def presses_on(screen: Message) -> Iterator[Press]:
    for one in screen.buttons:
        if (press := read(str(one.custom_id))) is not None:
            yield press
