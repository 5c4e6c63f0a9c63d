# Fearless Rogues Hold 'Em in English. A message for every event (by its name), for every line of the scene, and for odds.

game-title = Fearless Rogues Hold 'Em
game-about = Peek at your secret dice, guess what the hidden Giant shows, then flee or go for it, and be the last rogue with dice.

## Parts of sentences

one-by-one = {" "}{ $sentence }.{ $rest }
number-of-dice = { $dice ->
    [one] 1 die
   *[other] { $dice } dice
}
next = { $seat } to play{ $may_flee ->
    [yes] {""}
   *[no] {" "}(no fleeing)
}
first-to-bet = { $form ->
    [liars] { $seat } opens the Liars' Den (count, snake or tumble, for { $least } each{ $may_flee ->
        [yes] ; or flee
       *[no] {""}
    })
   *[thieves] { $seat } bets first (check, or bet { $least } or more)
}
next-to-bet = { $owes ->
    [0] { $seat } next{ $may_flee ->
        [yes] {""}
       *[no] {" "}(no fleeing)
    }
   *[other] { $seat } next ({ $owes } to call, or flee)
}
giant-is-next = off comes the Giant's cup
anted = { $seat } { $amount } ({ number-of-dice }{ $shed ->
    [0] {""}
   *[other] , { $shed } put away
})
party-die = { $die }
so-many = { $dice ->
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
    [11] eleven
    [12] twelve
   *[other] { $dice }
} { $face }{ $dice ->
    [1] {""}
   *[other] s
}
proposition = { $seat } { so-many }
    .about = What was said in the Den: so many of all dice show this number.
dice-left = { $left ->
    [0] no dice left
    [one] 1 die left
   *[other] { $left } dice left
}
fate = { $seat } { $hand }{ $dice ->
    [2] , { $total }
   *[other] {""}
}: { $fate ->
    [toppled] topples it
    [consumed] Consumed by the Maw, { dice-left }
    [snake] a Snake, and the Giant runs
    [called] no Snake there, Consumed, { dice-left }
    [fled] flees unharmed
   *[kicked] Kicked, { dice-left }
}
paid = { $pot ->
    [side] { $seat } wins the side pot of { $amount }
    [den] { $seat } takes { $amount } from the Den
    [caught] { $seat } takes { $amount } of whoever counted too high
    [snake] { $seat } wins { $amount } by the Snake
    [tumble] { $seat } wins { $amount } by the Tumble
    [back] { $seat } takes { $amount } back
    [held] { $seat } wins { $amount }, which stays in the pot for the last duel
    [carried] { $seat } gets { $amount } of the pot
    [lowest] { $seat } wins { $amount } with the lowest total
   *[main] { $seat } wins { $amount }
}
paid-each = { $pot ->
    [snake] { $seats } win { $amount } each by the Snake
    [tumble] { $seats } win { $amount } each by the Tumble
    [carried] { $seats } get { $amount } each of the pot
    [lowest] { $seats } win { $amount } each with the lowest total
   *[main] { $seats } win { $amount } each
}
house-takes = The House takes { $amount } out of the pot
carries-over = { $amount } stays in the pot
is-out = { $why ->
    [money] { $seat } can't pay the next ante{ $ante ->
        [0] {""}
       *[other] {" "}of { $ante }
    } and is out
   *[dice] { $seat } is out
}
last-halfling = { $seat } is the last Halfling left at this table
house-wins = Nobody at this table is left, and the House wins
match-ends = { $why ->
    [rounds] Round { $number } was the last
   *[money] Nobody at this table can pay the next ante, { $number } a die
}
most-suckers = { $count ->
    [one] { $seats } has the most suckers at this table and wins the match
   *[other] { $seats } have the most suckers at this table and share the match
}
match-won = { $seat } wins the match

sequel = { $more ->
    [0] .
   *[other] : { $then }.
}

## A round

won-before = { $seat } gets { $amount }, won before and left in the pot.
round-begins = Round { $number }. { $rises ->
    [0] {""}
   *[other] The ante rises to { $rises } a die.{" "}
}Antes: { $antes }.{ $matched ->
    [0] {""}
   *[other] {" "}The House adds { $matched }.
}{ $carried ->
    [0] {""}
   *[other] {" "}Carried over: { $carried }.
} The pot is { $pot }.{ $unable ->
    [0] {""}
   *[other] {" "}Out, for they can't pay: { $cant_pay }.
} { $number ->
    [1] The Maw, which eats a hand, begins at { $maw }. The Party shows { $party }. { $then } (flee, trip, draw, or split a double).
   *[other] The Maw begins at { $maw }. The Party shows { $party }. { $then }.
}
your-dice = You roll { $dice }{ $count ->
    [1] : one die, never the Maw.
    [2] , { $total } in all.
   *[other] . Your hand is { $hand }, { $total } in all; "keep" chooses another two.
}
    .page = You roll { $dice }{ $count ->
        [1] : one die, never the Maw.
        [2] , { $total } in all.
       *[other] . Your hand is { $hand }, { $total } in all; you may keep another two.
    }
hand-chosen = Your hand is { $hand }, { $total } in all.{ $count ->
    [0] {""}
   *[other] {" "}A draw would set the { $aside } aside.
}
fled = { $seat } flees{ sequel }
tripped = { $seat } trips{ sequel }
drew = { $seat } draws the { $die }{ $shows ->
    [0] , and that cup is empty
   *[other] , and a { $shows } comes up
}.{ $may_flee ->
    [unasked] {""}
    [yes] {" "}Trip, flee, or split a double?
   *[no] {" "}Trip, or split a double?
}
    .short = { $seat } draws { $die }{ $shows ->
        [0] , cup empty
       *[other] , a { $shows } comes up
    }.{ $may_flee ->
        [unasked] {""}
        [yes] {" "}Trip, flee, split?
       *[no] {" "}Trip, split?
    }
hand-now = Your hand is { $hand }, { $total } in all.{ $count ->
    [0] {""}
   *[other] {" "}Set aside: { $aside }.
}
has-split = { $gains ->
    [yes] { $seat } splits { $dice }, sits out this round and has { $cup } dice from the next on{ sequel }
   *[no] { $seat } splits { $dice }, sits out this round and gains no die, for { $cup } is the most{ sequel }
}
    .short = { $gains ->
        [yes] { $seat } splits { $dice }, now has { $cup }{ sequel }
       *[no] { $seat } splits { $dice }, still has { $cup }{ sequel }
    }

## Thieves and Liars

checked = { $seat } checks{ sequel }
has-bet = { $how ->
    [bet] { $seat } bets { $amount }
    [call] { $seat } calls { $amount }
    [raise] { $seat } raises to { $amount }
   *[allin] { $seat } is all in with { $amount }{ $short ->
        [yes] {" "}(the bet is { $standing })
       *[no] {""}
    }
}{ sequel }
proposed = { $seat } says { so-many }{ sequel }
called-it = { $what ->
    [snake] { $seat } calls the Snake{ sequel }
   *[tumble] { $seat } calls a Tumble{ sequel }
}

## The reveal

revealed = { $giant ->
    [1] The Giant is a 1, a Kick!
    [8] The Giant is an 8.
   *[other] The Giant is a { $giant }.
}{ $fates }{ $proved ->
    [0] {""}
   *[other] {" "}The highest true count: { $true }.
}{ $outcomes }

## The last duel

final-begins = { $stake ->
    [0] The last duel: { $seat } against the Giant. Wager up to { $most } ("stake { $most }"), or nothing ("stake 0").
   *[other] The last duel: { $seat } against the Giant, for the pot of { $stake }: "roll" rolls.
}
    .page = { $stake ->
        [0] The last duel: { $seat } against the Giant. Wager up to { $most }, or nothing.
       *[other] The last duel: { $seat } against the Giant, for the pot of { $stake }.
    }
wagered = { $seat } wagers { $amount } on the last duel.
kneed = The Giant rolls { $knee }: that is the Knee, and it pays { $pays }.
    .short = Knee: { $knee }, pays { $pays }.
duel-kick = The Giant rolls 1, a Kick!
duel-stands-at = { $kept ->
    [0] { $seat } has { $dice }, { $total } in all.
   *[other] { $seat } rolls { $dice }: with the { $kept } kept, { $total } in all.
}
duel-rolled = { $picks ->
    [yes] { $seat } rolls { $dice } and is to pick two of them ("pick { $example }").
   *[no] { duel-stands-at }
}
    .page = { $picks ->
        [yes] { $seat } rolls { $dice } and is to pick two of them.
       *[no] { duel-stands-at }
    }
may-split = With { $total } { $seat } would lose against the Knee of { $knee }, but a double may be split: split (keep { $keeps }, roll two more) or stand? In { $seconds } seconds it splits by itself.
    .short = { $seat }: { $total } against the Knee of { $knee }, split (keep { $keeps }) or stand? In { $seconds } seconds it splits.
kept = { $seat } splits, keeps { $kept } and rolls two more.
    .short = { $seat } splits, keeps { $kept }.
snake-eyes = Snake eyes! The Giant runs from { $seat }, and the Knee is rolled anew.
duel-over = { $how ->
    [toppled] { $total } reaches the Knee: the Giant topples! { $seat } gets { $amount }: the stake of { $stake }, and { $won } won.
    [eaten] { $total } is the Maw: { $seat } is eaten and loses { $amount }.
    [no-stake] { $seat } wagers nothing, and there is no duel.
    [no-pot] { $seat } is the last Halfling, and there is no pot to duel for.
    [skipped] { $seat } takes the pot of { $amount } without a duel.
    [forfeited] A pot of { $amount } is too much for the House: it forfeits the last duel, and { $seat } takes the pot.
   *[kicked] { $total ->
        [0] {""}
       *[other] { $total } is below the Knee:{" "}
    }{ $seat } is kicked and loses { $amount }.
}{ $outcomes }
match-void = { $ends ->
    [0] There is no match: fewer than two can pay the first ante, { $ante }. Who has less: { $lack }. "rebuy" gives new chips, where the table has them.
   *[other] The match is over.{ $outcomes }
}
    .page = { $ends ->
        [0] There is no match: fewer than two can pay the first ante, { $ante }. Who has less: { $lack }. New chips help, where the table has them.
       *[other] The match is over.{ $outcomes }
    }

## What stands on the table

scene-declaring = { $awaited } to play: { $plays }.
    .you = You may { $plays }.
scene-may-flee = flee
scene-may-trip = trip
scene-may-draw = draw
scene-may-draw-for = draw (and set your { $aside } aside)
scene-may-split = split a double
scene-circuit = { $awaited } to bet. { $standing ->
    [0] Nothing is bet yet.
   *[other] The bet stands at { $standing }.
}
    .you = { $standing ->
        [0] Bet, or check.
       *[other] The bet stands at { $standing }: call it, raise it, or give up.
    }
    .about = Before the Giant is shown, those who trip bet: match the bet, raise it, or flee and lose what you put in.
scene-den = { $awaited } to say something in the Liars' Den. { $stands ->
    [0] No count stands yet.
   *[other] It stands at { so-many }.
}
    .you = { $stands ->
        [0] Say how many dice show a number, or call something.
       *[other] Say more than { so-many }, or call something.
    }
    .about = The Liars' Den: say how many of all dice show a number, always higher. The highest true count wins the Den.
scene-wagering = { $awaited } may wager suckers on the last duel.
    .you = Wager suckers on the last duel, or nothing.
    .about = The last duel: the last one with dice may wager suckers on it, against the House.
scene-picking = { $awaited } rolled { $dice } and picks two of them against the Knee of { $knee }.
    .you = You rolled { $dice }: pick two, to reach the Knee of { $knee }.
    .about = The last duel: of all your dice you pick the two that count.
scene-duel = { $dice ->
    [none] { $awaited } to roll against the Knee of { $knee }.
   *[other] { $awaited } rolled { $dice } against the Knee of { $knee }: split, or stand?
}
    .you = { $dice ->
        [none] Roll: reach the Knee of { $knee }.
       *[other] You rolled { $dice } against the Knee of { $knee }: split, or stand?
    }
    .about = The last duel: the last one with dice rolls two of them against the Giant, for the pot.
scene-over = { $ended ->
    [won] The round is over: { $winners } has won it.
    [shared] The round is over: { $winners } have won pots.
    [carried] The round is over. Nobody has won it: the pot carries over.
    [house] The round is over: the House has won it.
    [final-lost] The match is over: the House has won the last duel.
    [broke] There is no match: too few can pay the ante.
   *[other] The match is over: { $count ->
        [one] { $winners } has won it.
       *[other] { $winners } share it.
    }
}
scene-giant = { $giant ->
    [0] The Giant is unseen
    [1] The Giant is a Kick
    [8] The Giant is an 8
   *[other] The Giant is a { $giant }
}; the Maw begins at { $maw }.{ $count ->
    [0] {""}
   *[other] {" "}Party: { $cups }.
}
scene-ante = Round { $number }{ $last ->
    [0] {""}
   *[other] {" "}of { $last }
}: { $unit } a die{ $rises ->
    [0] {""}
   *[other] ; { $next } from round { $rises } on, by these stacks
}.
scene-cup = { $dice ->
    [0] an empty cup
   *[other] { $shown }{ $under ->
        [0] {" "}(nothing under it)
       *[other] {""}
    }
}
scene-bets = Bets in the pot: { $bets }.
scene-den-pot = Stakes in the Den: { $den }.
scene-said = In the Den: { $propositions }.
scene-called = { $what ->
    [snake] Called the Snake: { $seats }.
   *[tumble] Called a Tumble: { $seats }.
}
scene-dice = { $cup ->
    [0] out
    [one] 1 die
   *[other] { $cup } dice
}
scene-rogue = { $seat }{ $began ->
    [yes] {" "}(first)
   *[no] {""}
}: { $state ->
    [out] out
    [late] plays from the next match on
    [gone] gone
    [fled] { scene-dice }, fled
    [split] { scene-dice }, split
    [trips] { scene-dice }, trips
   *[waits] { scene-dice }
}{ $draws ->
    [0] {""}
   *[other] , drew the { $drawn }
}{ $dice ->
    [0] {""}
   *[other] , showed { $hand }
}{ $bet ->
    [0] {""}
   *[other] , bet { $bet }
}.
scene-own-dice = Your dice: { $dice }.
scene-own-hand = Your hand: { $hand }{ $kind ->
    [one] {""}
   *[other] , { $total } in all
}{ $kind ->
    [snake] , a Snake
    [maw] , the Maw
    [double] , a double
    [double-maw] , a double, and the Maw
   *[plain] {""}
}.
scene-own-aside = { $state ->
    [drawn] Set aside: { $aside }.
   *[open] A draw sets the { $aside } aside and leaves the { $stays } ("drop { $stays }": the other way round).
}
    .page = { $state ->
        [drawn] Set aside: { $aside }.
       *[open] A draw sets the { $aside } aside and leaves the { $stays }; you may drop the { $stays } instead.
    }
scene-no-fleeing = You can't flee this turn.

## What is seen

board-alt = The table of Rogues, { $pot } in the pot. { $now }
board-now = { $phase ->
    [declaring] { $awaited } to play
    [circuit] { $standing ->
        [0] { $awaited } to bet
       *[other] { $awaited } to bet: { $standing } stands
    }
    [den] { $stands ->
        [0] { $awaited } to say a count
       *[other] It stands at { so-many }: { $awaited }
    }
    [wagering] The last duel: a wager?
    [picking] Pick two against the Knee of { $knee }
    [duel] { $rolled ->
        [yes] Split, or stand?
       *[no] Roll against the Knee of { $knee }
    }
   *[over] { $count ->
        [0] { $ended ->
            [final-lost] The Giant wins the last duel
            [broke] There is no match
           *[other] The round is over
        }
        [one] { $winners } wins
       *[other] { $winners } win
    }
}
piece-giant = { $giant ->
    [0] The Giant, unseen
    [1] The Giant is a Kick
    [8] The Giant is an 8
   *[other] The Giant is a { $giant }
}
    .about = Nobody knows its number before the end of the round. Who trips must reach it.
piece-giant-waits = The Giant
    .about = The House plays the Giant of the last duel.
piece-giants-cup = The Giant's cup
    .about = The Giant's die is under it, 1 to 10; it is lifted when all have played.
piece-giants-die = The Giant's die, showing { $face }
    .about = Of all who trip, the lowest total that reaches this number takes the pot.
piece-knee = The Giant's Knee
    .about = The number to reach in the last duel.
piece-party-cup = Party cup { $number }: { $under ->
    [0] { $shown ->
        [0] empty
       *[other] nothing left under it
    }
   *[other] a die under it
}
    .about = The Party's dice lie near the Giant's number: what they show is a hint.
piece-party-die = { $face } before Party cup { $number }
    .about = All see it: a hint at the Giant. Once a round you may draw it, in place of one of your dice.
piece-maw = The Maw begins at { $maw }
    .about = It eats hands of this total and more: who trips with one loses its dice.
piece-ante = The ante is { $unit } a die
    .about = So many suckers each of your dice costs in every round.
piece-den = Stakes in the Den: { $den }
    .about = What was paid in for counts and calls.
piece-standing = The bet stands at { $standing }
    .about = To stay in, you match this bet.
piece-number = Number { $face }
    .about = The number that you say: so many of all dice show it.
piece-call = { $what ->
    [snake] The Snake
   *[tumble] A Tumble
}
    .about = A Snake is 1 and 1 in a hand that tripped; a Tumble is a Giant that shows 1. Who calls it and is right shares the pot.
piece-halfling = { $seat }, the last Halfling
    .about = The last one with dice plays the House for the pot.
piece-duel-cup = { $seat }'s cup, to be rolled: { scene-dice }
    .about = The dice of the last duel are in it.
piece-duel-die = { $seat }'s die, showing { $face }
    .about = Dice of the last duel.
piece-duel-total = { $total } in all
    .about = It must reach the Knee. Press it to let it stand.
piece-place = { $seat }: { $state ->
    [out] out
    [late] plays from the next match on
    [gone] gone
    [fled] { scene-dice }, fled
    [split] { scene-dice }, split
    [trips] { scene-dice }, trips
   *[waits] { scene-dice }
}{ $turn ->
    [yes] , to play
   *[no] {""}
}
piece-crown = { $seat } has won
piece-first = { $seat } began the round
    .about = Began this round; a Kick hits the first who trips.
piece-cup = { $seat }'s cup: { $state ->
    [out] out
    [late] not in this match
    [gone] gone
    [fled] { scene-dice }, fled
    [split] { scene-dice }, split
    [trips] { scene-dice }, trips
   *[waits] { scene-dice }
}
    .about = Secret dice, rolled anew each round. Turned up: out of the round.
piece-drawn = { $seat } drew the { $face }
    .about = Drawn from the Party: it counts in the hand, and all see it.
piece-shown-die = { $seat }'s hand, showing { $face }
    .about = A hand that tripped. With the Giant's number or more it topples the Giant; with less it is Kicked, and loses a die. Who flees loses no dice.
piece-bet = { $seat } bets { $amount }
    .about = So much this player has bet in this round.
piece-called = { $what ->
    [snake] { $seat } calls the Snake
   *[tumble] { $seat } calls a Tumble
}
    .about = If it is true when the cups are lifted, it takes a share of the pot.
piece-own-die = Your { $face }, { $place ->
    [aside] not in your hand
    [party] drawn from the Party
   *[hand] in your hand
}
    .about = Two of your dice are your hand; nobody else sees them.
label-first = first
label-dice = { scene-dice }
label-state = { $state ->
    [out] out
    [late] next match
    [gone] gone
    [fled] fled
    [split] split
   *[trips] trips
}
label-total = { $total } in all
label-times = { $dice } ×
label-called = { $what ->
    [snake] Snake!
   *[tumble] Tumble!
}
label-maw = Maw from { $maw }
label-ante = { $unit } a die
label-standing = bet { $amount }
label-den = Den { $amount }
label-away = Your dice, out of the round
    .about = You play no part in this round; the dice are yours again in the next.
label-hand = Your hand: { $total }{ $kind ->
    [snake] , a Snake
    [maw] . { maw-eats-it }
    [double] , a double
    [double-maw] , a double. { maw-eats-it }
   *[plain] {""}
}
    .about = The total of your two dice. It must reach the Giant and stay below the Maw.
maw-eats-it = The Maw eats it: trip and lose { $lost ->
    [one] a die
   *[other] { $lost } dice
}

## Chances

odds-trip = Trip with { $hand }: { $fate ->
    [snake] a Snake, unless the Giant is a Kick.
    [maw] the Maw, unless the Giant is a Kick.
   *[plain] { $toppled } % to topple the Giant, { $kicked } % to be Kicked.
}
odds-hand = { $hand } { $toppled } %
odds-keep = With other dice kept: { $hands }.
drawn-so = Draw the { $die } and keep your { $stays }, { $total } in all: { $fate ->
    [snake] a Snake.
    [maw] the Maw.
   *[plain] { $toppled } % to topple it.
}
odds-draw = { drawn-so }{ $keep ->
    [none] { $drop ->
        [0] {""}
       *[other] {" "}(Say "drop { $drop }" first.)
    }
   *[other] {" "}(Say "keep { $keep }"{ $drop ->
        [0] {""}
       *[other] {" "}and "drop { $drop }"
    } first.)
}
    .page = { drawn-so }{ $keep ->
        [none] { $drop ->
            [0] {""}
           *[other] {" "}(First drop the { $drop }.)
        }
       *[other] {" "}(First keep { $keep }{ $drop ->
            [0] {""}
           *[other] {" "}and drop the { $drop }
        }.)
    }
odds-split = Your double may be split: no more risk this round, { $gains ->
    [yes] and one more die.
   *[no] but no die more, for { $most } is the most.
}
odds-kick = { $kick } % for a Kick: then the first to trip loses a die.
odds-win = To win the pot, if the others trip as people mostly do: about { $win } %.
odds-tumble = Tumble: { $kick } % for a Kick, which would bring { $share } of the pot, for a stake of { $stake }.
odds-snake = Snake: { $own ->
    [yes] yours shows, and brings { $share } of the pot unless the Giant is a Kick ({ $kick } %), for a stake of { $stake }.
   *[no] about { $shows } % that another's shows, which would bring { $share } of the pot; if none does, you lose { $dice ->
        [one] the own die
       *[other] { $dice } own dice
    } of your hand.
}
odds-closest = Of all who topple the Giant, the lowest total wins the pot.
odds-in-the-duel = win { $win } %, lose { $lose } %{ $snake ->
    [yes] , { $push } % a Snake (the Knee is rolled anew)
   *[no] {""}
}
odds-wagering = With the best play in the duel: { odds-in-the-duel }; worth { $ev } % of the stake on average.
odds-pick = Pick { $hand }: { odds-in-the-duel }.
odds-duel-roll = With your roll and the best play: { odds-in-the-duel }; worth { $ev } % of the stake on average.
odds-duel-split = Split: { odds-in-the-duel }.
odds-duel-stand = Stand: { odds-in-the-duel }.

## Moves

move-keep = Keep
help-keep = Choose the two of your dice that are your hand this round, by their numbers.
move-drop = Drop
help-drop = Choose the die of your hand that is set aside when you draw from the Party.
move-flee = Flee
help-flee = Leave this round: what you paid stays in the pot, your dice are safe.
move-trip = Trip
help-trip = Go for the Knee with your hand as it is.
move-draw = Draw
help-draw = Take a shown die of the Party into your hand, once a round.
move-split = Split
help-split = Show the double in your hand, gain a die and sit out this round; in the last duel, keep one and roll two more.
move-check = Check
help-check = Bet nothing yet.
move-bet = Bet
help-bet = Open the betting with so many suckers.
move-call = Call
help-call = Match the standing bet.
move-raise = Raise to
help-raise = Raise the standing bet to so many suckers.
move-allin = All in
help-allin = Put in all you have.
move-count = Say how many
help-count = Say that so many dice of the Trips and the shown Party have this number: "count 4 2" is four 2s.
    .page = Say that so many dice of the Trips and the shown Party have this number.
move-snake = Call the Snake
help-snake = Say that a Snake is among the Trips; if none is, you are Consumed.
move-tumble = Call a Tumble
help-tumble = Say that the Giant is a Kick.
move-stake = Wager
help-stake = Wager so many of your own suckers on the last duel; 0 for none.
move-roll = Roll
help-roll = Roll your dice against the Giant.
move-pick = Pick
help-pick = Choose two of your dice for the last duel.
move-stand = Stand
help-stand = In the last duel, take the roll as it lies.
lacks-dice = { $verb ->
    [count] how many dice
   *[other] which two dice
}
lacks-die = which die
lacks-amount = how many suckers
lacks-face = which number
field-dice = Dice
field-die = Die
field-amount = Suckers
field-face = Number

## Refusals

nothing-to-keep = { $count ->
    [one] You have one die: that is your hand.
   *[other] You have two dice: both are your hand.
}
keep-before-drawing = You have drawn already: your dice are chosen.
not-your-dice = Two of your own dice, please: you have { $dice }.
nothing-to-drop = With one die in your hand a draw sets nothing aside.
aside-already = { $drawn ->
    [yes] The { $die } is set aside already.
   *[no] A draw sets the { $die } aside already.
}
not-in-hand = That die is not in your hand: it is { $hand }.
not-in-match = { $late ->
    [yes] A match is on: you play from the next one on.
   *[no] You are out of this match.
}
declared-already = { $plays ->
    [fled] You have fled this round.
    [trips] Your Trip stands.
    [split] You have split, and sit out this round.
   *[other] You play no part in this round.
}
no-fleeing = { $drawn ->
    [yes] After drawing you can't flee: trip, or split a double. Only the round's first player may.
   *[no] Only the round's first player may flee at this table.
}
not-a-die = "{ $word }" is no die: say the number that it shows, 1 to 6.
drew-already = You have drawn already, and it is once a round.
not-in-party = { $count ->
    [0] The Party has no dice left.
   *[other] The Party does not show that. You can draw: { $dice }.
}
no-double = Only a double is split, and your hand is { $hand }.
nothing-bet = Nothing is bet yet: check, or bet.
nothing-to-flee = Nothing is bet yet, so there is nothing to flee from: check, or bet.
no-fleeing-in-den = { $drawn ->
    [yes] Who has drawn can't flee in the Den either: say a count, or call the Snake or a Tumble. Only the round's first player may.
   *[no] Only the round's first player may flee at this table: say a count, or call the Snake or a Tumble.
}
no-check = A bet stands, { $owes } to call: call, raise, or flee.
cant-call = A call costs { $owes } and you have { $stack }: "allin" calls with what you have.
    .page = A call costs { $owes } and you have { $stack }: all in, you call with what you have.
bet-stands = The bet stands at { $standing }: call, raise, or flee.
too-few-to-bet = A bet is { $least } or more and you have { $stack }: "allin" bets what you have.
    .page = A bet is { $least } or more and you have { $stack }: all in, you bet what you have.
raised-enough = { $most ->
    [0] At this table nobody raises: call, or flee.
   *[other] The bet has been raised { $most ->
        [one] once
       *[other] { $most } times
    } already: call, or flee.
}
too-few-to-raise = A raise is to { $least } or more and you have { $most } in all: "allin" puts it in.
    .page = A raise is to { $least } or more and you have { $most } in all: all in, you put it in.
raise-is-to = A raise is to an amount, not by one: "raise 40" makes it 40 that you have put in.
    .page = A raise is to an amount, not by one: 40 makes it 40 that you have put in.
raise-too-small = A raise is to { $least } or more.
den-words = In the Liars' Den one says a count ("count 4 2"), "snake"{ $may_flee ->
    [yes] , "tumble", or "flee"
   *[no] {" "}or "tumble"
}.
    .page = In the Liars' Den one says a count, calls the Snake{ $may_flee ->
        [yes] , calls a Tumble, or flees
       *[no] {" "}or calls a Tumble
    }.
not-so-many-dice = There are { $most } dice at the most.
count-higher = It stands at { so-many }: say more { $face }s, or a higher number and at least as many dice.

## Options, in words (`!rules`, `!help betting`)

option-fearless-on = after drawing only the round's first player may flee
option-fearless-off = all may flee after drawing
option-fearless-strict = only the round's first player may flee at all
option-maw10-on = while more than two play, the Maw begins at 10
option-maw10-off = the Maw is 11 and 12, however many play
option-pot-closest = of all who topple the Giant the lowest total takes the pot
option-pot-shared = all who topple the Giant share the pot
option-betting-none = nobody bets before the reveal
option-betting-thieves = the Circuit of Thieves: before the reveal those who trip bet
option-betting-liars = the Liars' Den: before the reveal those who trip pay and say what lies in all Trips
option-den-plain = in the Liars' Den the stake of a wrong count stays with the others
option-den-sharp = in the Liars' Den the stake of a wrong count goes to whoever raised before it
option-ante_unit = the ante is { $value } for each die
option-ante_rises = { $value ->
    [0] the ante stays as it is
   *[other] the ante doubles after every { $value } rounds, to what the smallest stack can pay twice at most
}
option-rounds = { $value ->
    [0] the match goes on until one is left
   *[other] the match ends after { $value } rounds, and the most suckers win
}
option-match-full = the House adds as much as all antes
option-match-one_player = the House adds one player's first ante
option-match-none = the House adds nothing, as at every table for purses
option-unpaid_dice-out = who can't pay for all dice is out
option-unpaid_dice-shed = dice that can't be paid for are put away, for good
option-snake-push = a Snake carries the pot over
option-snake-earlier_winners_paid = a Snake leaves the pot to those who toppled the Giant before it
option-no_trip-carry = if nobody trips, the antes carry over
option-no_trip-house = if nobody trips, the House takes the pot
option-max_dice = at most { $value } dice each
option-final-pot = the last one duels with the House for the pot
option-final-wager = the last one takes what was won, and may wager suckers of their own in the last duel
option-final-skip = the last one has won, and there is no last duel
option-final_pay-rulebook = the last duel pays by the rulebook's table, from 1:1 to 5:1
option-final_pay-banker = the last duel pays by the banker's table: 1:2 up to a Knee of 6, 3:2 up to 9, and 5:1
option-final_all_dice-on = the last one rolls all their dice in the last duel, and picks two
option-final_all_dice-off = the last duel is rolled with two dice
option-house_limit = { $value ->
    [0] the House plays the last duel for any stake
   *[other] for a stake above { $value } the House forfeits the last duel
}
option-raise_cap = at most { $value } raises in a round of betting
option-stack = each seat begins with { $value }
option-turn_seconds = { $value } seconds for a turn
option-bet_seconds = { $value } seconds to bet, or for a word in the Den
option-duel_seconds = { $value } seconds for a move of the last duel
option-next_seconds = { $value } seconds between two rounds

## In the chooser: names of presets and options

preset-none = Classic
preset-thieves = With betting
preset-liars = With bluffing
named-fearless = Who may flee
named-maw10 = Where the Maw begins
named-pot = Who takes the pot
named-ante_unit = Ante for each die
named-match = What the House adds
named-unpaid_dice = Dice you can't pay for
named-snake = What a Snake does
named-den = A wrong count in the Den
named-no_trip = When nobody trips
named-max_dice = Most dice for each
named-final = The last duel
named-final_pay = What the last duel pays
named-final_all_dice = Dice of the last duel
named-house_limit = Largest stake of the last duel
named-raise_cap = Most raises
named-ante_rises = Rounds until the ante doubles
named-rounds = Rounds of a match
named-stack = Suckers to begin with
named-turn_seconds = For a turn
named-bet_seconds = To bet or to bluff
named-duel_seconds = For a move of the last duel
named-next_seconds = Between two rounds

## The rules in pictures: what each says, and what its picture shows

picture-cover = Two rogues with cups and dice; between them a giant behind a cup that hides a ten-sided die.
lesson-goal = Everybody has secret dice. Be the last one who has any.
picture-goal = Three rogues: one with two dice and a crown, one about to lose a die, one who is out.
lesson-ante = Each round you pay for every die you have. The House adds as much as all together.
picture-ante = Two dice cost 5 each, the House adds 10, and 20 lie in the pot.
lesson-giant = The Giant's die is hidden. The Party, dice that all can see, lies near the Giant's number.
picture-giant = A cup hides the Giant. Of two more cups one die each is shown: 5 and 4.
picture-party = the Party
lesson-turn = On your turn: flee, and your dice are safe but the ante is gone. Or trip: of all whose total reaches the Giant, the lowest wins.
picture-turn = A rogue flees and loses the ante, or trips and goes for the Giant.
picture-flee = flee
picture-trip = trip
lesson-draw = You may first draw a die that the Party shows; in this round it takes the place of one of yours.
picture-draw = A rogue with 2 and 3 sets the 2 aside and draws a 4 of the Party.
lesson-split = A double may be split instead: show it, sit out this round, and have one more die from now on.
picture-split = 4 and 4 are split: the rogue sits out and has three dice.
picture-sits-out = sits out
lesson-reveal = Then the Giant is shown. Of all who trip, the lowest total that reaches it takes the pot. Less loses a die.
picture-reveal = The Giant shows 6. 3 and 4 make 7 and win, 5 and 4 make 9, and 1 and 3 make 4 and are kicked.
lesson-end = Mind the Maw: it eats hands of 10 and more, or 11 when two are left. The last one with dice plays the House for the pot.
picture-end = 6 and 4 fall into the Maw, and a rogue is out; the last rogue plays the Giant for the pot.

## Feats

feat-toppled = Giant Slayer
feat-toppled-how = Topple the unseen Giant.
feat-alone-against-it = Alone Against It
feat-alone-against-it-how = Topple the Giant as the only one who tripped.
feat-nobody-stayed = Nobody Stayed
feat-nobody-stayed-how = Topple the Giant after all others have fled.
feat-all-in = Everything on It
feat-all-in-how = Go all in, and win.
feat-honest-liar = An Honest Liar
feat-honest-liar-how = Make the highest true proposition in the Liars' Den.
feat-knew-the-snake = Snake Charmer
feat-knew-the-snake-how = Win by calling the Snake.
feat-knew-the-tumble = I Said So
feat-knew-the-tumble-how = Win by calling a Tumble.
feat-cried-snake = Who Cried Snake
feat-cried-snake-how = Call a Snake that is not there.
feat-one-die-left = The Last Die
feat-one-die-left-how = Topple the Giant with a single die to your name.
feat-split = Split
feat-split-how = Split a double for one more die.
feat-fistful = A Fistful
feat-fistful-how = Have five dice.
feat-eaten = Eaten Whole
feat-eaten-how = Trip into the Maw.
feat-giant-ran = And the Giant Ran
feat-giant-ran-how = Roll a Snake in the last duel.
feat-last-duel = The Last Duel
feat-last-duel-how = Topple the Giant of the last duel.
feat-match = Last of the Rogues
feat-match-how = Win the match.
