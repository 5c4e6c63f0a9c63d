# Pig in English.

game-title = Pig
game-about = Roll as long as you dare: a 1 takes all that your turn has brought.

## What happens

rolled = { $seat } rolls { $die }, which makes { $total }.
rolled-one = { $seat } rolls a 1 and loses { $lost }.
held = { $seat } keeps { $total } and has { $score }.
die-passed = { $seat } has the die.
pot-won = { $seat } takes the pot of { $pot }.

## What stands on the table

scene-rolling = { $pot } in the pot for the first to { $goal }. { $seat } has the die, and { $total } so far.
scene-over = The pot is won.

## What lies on the board, for those who can't see it

board-alt = The table of Pig. { $now }
piece-score = { $score } kept
piece-unrolled = die, not rolled yet
piece-total = { $total } in this turn

## Buttons and forms

move-roll = Roll
help-roll = Roll the die: a 1 takes what your turn has brought, all else adds to it.
move-hold = Hold
help-hold = Keep what your turn has brought, and pass the die on.

## Options

option-ante = each puts { $value } into the pot
option-goal = the first to { $value } takes it
