"""Test that `verify` gives a complete proof: it can be checked without us, and a copy with one change fails."""

import re
from collections.abc import Iterator

import msgspec
import pytest
from evening import Evening

from bot.adapters.console import SeededBytes
from bot.app.application import Application
from bot.table.defaults import Defaults
from bot.table.fairness import Fairness, Keys
from bot.table.phases import Playing
from games.proof import fair
from games.proof.posted import Posted, check_posted
from games.proof.record import Mismatch
from games.proof.verifying import replayed, verify
from persistence import Store


async def record(evening: Evening, name: str = "ann") -> str:
    answer = await evening.say(name, "!verify")
    (file,) = answer.files
    assert file.name.endswith(".potluck.jsonl")
    return file.content.decode()


def sealed(evening: Evening) -> list[str]:
    """Return the commitments that the table was told."""
    return re.findall(r"(?:: seal|, next|, standing) ([a-z2-7]{26})", "\n".join(evening.news))


def mixed_in(evening: Evening) -> dict[str, str]:
    """Return the mixed-in texts told with each start, by the number of the game."""
    return dict(re.findall(r"Game (\d+): mixed ([0-9a-f]{12})", "\n".join(evening.news)))


def ends(evening: Evening) -> dict[str, str]:
    """Return the end hashes told with the results, by the number of the game."""
    return dict(re.findall(r"Game (\d+): end ([a-z2-7]{26})", "\n".join(evening.news)))


EVENINGS = [
    ("ann: !halflings 50 auto",),
    ("ann: !halflings 50 split=exact auto", "wait: 10", "ann: !stake 10"),
    ("ann: !open halflings mode=duel", "ben: !join lucky me", "ann: !start", "ann: !stake 10", "wait: 300"),
    ("ann: !open halflings mode=duel", "ann: !bots", "ann: !start", "ann: !stake 10", "ann: !roll", "wait: 300"),
    ("ann: !open halflings mode=crowd", "ann: !bots 5", "ann: !stake 20", "wait: 60"),
    (
        "ann: !open halflings mode=crowd giant=player",
        "ben: !join",
        "cid: !join",
        "ann: !start",
        "cid: !stake 5",
        "wait: 60",
    ),
    ("ann: !open halflings mode=duel", "ben: !join", "ann: !start", "ann: !stake 10", "ben: !leave", "ann: !roll"),
    ("ann: !open cones", "ben: !join red", "ann: !choose blue", "ann: !start", "ben: !leave"),
]


async def play(evening: Evening, lines: tuple[str, ...]) -> None:
    for line in lines:
        name, _, text = line.partition(": ")
        if name == "wait":
            await evening.wait(float(text))
        else:
            await evening.say(name, text)
    await evening.wait(300)


@pytest.mark.parametrize("lines", EVENINGS, ids=range(len(EVENINGS)))
async def test_the_record_of_a_game_checks_out(evening: Evening, lines: tuple[str, ...]) -> None:
    """With time-ups, take-overs, house bots and leavers in it. It is the game that was sealed in public."""
    await play(evening, lines)
    text = await record(evening)
    found = replayed(text)
    number = found.committed.game_id.rpartition("/")[2]
    seal = fair.binding(found.committed.commitment)
    assert seal in sealed(evening)
    check_posted(found, Posted(seal, mixed_in(evening)[number], ends(evening)[number]))


def changed(text: str) -> Iterator[tuple[str, str]]:
    """Yield copies of a record with one change, and a corrected checksum if that hides the change."""
    lines = text.splitlines()
    yield "a line less", "\n".join([*lines[:2], *lines[3:]])
    yield "two lines swapped", "\n".join([*lines[:2], lines[3], lines[2], *lines[4:]])
    yield "another stake", text.replace("stake 50", "stake 60")
    yield "another stack", text.replace("1000", "1001")
    yield "another commitment", re.sub(r'"commitment":"[0-9a-f]', '"commitment":"x', text)
    yield "another seed", re.sub(r'"seed":"[0-9a-f]{2}', '"seed":"00', text)
    yield "another text", text.replace('["0",""]', '["0","me"]')
    yield "another die", re.sub(r'"dice":\[\d,\d\]', '"dice":[6,5]', text)
    yield "a draw more", re.sub(r'"giant":1', '"giant":2', text)
    yield "no end", "\n".join(lines[:-1])
    yield "nothing", ""


def is_refused(text: str) -> bool:
    try:
        verify(text)
    except Mismatch:
        return True
    return False


async def test_a_record_with_one_thing_changed_does_not(evening: Evening) -> None:
    await evening.lines("ann: !halflings 50 auto")
    text = await record(evening)
    verify(text)
    for what, copy in changed(text):
        if copy != text:
            assert is_refused(copy), what


async def test_a_game_that_was_called_off_checks_out_up_to_there(evening: Evening) -> None:
    """`docs/fairness.md`: a void tells the seed at once, and its record says why it is not a whole game."""
    await evening.lines("ann: !open halflings mode=duel", "ben: !join", "ann: !start", "ann: !stake 10")
    code = (await evening.table()).code
    await evening.lines("ann: !close")
    (file,) = (await evening.say("ann", f"!{code} verify")).files
    text = file.content.decode()
    verify(text)
    assert '"deed":{"type":"void","why":"host-closed"}' in text
    assert any("The game is void: closed by ann." in line for line in evening.news)
    assert set(ends(evening)) == {"1"}


async def test_a_record_comes_with_the_address_of_the_page_that_checks_it(evening: Evening) -> None:
    await evening.lines("ann: !halflings 50 auto")
    assert "browser" not in (await evening.say("ann", "!verify")).text  # it has no pages that others can open
    evening.house.doors.public = "https://potluck.example/"
    verified, watched = [(await evening.say("ann", line)).text for line in ("!verify", "!replay")]
    (link,) = re.findall(r"https://potluck[.]example/game/(\S+)", watched)
    assert verified.endswith(f"https://potluck.example/verify.html#/game/{link}")
    assert link.isalnum(), "a sign at the end of an address is cut where it is made a link"


async def test_a_seed_is_told_only_when_its_game_is_over(evening: Evening) -> None:
    """T24: neither the store's document nor any answer has it before."""
    await evening.lines("ann: !halflings 50")
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    seed = evening.dice.seed(session.phase.pledge).hex()
    shown = msgspec.json.encode(evening.witness.updates)
    assert seed not in (await evening.document()).decode() + shown.decode()
    for text in ("!verify", "!table", "!history", "!options", "!odds", "!help verify"):
        assert seed not in (await evening.say("ann", text)).text
    await evening.lines("ann: !roll")
    await evening.wait(60)
    assert f'"seed":"{seed}"' in await record(evening)


async def test_the_numbers_of_the_games_of_a_place_have_no_gap(evening: Evening) -> None:
    """`docs/fairness.md`: `n` counts up per place. A sealed number that was never played is told too."""
    await evening.lines("ann: !halflings 10 auto", "ben: !open halflings", "ben: !leave", "cid: !halflings 10 auto")
    await evening.lines("ann: !close", "cid: !leave")
    told = set(re.findall(r"(?:Seed of game|Game) (\d+)", "\n".join(evening.news)))
    assert told == {"1", "2", "3", "4", "5"}
    assert len(set(sealed(evening))) == len(sealed(evening)) == 6, "the last one stands for the next game of the place"


async def test_texts_and_the_platforms_stamp_are_mixed_into_the_dice(evening: Evening) -> None:
    """L2: the record has the platform's id of the message that started the game."""
    await evening.lines("ann: !open halflings mode=duel", "ben: !join  lucky\u200b  me ")
    await evening.say("ann", "!start", stamp=True, message_id="1234567890")
    session = await evening.table()
    assert isinstance(session.phase, Playing)
    assert session.phase.pairs == (("0", ""), ("1", "lucky me"), ("stamp", "1234567890"))


async def test_a_text_counts_for_one_game(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel", "ben: !join lucky me", "ann: !start")
    await evening.wait(300)
    assert [seated.text for seated in (await evening.table()).seats] == ["", ""]


async def test_a_text_that_is_too_long_is_refused(evening: Evening) -> None:
    await evening.lines("ann: !open halflings mode=duel")
    answer = await evening.say("ben", f"!join {'x' * 65}")
    assert (answer.ok, answer.text) == (False, "The text for the dice has at most 64 characters.")
    assert (await evening.say("ben", f"!join {'x' * 64}")).ok


# The key (F27)


def other_house(evening: Evening, store: Store, key: bytes) -> Application:
    random = SeededBytes("other")
    house = Application(store, Fairness(Keys({1: key}), random), Defaults(pace=0), random)
    house.add(evening.witness)
    return house


async def test_with_another_key_a_running_game_is_frozen_and_paid_back(evening: Evening, store: Store) -> None:
    """F27: a seed is never replaced silently. The table says so, and its next game has a new seal."""
    await evening.lines("ann: !open halflings money=purse", "ann: !start", "ann: !stake 50")
    seals = evening.store.seals
    house = other_house(evening, store, bytes(31) + b"x")
    store.seals = seals  # the table was sealed with another key than the game's pledge
    answer = await house.hear(evening.message("ann", "!roll"))
    await house.delivery.settle()
    assert answer.ok
    assert any("dice key of this table is lost" in line for line in evening.news)
    session = await house.repository.get((await evening.table()).ref, fresh=True)
    assert session.seats[0].stack == session.options.buyin
    assert session.pledge.n == 3
    await house.hear(evening.message("ann", "!start"))
    await house.hear(evening.message("ann", "!leave"))
    assert sum((await store.accounts(evening.venue)).values()) == 0
    assert await evening.purse("ann") == 1000
    await house.stop()


async def test_with_the_same_key_another_process_goes_on_with_the_same_dice(evening: Evening, store: Store) -> None:
    """F1, T23: a draw is a pure function of the stored salt, the key, the label and the count."""
    await evening.lines("ann: !open halflings", "ann: !stake 50")
    house = other_house(evening, store, bytes(32))
    await house.hear(evening.message("ann", "!roll"))
    await house.stop()
    await evening.wait(300)
    assert verify(await record(evening)).game == "halflings"


def test_a_key_is_never_printed() -> None:
    """T9."""
    keys = Keys({1: b"k" * 32})
    assert repr(keys) == "Keys([1])"
    assert "kkkk" not in f"{keys} {keys!r} {vars(Fairness(keys))!r}"


# For any game


async def test_the_record_of_a_table_that_is_closed_is_had_by_its_code(evening: Evening) -> None:
    """Also without the code, if there is no table any more. It says what was told of the game."""
    await evening.lines("ann: !open halflings", "ann: !stake 10 auto")
    code = (await evening.table()).code
    await evening.lines("ann: !leave")
    assert await evening.sessions() == []
    for line in (f"!verify {code}", f"!verify {code.lower()} 1", f"!{code} verify", "!verify 1", "!verify"):
        answer = await evening.say("ben", line)
        (file,) = answer.files
        found = replayed(file.content.decode())
        posted = re.search(r"sealed (\w{26}), (\w{12}) mixed in, end (\w{26})", answer.text)
        assert posted is not None, answer.text
        check_posted(found, Posted(*posted.groups()))
        assert (sealed(evening)[0], mixed_in(evening)["1"], ends(evening)["1"]) == posted.groups()
        assert "Level 1" in answer.text


@pytest.mark.parametrize(
    ("line", "said"),
    [("!verify Z9Z", "kept"), ("!verify 99", "No game 99"), ("!verify me", "has a code")],
)
async def test_what_is_no_game_is_said_so(evening: Evening, line: str, said: str) -> None:
    await evening.lines("ann: !halflings 10 auto")
    answer = await evening.say("ann", line)
    assert not answer.ok
    assert said in answer.text or "No game" in answer.text


async def test_loaded_dice_prove_nothing_and_a_record_that_differs_is_told(evening: Evening) -> None:
    evening.roll(8, 4, 6)
    await evening.lines("ann: !halflings 10 auto")
    assert "Level 0" in (await evening.say("ann", "!verify")).text


@pytest.mark.parametrize("kept", [b"x and so on", b"{}\n\xff\n{}\n", b""])
async def test_what_is_no_record_any_more_is_said_to_differ_and_handed_out(evening: Evening, kept: bytes) -> None:
    await evening.lines("ann: !halflings 10 auto")
    (key,) = await evening.store.pipe.read("KEYS", "*:record:*")
    await evening.store.pipe.write("SET", key, kept)
    answer = await evening.say("ann", "!verify")
    assert "line 1 of it is not what follows" in answer.text
    assert [file.content for file in answer.files] == [kept]


async def test_a_secret_move_that_its_own_hand_tells_of_is_owed_a_receipt_too(evening: Evening) -> None:
    """Only the player is told of a die dropped in Rogues, and not by the answer."""
    evening.roll(6, 4, 2, 5, 3, 1, 2)
    await evening.lines("ann: !open rogues turn_seconds=600", "ben: !join", "ann: !start")
    answer = await evening.say("ann", "!drop 5", private=True)
    assert answer.is_private
    assert answer.text.startswith(f"Receipt of your drop: {answer.receipt}.")
    after = (await evening.table()).phase
    assert isinstance(after, Playing)
    assert after.head.startswith(answer.receipt)
    assert after.seen_head != after.head
    assert len(answer.receipt) == fair.SHOWN


async def test_a_secret_move_is_confirmed_with_a_receipt_that_its_record_has(evening: Evening) -> None:
    """What all were told moves the public head; what they were not told does not."""
    await evening.lines("ann: !open headache pace=quick", *(f"{name}: !join" for name in ("ben", "cid", "dee", "eve")))
    await evening.lines("ann: !start")
    before = (await evening.table()).phase
    answer = await evening.say("ann", "stay", private=True)
    after = (await evening.table()).phase
    assert isinstance(before, Playing)
    assert isinstance(after, Playing)
    assert answer.is_private
    assert f"Its receipt: {answer.receipt}." in answer.text
    assert (before.seen_head, before.deeds + 1) == (after.seen_head, after.deeds)
    assert after.head.startswith(answer.receipt)
    assert after.head != before.head
    code = (await evening.table()).code
    await evening.lines("ann: !close")
    (file,) = (await evening.say("ann", f"!verify {code}")).files
    found = replayed(file.content.decode())
    check_posted(found, Posted(receipts=(answer.receipt,)))
    with pytest.raises(Mismatch):
        check_posted(found, Posted(receipts=("0" * 12,)))
