import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from persistence import Commit, Committed, EmbeddedServer, Entry, Heard, Seen, Short, Store, TableRef, Transfer

WELCOME = Transfer("bank", "purse:web:ab12", 100, "welcome", once="welcome:web:ab12")


async def test_an_account_never_used_has_no_balance(store: Store, venue: str) -> None:
    assert await store.balance(venue, "purse:web:ab12") is None
    assert await store.accounts(venue) == {}
    assert await store.ledger(venue) == []


async def test_a_transfer_moves_money_and_tells_the_balances(store: Store, venue: str) -> None:
    assert await store.transfer(venue, (WELCOME,)) == {"bank": -100, "purse:web:ab12": 100}
    assert await store.balance(venue, "purse:web:ab12") == 100
    assert await store.accounts(venue) == {"bank": -100, "purse:web:ab12": 100}


async def test_no_transfers_are_no_question(store: Store, venue: str) -> None:
    assert await store.transfer(venue, ()) == {}


async def test_a_transfer_that_happens_once_is_skipped_the_second_time(store: Store, venue: str) -> None:
    await store.transfer(venue, (WELCOME, WELCOME))
    assert await store.transfer(venue, (WELCOME,)) == {"bank": -100, "purse:web:ab12": 100}
    assert len(await store.ledger(venue)) == 1
    assert await store.transfer(venue + "-other", (WELCOME,)) == {"bank": -100, "purse:web:ab12": 100}


async def test_a_skipped_transfer_pays_for_nothing_after_it(store: Store, venue: str) -> None:
    await store.transfer(venue, (WELCOME, Transfer("purse:web:ab12", "bank", 100, "lost")))
    again = (WELCOME, Transfer("purse:web:ab12", "bank", 100, "lost"))
    assert await store.transfer(venue, again) == Short("purse:web:ab12", 0)


async def test_what_a_message_wants_is_paid_noted_and_taken_in_one_step(store: Store, venue: str) -> None:
    """F7, F29: the second time nothing is written, whatever it would have been."""
    paid = await store.transfer_for("m1", venue, (WELCOME,), (b"welcomed",))
    assert paid == {"bank": -100, "purse:web:ab12": 100}
    assert await store.taken(Heard(venue, "m1"))
    back = Transfer("purse:web:ab12", "bank", 100, "lost")
    assert await store.transfer_for("m1", venue, (back,), (b"again",)) == Seen(("m1",))
    assert await store.audit(venue, 10) == [b"welcomed"]
    assert await store.balance(venue, "purse:web:ab12") == 100


async def test_what_can_not_be_paid_is_neither_noted_nor_taken(store: Store, venue: str) -> None:
    too_much = Transfer("purse:web:ab12", "bank", 1, "corrected")
    assert await store.transfer_for("m1", venue, (too_much,), (b"corrected",)) == Short("purse:web:ab12", 0)
    assert await store.audit(venue, 10) == []
    assert not await store.taken(Heard(venue, "m1"))


async def test_one_commit_may_welcome_and_buy_in(store: Store, ref: TableRef) -> None:
    buy_in = Transfer("purse:web:ab12", "stake:K7Q", 40, "buy-in")
    assert isinstance(await store.commit(Commit(ref, 0, b"", transfers=(WELCOME, buy_in))), Committed)
    assert await store.accounts(ref.venue) == {"bank": -100, "purse:web:ab12": 60, "stake:K7Q": 40}


async def test_only_the_bank_goes_below_zero(store: Store, venue: str) -> None:
    await store.transfer(venue, (WELCOME,))
    too_much = (Transfer("bank", "purse:web:c", 1, "welcome"), Transfer("purse:web:ab12", "stake:K7Q", 101, "buy-in"))
    assert await store.transfer(venue, too_much) == Short("purse:web:ab12", 100)
    assert await store.accounts(venue) == {"bank": -100, "purse:web:ab12": 100}


async def test_the_ledger_tells_who_paid_whom_and_why_newest_first(store: Store, ref: TableRef) -> None:
    await store.transfer(ref.venue, (WELCOME,))
    await store.commit(Commit(ref, 0, b"", transfers=(Transfer("purse:web:ab12", "stake:K7Q", 40, "buy-in"),)))
    newest, oldest = await store.ledger(ref.venue)
    assert newest == Entry(newest.at, "purse:web:ab12", "stake:K7Q", 40, "buy-in")
    assert oldest == Entry(oldest.at, "bank", "purse:web:ab12", 100, "welcome")
    assert abs(newest.at - store.clock.now()) < 60_000
    assert await store.ledger(ref.venue, "bank") == [oldest]
    assert await store.ledger(ref.venue, "purse:web:ab12") == [newest, oldest]
    assert await store.ledger(ref.venue, "purse:web:ab12", count=1) == [newest]
    assert await store.ledger(ref.venue, count=1) == [newest]
    assert await store.ledger(ref.venue, "purse:web:nobody") == []


async def test_two_hundred_buyers_of_one_purse_can_spend_it_once(store: Store, venue: str) -> None:
    await store.transfer(venue, (WELCOME,))
    buys = (store.transfer(venue, (Transfer("purse:web:ab12", f"stake:{n}", 1, "buy-in"),)) for n in range(200))
    answers = await asyncio.gather(*buys)
    assert sum(isinstance(answer, Short) for answer in answers) == 100
    assert await store.balance(venue, "purse:web:ab12") == 0
    assert sum((await store.accounts(venue)).values()) == 0


async def test_amounts_are_exact_up_to_2_to_the_53(store: Store, venue: str) -> None:
    """Threats T22."""
    most = 2**53 - 2
    assert await store.transfer(venue, (Transfer("bank", "purse:web:a", most, "win"),)) == {
        "bank": -most,
        "purse:web:a": most,
    }
    with pytest.raises(OverflowError):
        await store.transfer(venue, (Transfer("bank", "purse:web:a", most, "win"),))
    with pytest.raises(OverflowError):
        await store.transfer(venue, (Transfer("bank", "purse:web:b", 5, "win"),))
    assert await store.accounts(venue) == {"bank": -most, "purse:web:a": most}
    await store.transfer(venue, (Transfer("purse:web:a", "bank", most, "lost"),))
    assert await store.accounts(venue) == {"bank": 0, "purse:web:a": 0}


@pytest.mark.parametrize(
    "wrong",
    [
        Transfer("bank", "purse:web:a", 0, "win"),
        Transfer("bank", "purse:web:a", -5, "win"),
        Transfer("bank", "purse:web:a", 2**53, "win"),
        Transfer("bank", "purse:web:a", True, "win"),
        Transfer("bank", "purse:web:a", 1.5, "win"),  # type: ignore[arg-type]
        Transfer("bank", "bank", 1, "win"),
        Transfer("bank", "pot", 1, "win"),
        Transfer("bank", "purse:", 1, "win"),
        Transfer("bank", "purse:" + "x" * 300, 1, "win"),
        Transfer("bank", "purse:web:a", 1, "A long story"),
        Transfer("bank", "purse:web:a", 1, "win", once=""),
    ],
)
async def test_a_transfer_that_nobody_should_make_is_refused(store: Store, venue: str, wrong: Transfer) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        await store.transfer(venue, (wrong,))
    with pytest.raises(ValueError, match=r"\w"):
        await store.commit(Commit(TableRef(venue, "t"), 0, b"", transfers=(wrong,)))
    assert await store.accounts(venue) == {}


ACCOUNTS = ("bank", "purse:web:é:{p}", "purse:discord:2", "stake:K7Q", "stake:T 1")
TRANSFERS = st.builds(
    lambda pair, amount, once: Transfer(pair[0], pair[1], amount, "play", once=once),
    st.permutations(ACCOUNTS).map(lambda order: order[:2]),
    st.one_of(st.integers(1, 30), st.integers(1, 2**52)),
    st.sampled_from([None, None, None, "once-1", "once-2"]),
)
STEPS = st.lists(st.tuples(st.booleans(), st.lists(TRANSFERS, min_size=1, max_size=4)), max_size=12)


class Books:
    """What the ledger must say, in Python."""

    def __init__(self) -> None:
        self.balance: dict[str, int] = {}
        self.once: set[str] = set()
        self.entries: list[Transfer] = []

    def play(self, transfers: list[Transfer]) -> str | Short:
        balance, once, entries = dict(self.balance), set(self.once), list(self.entries)
        for each in transfers:
            if each.once in once:
                continue
            rest = balance.get(each.source, 0) - each.amount
            if rest < 0 and each.source != "bank":
                return Short(each.source, balance.get(each.source, 0))
            balance[each.source] = rest
            balance[each.target] = balance.get(each.target, 0) + each.amount
            if balance[each.target] >= 2**53 or rest <= -(2**53):
                return "over"
            once |= {each.once} if each.once else set()
            entries.append(each)
        self.balance, self.once, self.entries = balance, once, entries
        return "done"


async def _play(store: Store, steps: list[tuple[bool, list[Transfer]]], ref: TableRef) -> None:
    books, version = Books(), 0
    for as_commit, transfers in steps:
        wanted = books.play(transfers)
        told: object = "done"
        try:
            if as_commit:
                answer: object = await store.commit(Commit(ref, version, b"", transfers=tuple(transfers)))
                version += isinstance(answer, Committed)
            else:
                answer = await store.transfer(ref.venue, tuple(transfers))
            told = answer if isinstance(answer, Short) else "done"
        except OverflowError:
            told = "over"
        assert told == wanted
        accounts = await store.accounts(ref.venue)
        assert accounts == books.balance
        assert sum(accounts.values()) == 0
    ledger = [Transfer(each.source, each.target, each.amount, each.cause) for each in await store.ledger(ref.venue)]
    assert ledger[::-1] == [Transfer(each.source, each.target, each.amount, each.cause) for each in books.entries]
    for account in ACCOUNTS:
        own = [each for each in await store.ledger(ref.venue) if account in (each.source, each.target)]
        assert await store.ledger(ref.venue, account) == own


def test_the_sum_of_all_accounts_is_zero_whatever_happens(server: EmbeddedServer) -> None:
    """This holds after every operation, even refused ones; and replaying the ledger gives the balances."""
    with asyncio.Runner() as runner:
        store = runner.run(Store.connect(server.url, timeout=60))
        rounds = iter(range(10**6))

        @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None)
        @given(STEPS)
        def play(steps: list[tuple[bool, list[Transfer]]]) -> None:
            runner.run(_play(store, steps, TableRef(f"sum:{id(play)}:{next(rounds)}", "K7Q")))

        play()
        runner.run(store.close())
