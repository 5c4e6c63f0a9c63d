"""Test what nobody may learn: the tests of hidden things that every game inherits (threats T1 to T3, T31)."""

from typing import Any, ClassVar

from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import AnyGame
from games.kit import kinds
from games.kit.codec import codec
from games.kit.moves import LegalMove
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.kit.secret import Sealed, Secret
from games.kit.temper import EVERY_MANNER, Temper
from games.lab import invariants
from games.lab.invariants import refusal, types_are_sound
from games.lab.overheard import before, offered_openly, sealed
from games.lab.seen import Seen
from potluck.testing.positions import MOST_DEEDS, Position, a_whole_game, openings, positions, thoroughly

TEMPERS = (*map(Temper, range(4)), *(Temper(2, manner) for manner in EVERY_MANNER))


def shown(seen: Seen, viewer: Viewer) -> list[Any]:
    """Return everything that must look the same to this viewer, whatever the others hold."""
    common: list[Any] = [before(seen, viewer)]
    if viewer is SPECTATOR:
        return common
    return [*common, seen.legal(viewer), [refusal(seen, viewer, move) for move in seen.near(viewer)]]


def thought(position: Position, state: Any, seat: Seat) -> list[Any]:
    """Return what is computed for this seat: its odds, and what a house bot of each level and manner would do there."""
    game, view, told = position.game, position.game.view(state, seat), position.told_to(seat)

    def again(dice: Any) -> Any:
        return game.resample(state, seat, dice)

    legal = game.legal_moves(state, seat)
    bots = [game.choose(view, told, legal, again, temper, position.other_dice()) for temper in TEMPERS] if legal else []
    return [game.odds(view, told, again, position.other_dice()), bots]


class SecretsContract:
    game: ClassVar[AnyGame]

    # Habits 10 to 12: deal again, see the same

    @thoroughly
    @given(data=st.data())
    def test_dealt_again_every_viewer_sees_the_same(self, data: st.DataObject) -> None:
        """View, scene, legal moves and refusals of the seat; view and scene of the spectator."""
        for position in positions(data.draw(openings(self.game))):
            now = Seen(self.game, position.state, position.seats)
            for seat in position.seats:
                again = now.of(position.dealt_again(seat))
                assert shown(again, seat) == shown(now, seat)
                assert shown(again, SPECTATOR) == shown(now, SPECTATOR)

    @thoroughly
    @given(data=st.data())
    def test_dealt_again_odds_and_house_bots_are_the_same(self, data: st.DataObject) -> None:
        """They may use no more than the seat knows: its other dealings are the same whichever is the true one."""
        for position in positions(data.draw(openings(self.game)), 8):
            for seat in position.seats[:2]:
                again = position.dealt_again(seat)
                assert thought(position, again, seat) == thought(position, position.state, seat)

    @thoroughly
    @given(data=st.data())
    def test_silence_proves_nothing_about_a_hand(self, data: st.DataObject) -> None:
        """ALL-1: what the clock does for a silent seat is the same, whatever the others would see that it holds.

        It may open "a choice stored before": where others' sealed choices were dealt anew, other ones are opened.
        """
        for position in positions(data.draw(openings(self.game))):
            ask = self.game.asks(position.state)
            if ask is None:
                continue
            for viewer in position.seats:
                silent = tuple(seat for seat in ask.seats if seat != viewer)
                again = position.dealt_again(viewer)
                if list(sealed(again)) != list(sealed(position.state)):
                    continue
                done = [self.game.time_up(state, silent, position.dice()).events for state in (position.state, again)]
                assert [type(event) for event in done[0]] == [type(event) for event in done[1]]

    def test_dealing_again_really_deals(self) -> None:
        """Or else the tests above would prove nothing. Some games hide nothing yet when they begin."""

        def dealings(position: Position) -> set[bytes]:
            return {codec(self.game).encode(position.dealt_again(Seat(0), number)) for number in range(20)}

        found = [len(dealings(position)) > 1 for position in a_whole_game(self.game, "really")]
        assert any(found) == any(kinds.struct(part) in {Secret, Sealed} for part in kinds.parts(self.game.state))

    def test_by_its_types_no_public_event_and_no_view_can_hold_a_secret(self) -> None:
        assert list(types_are_sound(self.game)) == []
        for position in a_whole_game(self.game, "types"):
            for viewer in position.viewers:
                assert not kinds.holds_secret(type(self.game.view(position.state, viewer)))

    # What a step tells others

    @thoroughly
    @given(data=st.data())
    def test_a_move_in_private_tells_others_nothing(self, data: st.DataObject) -> None:
        """T31: events, their sentences, their order; then view, Ask, buttons for all; whichever secret move it is."""
        for position in positions(data.draw(openings(self.game))):
            for mover in position.seats:
                for offer in self.game.legal_moves(position.state, mover):
                    if offer.secret:
                        assert self.overheard(position, mover, offer) == []

    @thoroughly
    @given(data=st.data())
    def test_an_open_move_tells_no_more_than_the_rules_turn_up(self, data: st.DataObject) -> None:
        """An event that turns up something hidden says so (`Event.reveals`)."""
        if not kinds.keeps_secrets(self.game):
            return
        for position in positions(data.draw(openings(self.game))):
            for mover in position.seats:
                for offer in self.game.legal_moves(position.state, mover)[:4]:
                    if not offer.secret:
                        assert self.overheard(position, mover, offer) == []
                        moment = position.moment()
                        for move in offer.examples(4):
                            step = self.game.play(position.state, mover, move, position.dice())
                            assert list(invariants.sealed_by(moment, mover, move, step)) == []

    def overheard(self, position: Position, mover: Seat, offer: LegalMove) -> list[str]:
        """Return what tells one dealing from another by a move of this offer, for each viewer."""
        moment = position.moment()
        return [
            found
            for viewer in position.seats
            for found in invariants.overheard_of_move(
                moment,
                mover,
                moment.chance.pick(offer.examples()),
                viewer,
                same_choices=moment.chance.below(2) == 0,
            )
        ]

    @thoroughly
    @given(data=st.data())
    def test_silence_and_leaving_tell_nothing_hidden(self, data: st.DataObject) -> None:
        """ALL-1: they follow from what all know, or from a choice made before."""
        if not kinds.keeps_secrets(self.game):
            return
        for position in positions(data.draw(openings(self.game))):
            moment = position.moment()
            for viewer in position.seats:
                same = moment.chance.below(2) == 0
                assert list(invariants.overheard_of_silence(moment, viewer, same_choices=same)) == []
                leaver = moment.chance.pick(position.seats)
                if leaver not in position.gone and not moment.ended:
                    found = invariants.overheard_of_leaving(moment, leaver, viewer, same_choices=same)
                    assert list(found) == []

    # What stands before everybody

    @thoroughly
    @given(data=st.data())
    def test_what_is_offered_openly_is_the_same_however_hands_are_dealt(self, data: st.DataObject) -> None:
        """Dealt again so that it agrees with all that another seat was told, a seat is offered the same openly."""
        for number, position in enumerate(positions(data.draw(openings(self.game)), MOST_DEEDS)):
            now = Seen(self.game, position.state, position.seats)
            for looking in position.seats:
                dealt = now.of(position.dealt_again(looking, number))
                for seat in position.seats:
                    if seat != looking:
                        assert offered_openly(dealt, seat) == offered_openly(now, seat)

    def test_in_a_game_that_keeps_secrets_no_move_is_open_by_default(self) -> None:
        """A move that shows a hand must not become a button by forgetting: whoever adds one has to say so."""
        marked = {move for move in self.game.moves if "offered_openly" in move.__dict__}
        assert not kinds.keeps_secrets(self.game) or {one for one in self.game.moves if one.offered_openly} == marked
