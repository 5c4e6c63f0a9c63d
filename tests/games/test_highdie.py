"""Test High Die, the example of `docs/write-a-game.md`: its rules, and that it is found after an installation."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib.metadata import distribution
from pathlib import Path

import highdie
import pytest
from highdie import GAME, Again, Dealt, Keep, Kept, PotWon, RolledAgain, Shown, State

from games.catalogue import by_word, catalogue
from games.kit.dice import Dice, LoadedDice, every
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Move
from games.kit.seats import SPECTATOR, Seat
from games.kit.temper import Temper
from games.lab.simulation import Played, simulate
from games.proof.seeded_dice import SeededDice
from games.proof.verifying import verify

ANN, BOB, CID = Seat(0), Seat(1), Seat(2)
EXAMPLE = Path(__file__).parents[2] / "examples" / "highdie"


def loaded(*faces: int) -> LoadedDice:
    return LoadedDice(list(map(str, faces)), SeededDice(b"s", "g", b""))


def dealt(*faces: int, ante: int = 5, stack: int = 100) -> State:
    options = GAME.options(ante=Suckers(ante))
    return GAME.start(options, (Suckers(stack),) * len(faces), loaded(*faces), None).state


def test_everybody_antes_and_is_told_a_die_of_their_own() -> None:
    state, events = GAME.start(GAME.options(), (Suckers(100),) * 3, loaded(2, 5, 3), None)
    assert events == (Dealt(ANN, 2), Dealt(BOB, 5), Dealt(CID, 3))
    assert (state.stacks, state.pot) == ((95, 95, 95), 15)
    assert [GAME.view(state, viewer).die for viewer in (ANN, BOB, CID, SPECTATOR)] == [2, 5, 3, 0]
    assert "5" not in repr(state.dice)


def test_the_highest_die_takes_the_pot_when_all_have_spoken() -> None:
    state = dealt(2, 5, 3)
    for seat in (CID, ANN):
        state, events = GAME.play(state, seat, Keep(), loaded())
        assert events == (Kept(seat),)
    state, events = GAME.play(state, BOB, Keep(), loaded())
    assert events == (Kept(BOB), Shown(ANN, 2), Shown(BOB, 5), Shown(CID, 3), PotWon((BOB,), Suckers(15)))
    assert state.stacks == (95, 110, 95)
    result = GAME.result(state)
    assert result is not None
    assert (result.ended, result.winners) == ("shown", (BOB,))


def test_rolling_again_costs_a_sucker_and_only_its_owner_sees_the_new_die() -> None:
    state, events = GAME.play(dealt(2, 5), ANN, Again(), loaded(6))
    assert events == (RolledAgain(ANN), Dealt(ANN, 6))
    assert (state.stacks, state.pot) == ((94, 95), 11)
    assert GAME.legal_moves(state, ANN) == ()
    assert GAME.play(state, BOB, Keep(), loaded()).state.stacks == (105, 95)


def test_all_2_equals_share_and_the_odd_sucker_goes_to_the_first() -> None:
    state = GAME.play(dealt(1, 6, 6), ANN, Again(), loaded(6)).state
    state = GAME.play(state, BOB, Again(), loaded(6)).state
    state, events = GAME.play(state, CID, Keep(), loaded())
    assert events[-1] == PotWon((ANN, BOB, CID), Suckers(17))
    assert state.stacks == (94 + 6, 94 + 6, 95 + 5)


def test_all_1_silence_keeps_whatever_the_die() -> None:
    for faces in ((1, 6), (6, 1), (3, 3)):
        _, events = GAME.time_up(dealt(*faces), (ANN, BOB), loaded())
        assert events[:2] == (Kept(ANN), Kept(BOB))


def test_who_leaves_has_kept() -> None:
    state, events = GAME.leave(dealt(6, 1), ANN, loaded())
    assert events == (Kept(ANN),)
    state, events = GAME.leave(state, ANN, loaded())
    assert events == ()
    assert GAME.play(state, BOB, Keep(), loaded()).state.stacks == (105, 95)


def test_without_a_sucker_there_is_no_second_die() -> None:
    assert GAME.legal_moves(dealt(3, 4, stack=6), ANN) == (LegalMove(Keep), LegalMove(Again))
    assert GAME.legal_moves(dealt(3, 4, stack=5), ANN) == (LegalMove(Keep),)


def test_who_cannot_ante_ends_the_game_before_it_begins() -> None:
    state, events = GAME.start(GAME.options(), (Suckers(100), Suckers(4)), loaded(), None)
    result = GAME.result(state)
    assert result is not None
    assert (result.ended, result.winners, result.stacks, events) == ("broke", (), (100, 4), ())


@pytest.mark.parametrize(
    ("own", "keep"), [(6, Fraction(11, 12)), (4, Fraction(7, 12)), (1, Fraction(1, 12))], ids=["six", "four", "one"]
)
def test_the_odds_against_one_other_are_exact(own: int, keep: Fraction) -> None:
    """A lower face wins all, an equal one half. A new die is worth half of the pot, whoever rolls it."""
    state = dealt(own, 3)

    def again(dice: Dice) -> State:
        return GAME.resample(state, ANN, dice)

    assert highdie.parts(GAME.view(state, ANN), again) == (keep, Fraction(1, 2))
    odds = GAME.odds(GAME.view(state, ANN), (), again, loaded())
    assert odds is not None
    assert odds.lines[0].args == {"keep": f"{float(keep):.1%}", "again": "50.0%"}


def test_a_better_house_bot_rolls_again_where_it_pays() -> None:
    """Against one other, with a pot of 10: a 4 keeps. A 3 (5/12) keeps too, as a new roll costs 1 and gains
    only 10/12.
    """

    def chosen(own: int) -> Move | None:
        state = dealt(own, 3)
        legal = GAME.legal_moves(state, ANN)
        return GAME.choose(
            GAME.view(state, ANN), (), legal, lambda dice: GAME.resample(state, ANN, dice), Temper(1), loaded()
        )

    assert [chosen(own) for own in range(1, 7)] == [Again(), Again(), Keep(), Keep(), Keep(), Keep()]


def test_dealt_again_ones_own_die_stays_and_every_other_may_be_any() -> None:
    state = GAME.play(dealt(2, 5, 3), BOB, Again(), loaded(1)).state
    dealings = [again for _, again in every(lambda dice: GAME.resample(state, ANN, dice))]
    assert {again.dice[ANN] for again in dealings} == {state.dice[ANN]}
    assert len({again.dice for again in dealings}) == len(dealings) == 36
    assert {(again.stacks, again.pot, again.waiting) for again in dealings} == {
        (state.stacks, state.pot, state.waiting)
    }


# Found after an installation


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make a folder like one of pip, before all others."""
    information = tmp_path / "potluck_highdie-0.1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: potluck-highdie\nVersion: 0.1.0\n")
    (information / "entry_points.txt").write_text("[potluck.games]\nhighdie = highdie:GAME\n")
    monkeypatch.syspath_prepend(tmp_path)
    catalogue.cache_clear()
    yield
    catalogue.cache_clear()


@pytest.mark.usefixtures("installed")
def test_a_sixth_game_is_found_by_its_entry_point() -> None:
    assert by_word("highdie") is GAME
    assert list(catalogue()) == sorted(catalogue())
    played = Played(GAME, GAME.options(), 0, bytes(32))
    played.play((Suckers(100),) * 4, None)
    assert verify(played.record).rules == "highdie/1"
    assert simulate(catalogue()["highdie"], seats=None, games=10, seed=b"", options={}).violations == 0


def test_without_its_entry_point_it_is_not_found() -> None:
    assert by_word("highdie") is None
    assert distribution("potluck").name == "potluck"


def test_it_is_installed_with_pip_and_played(tmp_path: Path) -> None:
    """As its own package, in another process that knows nothing of it."""
    target = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    built = subprocess.run(
        [*pip, "--disable-pip-version-check", "--target", str(target), str(EXAMPLE)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert built.returncode == 0, built.stderr
    program = (
        "from games.catalogue import catalogue; from games.lab.simulation import simulate;"
        "import msgspec, importlib.resources as r;"
        "game = catalogue()['highdie'];"
        "assert 'game-title' in (r.files(type(game).__module__) / 'words.en.ftl').read_text();"
        "print(msgspec.json.encode(simulate(game, seats=3, games=10, seed=b'', options={})).decode())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={"PYTHONPATH": str(target)},
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["finished"], report["violations"]) == (10, 0)
