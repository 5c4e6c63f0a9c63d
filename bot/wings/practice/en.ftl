# What the practice says in English.

practice-of-whole = Game { NUMBER($number, useGrouping: 0) } was played to its end: only what was called off can be played on.
practice-has-no-move = Game { NUMBER($number, useGrouping: 0) } was called off where nobody had anything left to do: it can't be played on.
practice-none = No game that was called off here is kept. "{ $prefix }practice" and a number or the address of a replay plays another one on.
    .page = No game that was called off here is kept.
practice-withheld = This game hides something from the rest of its series. It can be played on when the series is over.
practice-gone = There is no game { $word } that could be played on: say its number, or the address of its replay. A game whose record no longer checks out can't be played on.
    .page = There is no such game that could be played on, or its record no longer checks out.
command-practice = Play a game on that was called off, for nothing: the last one here, or "{ $prefix }practice 17", or the address of its replay.
    .page = Play a game on that was called off, for nothing.
    .slash = Play a game on that was called off, for nothing: the last one here, or another.
slash-practice = The number of the game, or the address of its replay. None: the last one called off here
