# High Die in English: a message for every event (by its name), for every line of the scene, and for odds.

game-title = High Die
game-about = Roll a secret die, keep it or pay to roll again, and take the pot with the highest.

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

## In the chooser: names of options, the rules in pictures and what they show

named-ante = Suckers in the pot from each
picture-cover = Dice and cups around a heap of chips.
lesson-hide = Everybody puts suckers into the pot and rolls one die, unseen by the others.
picture-hide = Your die shows 3; those of the others lie under cups.
lesson-again = Keep your die, or put in one sucker more and roll a new one, once.
picture-again = A 2 is kept, or for one sucker more it becomes a 5.
lesson-highest = Then all dice are shown, and the highest takes the pot.
picture-highest = Of 3, 6 and 4 the 6 wears the crown.
