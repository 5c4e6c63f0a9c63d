# Poohead in English. A message for every event (by its name), for every line of the scene, and for odds.

game-title = Poohead
game-about = Play the same card or a higher one, set the pile on fire, and don't be the last one holding cards.

## Parts of sentences

face-up = { $seat } { $cards }
pile-of = the pile of { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
burned = { $alike ->
    [0] { pile-of } burns
    [3] three of a kind burn { pile-of }
    [4] four of a kind burn { pile-of }
    [5] five of a kind burn { pile-of }
    [6] six of a kind burn { pile-of }
   *[other] { $alike } of a kind burn { pile-of }
}
skipped = { $seats } skipped
is-out = { $seat } is out { $place ->
    [1] first
    [2] second
    [3] third
    [4] fourth
    [5] fifth
    [6] sixth
    [7] seventh
    [8] eighth
   *[9] ninth
}
next = { $again ->
    [passes] { $seat } plays on or passes
    [yes] { $seat } again
   *[no] { $seat } next
}{ $how ->
    [any] {" "}(anything goes)
    [most] {" "}({ $rank } or lower)
   *[least] {" "}({ $rank } or higher)
}
names-joker = what shall it be, { $seat }? ("joker as 7"; a 10 after { $seconds } seconds)
    .page = what shall it be, { $seat }? (a 10 after { $seconds } seconds)
is-poohead = { $seat } is the Poohead
wins = { $how ->
    [fewest] the fewest cards ({ $cards }) win for { $seats }
    [alone] { $seats } is left alone and wins
   *[out] { $seats } wins
}
beat = { $how ->
    [any] anything goes
    [most] { $rank } or lower
   *[least] { $rank } or higher
}

## What happens

three-each = { $dealer } deals three down, three up and three in hand; { $stock } are left to draw. Face up: { $up }.
cards-dealt = { three-each } Swap in private ("swap 7 K", hand card first) and say "ready"; { $seconds } seconds.
    .page = { three-each } Cards may be swapped until all are ready; { $seconds } seconds.
hand-now = { $new ->
    [0] {""}
   *[other] You get { $drawn }.{" "}
}{ $cards ->
    [0] Your hand is empty.
   *[other] Your hand: { $hand }.
}
    .page = { $new ->
        [0] { $cards ->
            [0] Your hand is empty.
           *[other] Your hand: { $hand }.
        }
       *[other] You get { $drawn }.
    }
swapped = Your hand: { $hand }. Face up before you: { $up }.
after-swaps = { $changes ->
    [0] Nobody has swapped.
   *[other] After the swaps, face up: { $changed }.
}
led-so = { $leaders ->
    [0] The lowest card leads, { $lead }: { $then }.
   *[other] { $leader } leads the lowest card, { $lead }: { $then }.
}
play-begins = { after-swaps } { $how ->
    [race] Threes out! Whoever plays a 3 from the hand first, leads ("play 3"); { $seconds } seconds.
    [led] { led-so }
   *[free] { $then }.
}
    .page = { after-swaps } { $how ->
        [race] Threes out! Whoever plays a 3 from the hand first, leads; { $seconds } seconds.
        [led] { led-so }
       *[free] { $then }.
    }
opened = { $cards ->
    [0] Nobody has an ordinary card: { $then }.
   *[other] Nobody plays a 3. { $seat } leads the lowest card, { $lead }: { $then }.
}
played = { $seat } plays { $cards }{ $named ->
    [none] {""}
   *[other] {" "}as { $named }
}{ $source ->
    [match] , hand and table
   *[other] {""}
}: { $then }.
    .short = { $seat }: { $cards }{ $named ->
        [none] {""}
       *[other] {" "}as { $named }
    }{ $source ->
        [match] , hand and table
       *[other] {""}
    }; { $then }.
turned = { $seat } turns card { $place }{ $went ->
    [yes] , the { $card }: { $then }.
   *[no] { $card ->
        [hidden] {""}
       *[other] , the { $card }
    }, which does not go, and takes it and the pile of { $taken ->
        [one] 1 card
       *[other] { $taken } cards
    }: { $then }.
}
    .short = { $seat } turns { $place }{ $went ->
        [yes] , { $card }: { $then }.
       *[no] { $card ->
            [hidden] {""}
           *[other] , { $card }
        }: no, takes it and { $taken }: { $then }.
    }
turned-up = You turned { $card }.{ $cards ->
    [0] {""}
   *[other] {" "}Your hand: { $hand }.
}
    .page = You turned { $card }.
joker-named = { $seat } names the joker { $rank }: { $then }.
pile-taken = { $seat } takes { pile-of }{ $along ->
    [none] {""}
   *[other] {" "}and { $along } from the table
}: { $then }.
    .short = { $seat } takes { $cards }{ $along ->
        [none] {""}
       *[other] {" "}and { $along }
    }: { $then }.
passed = { $seat } passes: { $then }.
went-away = { $seat } is gone, and with them { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}{ $more ->
    [0] .
   *[other] : { $then }.
}

## What stands on the table

scene-swapping = Cards may be swapped. Not ready yet: { $awaited }.
    .you = Swap cards if you like, then press Ready.
scene-threes-out = Threes out! The first 3 from a hand leads.
    .you = Threes out! Have you a 3 in hand? The first one leads.
    .about = The quickest 3 begins the game; then it goes round, clockwise.
scene-to-play = { $awaited } to play{ $passes ->
    [yes] {" "}again, or to pass
   *[no] {""}
}: { $beat }.
    .you = { $passes ->
        [yes] Play again, or pass: { $beat }.
       *[no] Play a card: { $beat }.
    }
scene-naming = { $awaited } turned up a joker and says what it is.
    .you = You turned up a joker: say what it is.
scene-over = { $count ->
    [0] The game is over.
    [one] { $winners } wins. { $last }
   *[other] { $winners } win. { $last }
}
scene-last = { $seat } is the Poohead and deals next.
scene-pile = { $count ->
    [0] The pile is empty.
   *[other] Pile: { $under ->
        [0] {""}
       *[other] ({ $under } under){" "}
    }{ $top }.
} To draw: { $stock }.{ $burned ->
    [0] {""}
   *[other] {" "}Burned: { $burned }.
}
scene-layout = { $state ->
    [gone] { $seat }: gone.
    [out] { $seat }: out, number { $place }.
   *[plays] { $seat }: { $hand } in hand, { $ups ->
        [0] nothing up
       *[other] up { $up }
    }, { $down } down.
}
scene-hand = Your hand: { $hand }.
scene-own-up = Face up before you: { $up }.
what-goes = { $source ->
    [up] { $count ->
        [0] None of your face-up cards goes
       *[other] From your face-up cards you can play { $ranks }
    }
   *[hand] { $count ->
        [0] None of it goes now
       *[other] You can play { $ranks }
    }
}
or-else = { $or ->
    [none] {""}
    [pass] { $count ->
        [0] : pass
       *[other] , or pass
    }
    [along] : take the pile and one of them
   *[take] { $count ->
        [0] : take the pile
       *[other] , or take the pile
    }
}
scene-playable = { $source ->
    [down] Turn one of your face-down cards: "blind 1"
   *[other] { what-goes }
}{ or-else }.
    .page = { $source ->
        [down] Turn one of your face-down cards
       *[other] { what-goes }
    }{ or-else }.

## The board

board-alt = { $now }. { $pile ->
    [0] The pile is empty
    [one] One card in the pile
   *[other] { $pile } cards in the pile
}{ $begun ->
    [yes] : { $beat }
   *[no] {""}
}.
board-now = { $phase ->
    [swapping] Cards may be swapped
    [threes-out] Threes out! The first 3 leads
    [naming] { $awaited } names a joker
    [over] { $many ->
        [0] The game is over
        [one] { $winners } wins
       *[other] { $winners } win
    }
   *[to-play] { $awaited } to play{ $passes ->
        [yes] {" "}again, or to pass
       *[no] {""}
    }
}
piece-place = { $seat }{ $state ->
    [gone] , gone
    [out] , out
   *[plays] {""}
}{ $turn ->
    [yes] , awaited
   *[no] {""}
}
piece-hand = { $seat }'s hand: { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
    .about = You play from your hand first.
piece-face-up = { $card }, face up before { $seat }
    .about = Played once the hand is empty, and nothing is left to draw.
piece-face-down = { $seat }'s face-down card { $place }
    .about = Played last, unseen even by their owner.
piece-out = { $seat } is out, number { $place }
piece-crown = { $seat } has won
piece-poo = { $seat } is the Poohead
    .about = Was left with cards: lost, and deals next.
piece-own = { $card }, { $where ->
    [up] yours, face up
   *[hand] yours
}{ $goes ->
    [yes] , goes now
   *[no] {""}
}
piece-own-down = Card { $place }, face down, yours
    .about = Played last, unseen: press one to turn it.
piece-on-pile = { $card } on the pile
piece-named = joker as { $rank }
piece-pile = The pile: { $cards ->
    [0] empty
    [one] 1 card
   *[other] { $cards } cards
}{ $begun ->
    [yes] , { $beat }
   *[no] {""}
}
    .about = Lay a card of this rank or higher. Who can't takes the pile.
piece-stock = To draw: { $cards }
    .about = You draw up to three cards while there are any.
piece-fire = Burned: { $cards }
    .about = Burned by a 10 or by four alike: out of the game.
label-gone = gone

## Chances

odds-blind = { $cards ->
    [one] Your face-down card
   *[other] Each of your { $cards } face-down cards
} would go on this pile with a chance of { $chance }: you have not seen { $unseen } cards.

## Moves

move-swap = Swap
help-swap = Exchange a card of your hand for one of your face-up cards; the hand card comes first.
move-ready = Ready
help-ready = Say that your cards lie as they shall.
move-play = Play
help-play = Play one or several cards of one rank; a joker beside others is one of them.
move-joker = Joker as
help-joker = Play a joker as a card of your choice.
move-blind = Turn up
help-blind = Turn one of your face-down cards, counted from the left, and play it if it goes.
move-take = Take the pile
help-take = Take the pile; a face-up card may come along, to be played sooner.
move-pass = Pass
help-pass = After the pile has burned, let the next player lead.
lacks-hand = which card of your hand
lacks-faceup = which card on the table
lacks-cards = which cards
lacks-rank = which card it is
lacks-place = which card from the left
field-hand = Card of your hand
field-faceup = For the face-up card
field-cards = Cards
field-rank = Rank
field-jokers = Jokers
field-place = Card
field-card = Along
value-none = the pile alone

## Refusals

which-cards = Say which cards: "play 7", "play 7 7", "joker as 10".
    .page = Choose which cards you play.
ready-already = You are ready: no more swaps.
threes-only = { $threes ->
    [yes] A 3 from your hand, and nothing else, leads now ("play 3").
   *[no] You have no 3 in your hand; a joker or a face-up 3 does not count.
}
    .page = { $threes ->
        [yes] A 3 from your hand, and nothing else, leads now.
       *[no] You have no 3 in your hand; a joker or a face-up 3 does not count.
    }
one-rank = Several cards at once must be of one rank; only jokers may fill in.
not-yours = You don't have { $cards } { $source ->
    [up] face up before you
   *[hand] in your hand
}.
stays-apart = { $why ->
    [off] Hand and face-up cards stay apart at this table.
    [stock] Face-up cards join those of the hand only once nothing is left to draw.
   *[rest] Face-up cards join only the whole rest of your hand, all of one rank.
}
name-the-joker = Say what the joker is: "joker as 10".
    .page = What shall the joker be? Choose its rank.
does-not-go = { $how ->
    [most] { $rank } does not go after a nine: { $least } or lower, or a special card.
   *[least] { $rank } does not go: { $least } or higher, or a special card.
}
no-special-last = The last card may not be a special one at this table.
must-play = You have a card that goes, so you must play.
nothing-to-take = There is no pile to take.
turn-one-up = You play face-down cards now: "blind 1" turns the first one.
    .page = You play face-down cards now: turn one of them.
not-blind-yet = First your { $stage ->
    [up] face-up cards
   *[hand] hand
}, then the face-down ones.
must-lead = Who burned the pile must lead again at this table.
no-passing = You can pass only after you have burned the pile.

## Options, in words (`!rules`, `!help slam`)

option-house-rulebook = the rulebook's special cards
option-house-pagat = 8 and 9 are plain, there are no jokers, and the pile may always be taken
option-jokers_per_deck = { $value ->
    [0] there are no jokers
    [one] one joker in each deck
   *[other] { $value } jokers in each deck
}
option-opening-race = the first who plays a 3 leads
option-opening-lowest = the lowest card in any hand leads
option-opening-dealer_left = whoever sits left of the dealer leads anything
option-eights-skip = an 8 skips the next player
option-eights-plain = an 8 is a card between 7 and 9
option-nines-lower = after a 9 one plays 9 or lower
option-nines-plain = a 9 is a card between 8 and 10
option-eight_transparent-on = after an 8 one plays on the card under it
option-eight_transparent-off = after an 8 one plays on the 8 itself
option-eights_stack-on = several 8s skip as many players
option-eights_stack-off = several 8s skip one player
option-voluntary_pickup-on = you may take the pile though you could play
option-voluntary_pickup-off = if you can play, you must
option-burn_again-may = who burned the pile may lead again, or pass
option-burn_again-must = who burned the pile must lead again
option-quad_size = { $value } of a kind burn the pile
option-quad_jokers-on = jokers count among cards of a kind
option-quad_jokers-off = jokers don't count among cards of a kind
option-quad_through_eights-on = cards of a kind burn though 8s lie between them
option-quad_through_eights-off = an 8 between them parts cards of a kind
option-slam-on = who can complete four of a kind may do it out of turn
option-slam-off = nobody plays out of turn
option-match_faceup-on = the last of the hand may go together with face-up cards of its rank
option-match_faceup-off = hand and face-up cards are never played together
option-faceup_pickup-optional = if no face-up card goes, you take the pile, and one of them if you like
option-faceup_pickup-required = if no face-up card goes, you take the pile and one of them
option-faceup_pickup-none = if no face-up card goes, you take the pile alone
option-show_failed_blind-on = all see a face-down card that fails
option-show_failed_blind-off = only its owner sees a face-down card that fails
option-finish_on_special-allow = the last card may be a special one
option-finish_on_special-forbid = the last card must be an ordinary one
option-end-last = the game ends when one is left
option-end-first_out = the game ends when somebody is out
option-swap_seconds = { $value } seconds for swaps
option-claim_seconds = { $value } seconds for the first 3
option-turn_seconds = { $value } seconds for a turn
option-name_seconds = { $value } seconds to name a joker
option-turn_cap = after { $value } turns the fewest cards win

## In the chooser: names of presets and options

preset-rulebook = Classic
preset-pagat = Plain
named-jokers_per_deck = Jokers
named-opening = Who begins
named-eights = What an 8 does
named-nines = What a 9 does
named-eight_transparent = What goes on an 8
named-eights_stack = Several 8s
named-voluntary_pickup = Taking the pile
named-burn_again = After the pile has burned
named-quad_size = Alike to burn the pile
named-quad_jokers = Jokers among them
named-quad_through_eights = 8s between them
named-slam = Playing out of turn
named-match_faceup = Hand and table together
named-faceup_pickup = When no face-up card goes
named-show_failed_blind = A face-down card that fails
named-finish_on_special = The last card
named-end = When the game ends
named-swap_seconds = To swap cards
named-claim_seconds = To play the first 3
named-turn_seconds = For a turn
named-name_seconds = To name a joker
named-turn_cap = Most turns

## The rules in pictures: what each says, and what its picture shows

picture-cover = Poo with a crown sits on a burning pile, among kings, queens and a joker.
lesson-goal = Get rid of all your cards. Whoever has cards last is the Poohead.
picture-goal = One player has no cards and a crown; the other holds three cards and is the Poohead.
lesson-rows = First you play your hand, then your three face-up cards, then three that nobody has seen.
picture-rows = 1: cards in hand. 2: cards face up. 3: cards face down.
picture-hand = hand
picture-face-up = face up
picture-face-down = face down
lesson-swap = Before the start, swap hand cards for face-up ones as you like. Then the first to play a 3 begins.
picture-swap = Cards of the hand change places with face-up cards; then a hand plays a 3.
lesson-turn = Play the rank on top of the pile or a higher one, several alike if you want. Then draw up to three.
picture-turn = A 7 lies on top. A 5 does not go; another 7 and a queen do.
lesson-take = Nothing goes? Take the whole pile into your hand.
picture-take = The pile of four goes to a hand of two.
lesson-specials = A 2 goes on anything. An 8 skips the next player. A joker is the card that you name.
picture-specials = A 2; an 8, by which the second of three players is skipped; a joker, which is a king, a 2 or a 10.
picture-anything = any card
lesson-nine = On a 9 you play 9 or lower, or a special card, just this once.
picture-nine = On a 9 go a 4 and another 9; a king does not.
lesson-burn = A 10, or four of a kind, burns the pile: it is out of the game, and you may play again.
picture-burn = A 10 sets the pile on fire, and so do four 7s.
picture-or = or

## Feats

feat-fire = Fire!
feat-fire-how = Burn the pile.
feat-four-of-a-kind = Four of a Kind
feat-four-of-a-kind-how = Burn the pile with four of a kind.
feat-two-fires = Fire Raiser
feat-two-fires-how = Burn the pile twice in one game.
feat-bonfire = Bonfire
feat-bonfire-how = Burn a pile of ten cards or more.
feat-blind-luck = Blind Luck
feat-blind-luck-how = Turn a face-down card that goes.
feat-three-blind = Second Sight
feat-three-blind-how = Turn three face-down cards that go, in one game.
feat-all-together = All Together
feat-all-together-how = Play three cards of one rank at once.
feat-jump-over = Leapfrog
feat-jump-over-how = Skip two players at once.
feat-as-what-i-say = As I Say
feat-as-what-i-say-how = Say what a joker is.
feat-heap = A Heap
feat-heap-how = Take a pile of ten cards or more.
feat-mountain = A Mountain
feat-mountain-how = Take a pile of twenty cards or more.
feat-clean-hands = Clean Hands
feat-clean-hands-how = Win without ever taking the pile.
feat-first-out = First Out
feat-first-out-how = Be the first without cards.
feat-poohead = Poohead
feat-poohead-how = Be the Poohead.
