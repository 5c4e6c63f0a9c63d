# Halflings & Giants in English. A message for every event (by its name), for every line of the scene, and for odds.

game-title = Halflings & Giants
game-about = Stake suckers, see the Giant's Knee, and roll two dice to topple it without falling into the Maw.

## What happens

duel-round = { $giant } is the Giant. { $halfling }, stake 1 to { $most }.
crowd-opened = A Giant comes! Stake 1 to { $most } within { $seconds } seconds.
staked = { $seat } stakes { $amount }.
kneed = The Giant rolls { $knee }: that is the Knee, and it pays { $pays }.
kick = { $saved_by_snake ->
    [yes] The Giant rolls 1, a Kick! Only a snake can save the Halflings now.
   *[no] The Giant rolls 1, a Kick!
}
rolled = { $seat } rolls { $dice }, { $total } in all.
may-split = That would lose against the Knee of { $knee }, but a double may be split. { $seat }: split (keep { $keeps }, roll two more) or stand? In { $seconds } seconds it splits by itself.
may-split-exact = That is the Knee exactly. { $seat }: split for another { $cost }, or stand and win? In { $seconds } seconds it stands by itself.
kept = { $seat } splits, keeps { $kept } and rolls two more.
split-exactly = { $seat } splits for another { $cost }: each die gets a new partner.
toppled = { $total } reaches the Knee of { $knee }: the Giant topples! { $seat } wins { $won }.
kicked = { $knee ->
    [1] { $seat } is kicked and loses { $lost }.
   *[other] { $total } is below the Knee of { $knee }: { $seat } is kicked and loses { $lost }.
}
eaten = { $total } is the Maw: { $seat } is eaten and loses { $lost }.
snake = { $again ->
    [yes] Snake eyes! The Giant runs, the stake stands, and the Knee is rolled anew.
   *[no] Snake eyes! The Giant runs, and { $seat } takes the stake back.
}
unstaked = Nobody staked anything.
crowd-roll = { $total ->
    [0] The Giant kicks you ({ $net }).
   *[other] You roll { $dice }, { $total } in all: { $fate ->
        [snake] a snake! Your stake is yours again.
        [eaten] the Maw! You are eaten ({ $net }).
        [toppled] the Giant topples! You win { $net }.
        [may-split] this may be split. Split or stand?
        [stood] you stand ({ $net }).
       *[kicked] you are kicked ({ $net }).
    }
}
crowd-window = All have rolled. Toppled the Giant: { $toppled }. Lost: { $lost }.{ $pushed ->
    [0] {""}
   *[other] {" "}Met the snake: { $pushed }.
} Still to split or stand: { $undecided }, within { $seconds } seconds.
crowd-settled = The round is over. { $winners ->
    [0] Nobody toppled the Giant.
   *[other] Toppled the Giant: { $toppled }, for { $paid } in all.
} Lost: { $lost }, { $taken } in all.{ $pushed ->
    [0] {""}
   *[other] {" "}Met the snake: { $pushed }.
}{ $winners ->
    [0] {""}
   *[other] {" "}Best: { $best }.
}
won = { $seat } +{ $amount }

## What stands on the table

scene-house-giant = The House is the Giant.
scene-giant = { $seat } is the Giant.
scene-staking = { $staked ->
    [0] The stakes are open.
    [one] One stake is down.
   *[other] { $staked } stakes are down.
}
scene-giant-rolls = The Giant is about to roll for the Knee.
scene-halfling-rolls = The Halflings are about to roll.
scene-splitting = { $undecided ->
    [one] A roll may be split.
   *[other] { $undecided } rolls may be split.
}
scene-over = The round is over.
scene-knee = The Knee is { $knee }; it pays { $pays }. 11 and 12 are the Maw.
scene-stake = { $seat } has staked { $amount }.
scene-you-may-stake = You may stake 1 to { $most }.
scene-your-roll = You rolled { $dice }; your total is { $total }.

## Chances

odds-staking = Before the Giant rolls, with the best play: win { $win } %, lose { $lose } %, push { $push } %; worth { $ev } % of the stake on average.
odds-rolling = With your next roll and the best play: win { $win } %, lose { $lose } %, push { $push } %; worth { $ev } % of the stake on average.
odds-split = Split: win { $win } %, lose { $lose } %, push { $push } %; worth { $ev } % of the stake on average.
odds-stand = Stand: win { $win } %, lose { $lose } %, push { $push } %; worth { $ev } % of the stake on average.

## Buttons and forms

move-stake = Stake
help-stake = Stake suckers on the Halflings.
move-roll = Roll
help-roll = Roll your dice.
move-split = Split
help-split = Keep one die of the double and roll two more.
move-stand = Stand
help-stand = Take the roll as it lies.
field-amount = Amount
field-auto = Roll on by itself
