"""Import everything a game is made of from one place: `from games.kit import Game, Move, PublicEvent, …`.

`docs/write-a-game.md` tells what each is for. Playing cards (`games.kit.cards`) and what lays out boards
(`games.kit.lay`) are imported from their own modules.
"""

from games.kit.board import WIDTH, Board, Look, Piece, PieceKind, letters
from games.kit.contract import (
    Abilities,
    Ask,
    Event,
    Illegal,
    Nothing,
    Odds,
    Options,
    PrivateEvent,
    PublicEvent,
    Resample,
    Result,
    Scene,
    Seconds,
    Step,
    StepBuilder,
    View,
)
from games.kit.cues import Cue
from games.kit.dice import Dice, Draw, LoadedDice, every
from games.kit.game import Game
from games.kit.introduction import Lesson
from games.kit.lay import in_a_row
from games.kit.money import Stacks, Suckers, moved, shared, suckers
from games.kit.moves import LegalMove, Move, OneOf, Order, Range, Some, verb
from games.kit.owed import Owed, stakes_back
from games.kit.seats import SPECTATOR, Die, Seat, Spot, Viewer, after, all_seats
from games.kit.secret import Sealed, Secret
from games.kit.telling import All, Listed, Phrase, Say, Who, kebab, say, yes

__all__ = [
    "SPECTATOR",
    "WIDTH",
    "Abilities",
    "All",
    "Ask",
    "Board",
    "Cue",
    "Dice",
    "Die",
    "Draw",
    "Event",
    "Game",
    "Illegal",
    "LegalMove",
    "Lesson",
    "Listed",
    "LoadedDice",
    "Look",
    "Move",
    "Nothing",
    "Odds",
    "OneOf",
    "Options",
    "Order",
    "Owed",
    "Phrase",
    "Piece",
    "PieceKind",
    "PrivateEvent",
    "PublicEvent",
    "Range",
    "Resample",
    "Result",
    "Say",
    "Scene",
    "Sealed",
    "Seat",
    "Seconds",
    "Secret",
    "Some",
    "Spot",
    "Stacks",
    "Step",
    "StepBuilder",
    "Suckers",
    "View",
    "Viewer",
    "Who",
    "after",
    "all_seats",
    "every",
    "in_a_row",
    "kebab",
    "letters",
    "moved",
    "say",
    "shared",
    "stakes_back",
    "suckers",
    "verb",
    "yes",
]
