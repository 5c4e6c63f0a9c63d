# Cones in English. A message for every event (by its name), for every line of the scene, and for odds.

game-title = Cones
game-about = Land on the others' cones, carry them off beneath your own, and be the last who owns any.

## Parts of sentences

colour = { $colour ->
    [Y] yellow
    [B] blue
    [R] red
    [G] green
   *[none] {""}
}
with-colour = { $colour ->
    [none] {""}
   *[other] {" "}({ colour })
}
again-after = { $voids ->
    [0] {""}
   *[other] {" "}after { $void }, which went nowhere
}
plays = { $seat } { colour } (from { $start })
first-pop = { $seat } { $pop }
first-round = { $pops }{ $more ->
    [0] {""}
   *[other] , a tie; again { $again }
}
pop-again = { $tie ->
    [yes] a tie: { $seats } to pop again
   *[no] { $seats } to pop for the first turn
}
popped-so = { $seat }{ with-colour } { $enters ->
    [no] {""}
   *[other] sets a cone on { $enters } and{" "}
}pops{ $bonus ->
    [yes] {" "}once more,
   *[no] {""}
} { $pop }{ $red ->
    [yes] {" "}and the red dot
   *[no] {""}
}{ again-after }
pops = { popped-so }{ $moves ->
    [none] {""}
   *[other] {" "}({ $moves })
}
    .page = { popped-so }
who-presses = { $voids ->
    [0] {""}
   *[other] { $seat } pops { $void }, which goes nowhere:{" "}
}{ $seat }{ with-colour }
to-press = { who-presses } { $bonus ->
    [yes] { $lifts ->
        [none] may pop again for the red dot, or pass
        [some] may pop again for the red dot, or lift a cone
       *[other] may pop again for the red dot, or lift a cone ({ $lifts })
    }
   *[no] to pop
}
    .page = { who-presses } { $bonus ->
        [yes] may pop again for the red dot, or { $lifts ->
            [none] pass
           *[other] lift a cone
        }
       *[no] to pop
    }
cannot-move = { $seat }{ with-colour } pops { $void } and cannot move
is-out = { $seat }{ with-colour } is out
quiet = that makes { $turns } turns without an entry or a capture (at { $most } the most cones win)
sequel = { $more ->
    [0] .
   *[other] : { $then }.
}

## What happens

teams = Colours: { $plays }. { $rounds ->
    [0] The highest pop begins: { $then }.
   *[other] Pops for the first turn: { $first }. { $then }.
}
teams-chosen = { teams } A move is said by its number ("move 1").
    .page = { teams }
first-popped = { $seat } pops { $pop }{ sequel }
popped = { $then }.
moved = { $how ->
    [enters] { $seat } puts a new cone on { $to }
   *[moves] { $seat } moves from { $start } to { $to }
}{ $captured ->
    [none] {""}
   *[other] {" "}and captures { $captured }{ $owned ->
        [0] {""}
       *[other] {" "}from { $owners }
    }
}{ sequel }
    .short = { $seat }: { $how ->
        [enters] new on { $to }
       *[moves] { $start } to { $to }
    }{ $captured ->
        [none] {""}
       *[other] , takes { $captured }{ $owned ->
            [0] {""}
           *[other] {" "}from { $owners }
        }
    }{ sequel }
lifted = { $seat } lifts a cone to the top on { $space }, now { $stack }{ $owned ->
    [0] {""}
   *[other] , taken from { $owners }
}{ sequel }
    .short = { $seat } lifts on { $space }, now { $stack }{ $owned ->
        [0] {""}
       *[other] , from { $owners }
    }{ sequel }
passed = { $bonus ->
    [yes] { $seat } does without the move for the red dot
   *[no] { $seat } does not move
}{ sequel }
    .short = { $seat } passes{ sequel }
went-away = { $seat } is gone; those cones stand where they are{ sequel }

most-cones = With { $cones ->
    [one] 1 cone
   *[other] { $cones } cones
} under control { $count ->
    [one] { $winners } wins.
   *[other] { $winners } share the win.
}
won = { $how ->
    [cap] The turns are up. { most-cones }
    [quiet] { $turns } turns without an entry or a capture. { most-cones }
    [alone] { $count ->
        [0] Nobody is left.
       *[other] { $winners } is left alone and wins.
    }
   *[captured] { $winners } is the last who owns a cone, and wins.
}

no-such-number = There is no number { $number } in the list: it has { $most }.

## What stands on the table

scene-first-pops = The highest pop begins. Still to pop: { $awaited }.
    .you = Pop: the highest pop begins.
scene-to-pop = { $awaited }{ with-colour } { $bonus ->
    [yes] has the red dot: pop and move again, or not.
   *[no] to pop.
}
    .you = { $bonus ->
        [yes] The red dot{ with-colour }: pop and move again, or pass.
       *[no] Pop the dice{ with-colour }.
    }
scene-to-move = { $awaited }{ with-colour } { $bonus ->
    [yes] has popped once more, { $pop }
   *[no] has popped { $pop }
}{ $red ->
    [yes] {" "}and the red dot
   *[no] {""}
}.
    .you = You popped { $pop }{ $red ->
        [yes] {" "}and the red dot
       *[no] {""}
    }{ with-colour }: move a cone.
scene-over = { $ended ->
    [cap] The turns are up.{" "}
    [quiet] Nothing entered or was captured for a long time.{" "}
   *[other] {""}
}{ $count ->
    [0] The game is over.
    [one] { $winners } wins.
   *[other] { $winners } share the win.
}
scene-quiet = For { $turns } turns nothing has entered or been captured; at { $most } the game ends, and the most cones under control win.
scene-moves = Moves of { $awaited } ("move 1"): { $moves }.
    .page = { $awaited } can move: the board shows what, and where to.
    .slash = Moves of { $awaited }: { $moves }.
scene-lifts = Lifts of { $awaited } ("lift 1"): { $lifts }.
    .page = { $awaited } can lift a cone: the board shows which.
    .slash = Lifts of { $awaited }: { $lifts }.
scene-control = { $seat } ({ $colours }): { $state ->
    [gone] gone.
    [out] out.
   *[plays] { $cones ->
        [0] nothing on the board
        [one] 1 cone
       *[other] { $cones } cones
    }{ $stacks ->
        [0] {""}
        [one] , 1 stack
       *[other] , { $stacks } stacks
    }{ $waiting ->
        [0] .
       *[other] , { $waiting } to come.
    }
}

## What lies on the board, for those who can't see it

board-alt = The board of Cones. { $now }
piece-free = { $space }, free
    .about = You can move here.
piece-stack = { $space }: { $cones }{ $count ->
    [one] {""}
   *[other] {" "}from bottom to top
}{ $may ->
    [taken] , can be captured
    [goes] , can move
    [lifts] , can be lifted in
   *[no] {""}
}
    .about = Only the top cone moves its stack. Land on others and you carry them off.
piece-new = { $space }: the new { colour } cone, can move
    .about = New on its start: move it on.
piece-enter = new { colour } cone for { $space }
    .about = A cone that is not on the board yet; press it to put it on your start.
piece-team = { $seat }, { colour }{ $state ->
    [gone] , gone
    [out] , out
    [won] , has won
    [turn] , to move
   *[plays] {""}
}{ $waiting ->
    [0] {""}
    [one] , 1 cone to come
   *[other] , { $waiting } cones to come
}
    .about = A player: stacks with this colour on top are theirs.
piece-dome = the dome with the dice
    .about = The dice are in it: press it when it is your turn.
piece-dot = the red dot
    .about = The red dot: pop and move once more.

## Letters on it

piece-holds = { $state ->
    [gone] gone
    [out] out
   *[plays] { $cones ->
        [0] controls none
       *[other] controls { $cones }
    }
}
    .about = So many cones stand in stacks with this colour on top.
piece-won = { $count ->
    [one] { $winners } wins
   *[other] { $winners } share the win
}

## Chances

odds-stack = { $stack } on { $space } may be captured before your next turn: { $chance }.
odds-assumes = Reckoned with one pop of each of the others from the board as it stands, if all capture who can; bonus pops are not counted.

## Moves

move-pop = Pop
help-pop = Press the dome: the dice pop.
move-enter = Enter
help-enter = Put a new cone on your start; it does not move this turn.
move-move = Move
help-move = Move a cone or a stack from one space to another ("move 2b 3z"), or by the numbered list ("move 2").
    .page = Move a cone or a stack from one space to another.
move-lift = Lift
help-lift = Lift your own cone out of a stack to its top; cones are counted from the bottom.
move-pass = Pass
help-pass = Do not move, or do without your bonus.
lacks-start = from which space
lacks-to = to which space
lacks-space = on which space
lacks-cone = which cone of the stack, counted from the bottom
field-start = Which
field-to = Where to
field-space = Stack on
field-cone = Cone
value-x1 = X1
value-x2 = X2
value-x3 = X3
value-x4 = X4
value-x5 = X5
value-x6 = X6
value-x7 = X7
value-x8 = X8

## Refusals

no-such-space = There is no space { $word }: they are named X1 to X8 and 1a to 8z.
new-one-first = The cone that you have just set on { $space } moves now.
not-your-piece = No cone or stack on { $space } is yours: the one on top counts.
not-so-far = A pop of { $pop } does not lead from { $start } to { $to }: { $stack ->
    [yes] count every space, and do not turn round on the way.
   *[no] count every space, clockwise; only stacks may go back.
}
barred = { $why ->
    [safe] Nobody can be captured on { $space }: crossovers are safe at this table.
    [early] { $space } is taken, and you may capture only when all your cones have entered.
   *[own] On { $space } stands one of your own.
}
protected = { $space } is the start of { $owner }, whose cones have not all entered yet: nobody else may land there.
must-move = At this table whoever can move must move.
all-entered = All your cones have entered.
enters-by-itself = Your cone is set on your start by itself: move it on.
bonus-enters-nothing = A bonus brings in no new cone.
start-taken = Your start { $space } is not free for a new cone.
no-such-lift = That can't be lifted: it must be a cone of your own in somebody else's stack, and of several that lie together the upper one. Say "lift 1" for the first of the list.
    .page = That can't be lifted: it must be a cone of your own in somebody else's stack, and of several that lie together the upper one.

## Options, in words (`!rules`, `!help safety`)

option-edition-kohner = the classic rules, as in the first box of 1968
option-edition-french = pop first, then bring in a cone or move; capture when all four are in; a red dot may lift a captive of yours
option-rolls-auto = the dice pop by themselves
option-rolls-hand = the dice wait until their player pops them
option-sectors-8 = the whole board, with eight sections
option-sectors-4 = our own pocket board: 24 spaces, and every crossover is a start
option-sets_per_player-1 = each plays one colour
option-sets_per_player-2 = two players, with two opposite colours each
option-protected_start-until_entered = nobody may land on the start of who has still cones to bring in
option-protected_start-off = anybody may land on your start at any time
option-capture_before_all_in-on = you capture from your first turn on
option-capture_before_all_in-off = you capture only when all your cones have come in
option-stuck-repop = if your number has no landing, the dice pop again
option-stuck-pass = if your number has no landing, your turn is over
option-bonus_chain-on = a red dot on a bonus pop brings one more
option-bonus_chain-one = a red dot on a bonus pop brings nothing
option-bonus_may_enter-on = a bonus may bring in a cone
option-bonus_may_enter-off = a bonus brings in no cone
option-lift-off = captives stay where they are
option-lift-own_cones = for a red dot you may lift your cone to the top of somebody else's stack
option-may_pass-on = you need not move
option-may_pass-off = if you can move, you must
option-safety-off = no space is safe
option-safety-occupied = nobody is captured on a crossover
option-turn_cap = after { $value } turns the most cones under control win
option-quiet_cap = { $value ->
    [0] the game goes on though nothing comes in and nothing is captured
   *[other] after { $value } turns without an entry or a capture the most cones under control win
}
option-cap_rule-control = when the turns are up, cones under control count
option-turn_seconds = { $value } seconds for a move
option-pop_seconds = { $value } seconds until dice that wait pop by themselves

## In the chooser: names of presets and options

preset-kohner = Classic rules
preset-french = French rules
named-choice = Your colour
named-rolls = Who pops the dice
named-sectors = Size of the board
named-sets_per_player = Colours for each player
named-protected_start = Safe starts
named-capture_before_all_in = When you may capture
named-stuck = A number that can't be moved
named-bonus_chain = Red dot on a bonus
named-bonus_may_enter = Coming in by a bonus
named-lift = Lifting a captive
named-may_pass = Passing
named-safety = Safe spaces
named-turn_cap = Most turns
named-quiet_cap = Turns without a capture
named-turn_seconds = To move
named-pop_seconds = To pop the dice

## The rules in pictures: what each says, and what its picture shows

picture-cover = Stacks of cones in four colours around a dome with dice; the tallest wears a crown.
lesson-goal = You have four cones. Catch everybody else's, and be the last who owns any.
picture-goal = Four yellow cones; then two tall stacks with yellow cones on top, and a crown.
lesson-coming-in = Your first four turns bring in one cone each: it starts on your triangle, the dice pop, and it moves on.
picture-coming-in = A yellow cone starts at its triangle and moves three spaces, as the die shows.
lesson-moving = Move any of your cones. A single cone goes clockwise, a stack goes either way.
picture-moving = The die shows 2. A single cone has one way to go, a stack has two.
lesson-tracks = At a crossover you choose: the outer track or the inner one.
picture-tracks = From a crossover one arrow leads along the outer track, another along the inner one.
lesson-capturing = Land on somebody else's cone: it is caught under yours, and both are a stack of yours.
picture-capturing = A yellow cone moves two spaces onto a blue one; then it stands on top of it.
lesson-carried = Whose cone is on top owns the whole stack. Whoever lands on it takes all of it.
picture-carried = A red cone lands on a stack of blue and yellow: now red owns all three.
lesson-red-dot = A red dot brings one more: move, then pop and move again.
picture-red-dot = The dice show 4 and a red dot; after the move the dome pops once more.
lesson-end = No cone of yours on top, and none to come in? You are out. The last one left wins.
picture-end = Yellow is on top of two stacks and wears the crown; blue lies beneath yellow and is out.

## Feats

feat-first-catch = First Catch
feat-first-catch-how = Be the first of a game to capture.
feat-big-catch = A Big Catch
feat-big-catch-how = Capture three cones or more at once.
feat-at-the-door = At the Door
feat-at-the-door-how = Capture with a cone that has only just entered.
feat-two-in-a-row = Two in a Row
feat-two-in-a-row-how = Capture twice, with nobody's capture between.
feat-spree = Spree
feat-spree-how = Capture four times in one game.
feat-tower = Tower
feat-tower-how = Build a stack of five cones.
feat-spire = Spire
feat-spire-how = Build a stack of eight cones.
feat-three-lifts = Heave
feat-three-lifts-how = Lift three stacks in one game.
feat-last-colour = Last Colour
feat-last-colour-how = Win by capturing everybody else.
feat-ten-cones = Ten and More
feat-ten-cones-how = Win with ten cones under your control.
feat-gentle = Gently Does It
feat-gentle-how = Win without a single capture.
feat-back-again = Back Again
feat-back-again-how = Win a game in which you were captured three times.
feat-nobody-left = Still Here
feat-nobody-left-how = Win because everybody else left.
feat-long-quiet = The Long Quiet
feat-long-quiet-how = Win a game in which nothing happened any more.
