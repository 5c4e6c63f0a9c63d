"""Test the time between two games of a series: people with too little must buy in again, or the series ends.

Everybody here has only one entrance fee. After a game everybody is broke, and the pot is carried on.
"""

from evening import Evening, unbalanced

from bot.ports.messages import Rights
from bot.table.document import Session
from bot.table.phases import Between, Lobby, Playing

THREE = ("ann", "ben", "cid")
POOR = "min_players=3 pace=quick stack=10 entry=10 memory=off"


async def a_game(evening: Evening, options: str = "rebuy=on", *, bots: int = 0) -> Session:
    """Play a game. Nobody can bid, so nobody buys a die."""
    people = THREE[: 3 - bots]
    seats = [*(f"{name}: !join" for name in people[1:]), *([f"ann: !bots {bots}"] if bots else [])]
    await evening.lines(f"ann: !open headache {POOR} {options}", *seats)
    await evening.lines("ann: !start")
    await play(evening, people)
    return await evening.table()


async def play(evening: Evening, people: tuple[str, ...]) -> None:
    while isinstance((await evening.table()).phase, Playing):
        for name in people:
            for line in ("stay", "pass", "vote 0", "cast 1"):
                await evening.whisper(name, line)


def starts_at(session: Session) -> int | None:
    assert isinstance(session.phase, Lobby | Between)
    return session.phase.starts_at


async def test_it_is_said_who_must_buy_in_and_it_goes_on_by_itself_after_half_a_minute(evening: Evening) -> None:
    session = await a_game(evening)
    assert starts_at(session) == evening.clock.now() + 30_000
    told = 'ann, ben and cid have too little for the next game: "!rebuy" gets new chips.'
    assert f"{told} In 30 seconds it begins, if enough can pay then; if not, the match is over." in evening.news[-2]
    await evening.lines(*(f"{name}: !rebuy" for name in THREE))
    await evening.wait(29)
    assert isinstance((await evening.table()).phase, Between)
    await evening.wait(1)
    assert isinstance((await evening.table()).phase, Playing)


async def test_where_too_few_buy_in_the_match_is_over_also_after_a_restart(evening: Evening) -> None:
    await a_game(evening)
    await evening.lines("ann: !rebuy")
    await evening.wait(10)
    other = await evening.again()
    await other.lines("ben: !rebuy")
    before = await other.document()
    refused = await other.say("ann", "!start")
    assert refused.text.startswith("No game can be played like this: cid has too few suckers; it takes 10.")
    assert await other.document() == before, "nothing begins, and no seed is used up"
    await other.wait(20)
    assert starts_at(await other.table()) is None
    assert other.news[-1] == (
        "Too few can pay for another game. What was in the pot is paid: ann 10, ben 10 and cid 10. "
        "The match is over. ann and ben ended with the most: 20."
    )
    await other.lines("ann: !start")
    assert isinstance((await other.table()).phase, Playing), "another match"
    await other.end()


async def test_where_nobody_buys_in_and_nobody_has_a_sucker_the_match_is_over_and_the_pot_is_paid(
    evening: Evening,
) -> None:
    """The last to stay gets no more of it than the others (HA-31)."""
    await a_game(evening)
    await evening.wait(30)
    assert "ann, ben and cid ended with the most: 10." in evening.news[-1]
    await evening.lines("ann: !leave", "ben: !leave")
    assert (await evening.table()).stacks == (10,)
    await evening.wait(60)
    assert isinstance((await evening.table()).phase, Lobby)


async def test_house_bots_buy_in_at_once(evening: Evening) -> None:
    session = await a_game(evening, bots=2)
    assert [seated.stack for seated in session.seats] == [0, 10, 10]
    assert sum("in new chips" in line for line in evening.news) == 1, "one line for both"
    await evening.lines("ann: !rebuy")
    await evening.wait(30)
    assert isinstance((await evening.table()).phase, Playing)


async def test_who_sits_down_meanwhile_makes_up_the_number(evening: Evening) -> None:
    await a_game(evening)
    await evening.lines("ann: !rebuy", "ben: !rebuy", "cid: !leave", "dan: !join")
    await evening.wait(30)
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    assert "The game begins: ann, ben and dan play." in " ".join(evening.news)


async def test_enough_ends_the_wait(evening: Evening) -> None:
    """The unwon pot goes to the people at the table (HA-31)."""
    await a_game(evening)
    await evening.lines("ann: !enough")
    await evening.wait(60)
    assert starts_at(await evening.table()) is None
    assert "The match is over. ann, ben and cid ended with the most: 10." in evening.news[-1], (
        "the pot that nobody won is theirs (HA-31)"
    )


async def test_where_nobody_may_buy_in_the_match_is_over_and_start_says_why(evening: Evening) -> None:
    session = await a_game(evening, "rebuy=off")
    assert starts_at(session) is None
    assert "The match is over." in " ".join(evening.news)
    assert session.stacks == (10, 10, 10), "the pot that nobody won is shared"
    await evening.lines("ann: !options stack=20 entry=20", "dan: !join")
    refused = await evening.say("ann", "!start")
    assert "ann, ben and cid have too few suckers" in refused.text
    assert refused.text.endswith('"!leave" makes room for others.')


async def test_for_purses_nobody_is_told_to_buy_in_and_the_match_is_over(evening: Evening) -> None:
    refused = await evening.say("ann", f"!open headache {POOR} rebuy=on money=purse buyin=10")
    assert "rebuy=on is for tables for chips." in refused.text
    session = await a_game(evening, "money=purse buyin=10")
    assert starts_at(session) is None
    assert "those who sit here share it, ann 10, ben 10 and cid 10." in " ".join(evening.news)
    assert "The match is over." in evening.news[-2]
    assert "!rebuy" not in " ".join(evening.news)
    await evening.lines("ann: !leave")
    assert await evening.purse("ann") == 1000
    assert await unbalanced(evening) == []


async def test_a_generous_place_gives_nobody_new_chips_for_purses_either(evening: Evening) -> None:
    evening.rights["olga"] = Rights.OWNER
    await evening.lines("olga: !control generous on")
    assert not (await evening.say("ann", "!open headache money=purse rebuy=on")).ok
    await evening.lines("ann: !open headache money=purse")
    assert not (await evening.say("ann", "!options rebuy=on")).ok
