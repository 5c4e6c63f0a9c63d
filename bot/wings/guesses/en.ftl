# What guesses say in English.

guess-noted = You guess that { $what ->
    [winner] { $who } wins game { NUMBER($game, useGrouping: 0) } at table { $code }
    [high] the number of game { NUMBER($game, useGrouping: 0) } at table { $code } will be high
   *[low] the number of game { NUMBER($game, useGrouping: 0) } at table { $code } will be low
}. Until that game begins, a later guess replaces this one.
guess-board = { $any ->
    [0] Nobody has guessed right tonight
   *[other] Guessed right tonight: { $best }
}. The next game at table { $code } is number { NUMBER($game, useGrouping: 0) }: say who wins it{ $who ->
    [none] {""}
   *[other] , such as "{ $prefix }guess { $who }"
}{ $high ->
    [0] {""}
   *[other] , or whether its number will be high, { $high } or more: "{ $prefix }guess high" or "{ $prefix }guess low"
}.
    .page = { $any ->
    [0] Nobody has guessed right tonight
   *[other] Guessed right tonight: { $best }
}. The next game at table { $code } is number { NUMBER($game, useGrouping: 0) }.
guess-score = { $who } { $right } of { $all }
guess-high = High
guess-low = Low
guess-count = { $who } { $count }
guess-count-number = { $what ->
    [high] high
   *[low] low
} { $count }
guesses-closed = Guesses on game { NUMBER($game, useGrouping: 0) } are closed{ $any ->
    [0] {""}
   *[other] : { $counts }
}.
guesses-right = { $all ->
    [0] No guess on game { NUMBER($game, useGrouping: 0) } counts
    [1] The one guess on game { NUMBER($game, useGrouping: 0) } that counts was { $right ->
        [0] wrong
       *[other] right
    }
   *[other] { $right ->
        [0] None of { $all } guesses on game { NUMBER($game, useGrouping: 0) } was right
        [1] One of { $all } guesses on game { NUMBER($game, useGrouping: 0) } was right
       *[other] { $right } of { $all } guesses on game { NUMBER($game, useGrouping: 0) } were right
    }
}.{ $any ->
    [0] {""}
   *[other] {" "}Tonight: { $best }.
}
guesses-void = Game { NUMBER($game, useGrouping: 0) } was called off, so the guesses on it count neither way.
guess-you-sit = Who sits at table { $code } may not guess on it: guesses are for those who look on.
guess-not-here = Nothing can be guessed at table { $code }: no game for a result follows there.
guess-too-many = { $most } people guess on this game already, which is the most there can be. The next one takes guesses again.
guess-no-number = A game of { $game } uncovers no number to guess: guess who wins it.
guess-how = Nobody called { $word } sits at table { $code }. A guess is a player's whole name{ $who ->
    [none] {""}
   *[other] , such as "{ $prefix }guess { $who }"
}{ $high ->
    [0] {""}
   *[other] , or "{ $prefix }guess high" or "{ $prefix }guess low"
}.
    .page = Nobody called { $word } sits at table { $code }. A guess is a player's whole name{ $high ->
    [0] {""}
   *[other] , or high or low
}.
command-guess = Guess who wins the next game, "{ $prefix }guess pete", or whether its number is high, "{ $prefix }guess high". Alone: tonight's board.
    .page = Guess who wins the next game, or whether its number is high, for a place on tonight's board.
    .slash = Guess who wins the next game, or whether its number is high. Alone: tonight's board.
slash-guess = A player's name, or high or low. None: tonight's board
menu-guess = Guess who wins
