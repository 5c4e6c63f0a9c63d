game-title = Highest Die
game-about = Everybody antes and rolls one die; the highest takes the pot.

rolled = { $seat } rolls { $die }.
pot-won = { $winners } takes the pot of { $pot }.

scene-rolling = { $pot } in the pot; the dice are rolling.
scene-over = The dice are down.

move-roll = Roll
help-roll = Roll your die.
