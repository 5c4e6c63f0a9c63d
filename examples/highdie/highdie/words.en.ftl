# High Die in English: a message for every event (by its name), for every line of the scene, and for odds.

game-title = High Die
game-about = Everybody has one secret die, and the highest takes the pot.

## What happens

dealt = Your die shows { $die }. Keep it, or roll again for one sucker?
kept = { $seat } keeps.
rolled-again = { $seat } puts one sucker in and rolls again.
shown = { $seat } shows { $die }.
pot-won = The highest die takes the pot of { $pot }: { $winners }.

## What stands on the table

scene-speaking = { $pot } in the pot. Still to speak: { $waiting }.
scene-over = All dice have been shown.
scene-your-die = Your die shows { $die }.

## What lies on the board, for those who can't see it

board-alt = The table of High Die. { $now }
piece-hidden = die under a cup

## Chances

odds-speak = As the other dice lie, keeping brings { $keep } of the pot on average, and rolling again { $again }.

## Buttons and forms

move-keep = Keep
help-keep = Keep your die.
move-again = Again
help-again = Put one sucker in and roll a new die instead; only once.

## Options, in words (`!rules`, `!help ante`)

option-ante = each puts { $value } into the pot
