# Halflings & Giants in English. A message for every event (by its name), for every line of the scene, and for odds.

game-title = Halflings & Giants
game-about = Stake suckers, see the Giant's Knee, and roll two dice to topple it without falling into the Maw.

## What happens

duel-round = { $giant } is the Giant. { $halfling }, stake 1 to { $most }.
giant-stays = { $giant } has left, but is still the Giant of this round.
crowd-opened = A Giant comes!
crowd-against = { $giant } is the Giant, and covers with { $has } what { $others ->
    [one] the other may win
   *[other] the { $others } others may win, an even share for each
}.
passed-over = { $seats }{ $more ->
    [0] {""}
   *[other] {" "}and { $more } more
} can't cover a stake of 1, which may win { $needs }: the Giant's seat passes on.
cut-short = { $seat } has too little left for a second round: the duel is over.
staked = { $seat } stakes { $amount }.
kneed = The Giant rolls { $knee }: that is the Knee, and it pays { $pays }.
    .short = Knee: { $knee }, pays { $pays }.
kick = { $saved_by_snake ->
    [yes] The Giant rolls 1, a Kick! Only a snake can save the Halflings now.
   *[no] The Giant rolls 1, a Kick!
}
rolled = { $seat } rolls { $dice }, { $total } in all.
    .short = { $seat }: { $dice }, { $total }.
may-split = That would lose against the Knee of { $knee }, but a double may be split. { $seat }: split (keep { $keeps }, roll two more) or stand? In { $seconds } seconds it splits by itself.
    .short = { $keeps } twice, below the Knee of { $knee }. { $seat }: split or stand? In { $seconds } seconds it splits.
may-split-exact = { $seat } has the Knee exactly: split for another { $cost }, or stand and win? In { $seconds } seconds it stands by itself.
    .short = { $seat } has the Knee exactly: split for { $cost }, or stand? In { $seconds } seconds it stands.
kept = { $seat } splits, keeps { $kept } and rolls two more.
    .short = { $seat } splits, keeps { $kept }.
split-exactly = { $seat } splits for another { $cost }: each die gets a new partner.
cannot-stake-again = { $seat } has the Knee exactly, but can't split: a second stake takes { $needs }, and { $has ->
    [0] nothing is left
   *[other] only { $has } is left
}.
cannot-cover = { $seat } has the Knee exactly, but can't split: { $giant }, the Giant, would have to cover { $needs } more, and has { $has ->
    [0] nothing
   *[other] only { $has }
} left.
toppled = { $total } reaches the Knee of { $knee }: the Giant topples! { $seat } wins { $won }.
    .short = { $total } reaches { $knee }: toppled! { $seat } wins { $won }.
kicked = { $knee ->
    [1] { $seat } is kicked and loses { $lost }.
   *[other] { $total } is below the Knee of { $knee }: { $seat } is kicked and loses { $lost }.
}
    .short = { $knee ->
        [1] { $seat } loses { $lost }.
       *[other] { $total } is below { $knee }: { $seat } loses { $lost }.
    }
eaten = { $total } is the Maw: { $seat } is eaten and loses { $lost }.
    .short = { $total }, the Maw: { $seat } loses { $lost }.
snake = { $again ->
    [yes] Snake eyes! The Giant runs, the stake of { $seat } stands, and the Knee is rolled anew.
   *[no] Snake eyes! The Giant runs, and { $seat } takes the stake back.
}
unstaked = Nobody staked anything.
risk-giant = you may become the Giant, who pays up to { $pays }
risk-stakes = { $most ->
    [one] one more stake
   *[other] up to { $most } more stakes
} may be asked of you
round-passed = { $seat } stakes nothing: this round passes.
hand-fell = { $kept ->
    [0] { $dice }
   *[other] { $kept }-{ $dice }
}
came = { $fate ->
    [unrolled] kicked: { $net }
    [untold] { $up ->
        [yes] +{ $net }
       *[no] { $net }
    }
    [may-split] { $hands }
    [snake] { $hands }, the snake: stake back
    [eaten] { $hands }, the Maw: { $net }
   *[other] { $hands }: { $up ->
        [yes] +{ $net }
       *[no] { $net }
    }
}
crowd-fell = { $seat } ({ $came })
crowd-called = { $seat }
crowd-others = { $count } { $count ->
    [one] other
   *[other] others
}
bar = { $giant ->
    [yes] You can't split: the Giant would have to cover { $needs } more, and has { $has } left.
   *[no] You can't split: a second stake takes { $needs }, and you have { $has } left.
}
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
}{ $barred ->
    [0] {""}
   *[other] {" "}{ $bars }
}
all-rolled = { $named ->
    [0] All have rolled. Toppled the Giant: { $toppled }. Lost: { $lost }.{ $pushed ->
        [0] {""}
       *[other] {" "}Met the snake: { $pushed }.
    }
   *[other] All have rolled: { $rolls }.
}
who-may-split = { $first ->
    [0] { $undecided }
   *[other] { $who }
} may split{ $exact ->
    [yes] {" "}for a second stake
   *[no] {""}
}
crowd-window = { all-rolled }{ $named ->
    [0] {" "}"{ $prefix }hand" tells you your own roll.
   *[other] {""}
} { who-may-split }: { $prefix }split or { $prefix }stand? Who says nothing { $exact ->
    [yes] stands
   *[no] splits
} after { $seconds } seconds.
    .page = { all-rolled } { who-may-split }: split or stand? Who does neither { $exact ->
        [yes] stands
       *[no] splits
    } after { $seconds } seconds.
crowd-decided = { $seat } { $split ->
    [yes] splits
   *[no] stands
} ({ $came }){ $again ->
    [0] {""}
   *[other] {" "}and may split again
}.
round-settled = { $named ->
    [0] The round is over. { $winners ->
        [0] Nobody toppled the Giant.
       *[other] Toppled the Giant: { $toppled }, for { $paid } in all.
    } Lost: { $lost }, { $taken } in all.{ $pushed ->
        [0] {""}
       *[other] {" "}Met the snake: { $pushed }.
    }{ $winners ->
        [0] {""}
       *[other] {" "}Best: { $best }.
    }
   *[other] The round is over: { $rolls }.
}
crowd-settled = { round-settled }{ $named ->
    [0] {" "}"{ $prefix }hand" tells you your own roll.
   *[other] {""}
}
    .page = { round-settled }
giant-fared = { $up ->
    [yes] { $giant }, the Giant, has won { $net } in all.
   *[no] { $net ->
        [0] { $giant }, the Giant, is even.
       *[other] { $giant }, the Giant, has lost { $net } in all.
    }
}{ $follows ->
    [0] {""}
   *[other] {" "}The next Giant is { $next }.
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
    .you = Stake suckers against the Giant.
scene-giant-rolls = { $seat } rolls for the Giant now: "{ $prefix }roll".
    .page = { $seat } rolls for the Giant now.
    .you = You are the Giant: roll the Knee.
scene-halfling-rolls = { $seat } rolls now: "{ $prefix }roll".
    .page = { $seat } rolls now.
    .you = Roll your two dice: reach the Knee.
scene-splitting = { $undecided ->
    [one] A roll may be split.
   *[other] { $undecided } rolls may be split.
}
    .you = Split your double, or let it stand.
scene-round-shown = The sides swap with the next stake.
    .you = The sides swap: you stake now.
scene-over = { $how ->
    [won] { $seat } wins the duel by { $amount }.
    [even] The duel ends even.
    [toppled] The Giant has toppled!
    [giant] The Giant has won.
   *[ended] The round is over.
}
scene-knee = The Knee is { $knee }; it pays { $pays }. 11 and 12 are the Maw.
scene-stake = { $seat } has staked { $amount }.
scene-you-may-stake = You may stake 1 to { $most }.
scene-your-roll = You rolled { $dice }; your total is { $total }. Split or stand?
scene-you-staked = You have staked { $amount }.
scene-you-are-giant = You are the Giant of this round.
scene-your-result = You rolled { $came }.
scene-you-were-kicked = The Giant kicked you before you rolled: { $net }.

## What lies on the board, for those who can't see it

board-alt = The table of Halflings & Giants. { $now }
piece-house-giant = the House, the Giant
    .about = The House plays the Giant. Its die is the Knee: who reaches it wins.
piece-giant = { $seat }, the Giant
    .about = The Giant rolls one die, the Knee. Who reaches it topples the Giant.
piece-unrolled = die, not rolled yet
    .about = Not rolled yet.
piece-heap = { $pot } in the pot
    .about = What the Giant can lose in this round.
piece-stake = { $staked } at stake
    .about = Lost if the roll is too low; a higher Knee pays more.
to-reach = { $total ->
    [0] needs { $needs }{ $more ->
        [yes] {" "}to { $most }
       *[no] {""}
    }
   *[other] { $added }, needs { $needs }
}
label-came = { $fate ->
    [toppled] { $total } reaches { $knee }
    [eaten] { $total } is the Maw
    [snake] Snake eyes!
   *[kicked] { $total } is below { $knee }
}
label-kicked = kicked before the roll
label-needs = { to-reach }
    .about = The Knee is the least that topples the Giant; from 11 on the Giant eats whoever rolled it.
piece-needs = { $seat }: { to-reach }
    .about = The Knee is the least that topples the Giant; from 11 on the Giant eats whoever rolled it.
piece-more = { $count } more pairs
piece-place = { $seat }: { $state ->
    [idle] nothing at stake
    [stakes] to stake
    [staked] { $staked } at stake
    [rolls] { $staked } at stake, to roll
    [splits] { $staked } at stake, to split or stand
   *[settled] { $total ->
        [0] {""}
       *[other] { $total } in all,{" "}
    }{ $won ->
        [yes] won { $net }
       *[no] { $net ->
            [0] stake back
           *[other] lost { $net }
        }
    }
}

## Letters on it

piece-house = The House
piece-knee = { $kick ->
    [yes] A Kick!
   *[no] The Knee is { $knee }
}
    .about = The total to reach with two dice. 11 and 12 are the Maw: they lose.
piece-pays = { $wins ->
    [0] pays { $pays }
   *[other] pays { $pays }: +{ $wins }
}
    .about = What a won stake brings.
piece-pays-for = { $knees } pays { $pays }
    .about = What a won stake brings if the Knee is such.
piece-stakes-of-duel = Stake { $number } of 2
    .about = In a duel each is the Giant once.
piece-leads = { $amount } ahead: { $seat }
    .about = Who has won more in this duel so far.
piece-crowd = { $staked } of { $seats } at stake
piece-toppled = { $count } toppled
piece-lost = { $count } lost
piece-pushed = { $count ->
    [one] 1 snake
   *[other] { $count } snakes
}
piece-undecided = { $count } to split

## Why not

giant-stakes-nothing = You are the Giant of that round: you cover what the others may win, and stake nothing yourself.
staked-already = You have staked { $amount } in this round already; it takes one stake from each.
nothing-to-stake = You have no suckers left to stake.
giant-covers = At most { $high }: the highest Knee pays { $pays }, and { $giant }, the Giant, has { $has } to cover it.
giant-shares = At most { $high }: the highest Knee pays { $pays }, and { $giant }, the Giant, began with { $has } to cover { $others } others, an even share for each.
you-watch = You staked nothing in this round: you watch it.
settled-already = Your roll is settled: { $total } against the Knee of { $knee }.

## Chances

odds-staking = Before the Giant rolls, with the best play: win { $win } %, lose { $lose } %, push { $push } %; worth { $ev } % of the stake on average.
odds-rolling = With your next roll and the best play: win { $win } %, lose { $lose } %, push { $push } %; worth { $ev } % of the stake on average.
odds-split = Split: win { $win } %, lose { $lose } %, push { $push } %; worth { $ev } % of the stake on average.
odds-stand = Stand: win { $win } %, lose { $lose } %, push { $push } %; worth { $ev } % of the stake on average.

## Buttons and forms

move-stake = Stake
help-stake = Stake suckers on the Halflings; "auto" behind it rolls for you.
    .page = Stake suckers on the Halflings.
move-roll = Roll
help-roll = Roll your dice.
move-split = Split
help-split = Keep one die of the double and roll two more.
move-stand = Stand
help-stand = Take the roll as it lies.
lacks-amount = how many suckers
field-amount = Amount
field-auto = Roll for me

## Options, in words (`!rules`, `!help pay`)

option-mode-house = each stakes alone, and the House is the Giant
option-mode-duel = two players, each the Giant once, who covers what the Halfling may win
option-mode-crowd = everybody stakes, the Giant rolls once, and each has dice of their own
option-pay-rulebook = a Knee of 2 or 3 pays 1:1, 4 to 6 2:1, 7 to 9 3:1, 10 5:1
option-pay-banker = a Knee up to 6 pays 1:2, 7 to 9 3:2, 10 5:1; the House pays so at every table for purses
option-pay-even = every Knee pays 1:1
option-pay-early = a Knee of 2 or 3 pays 1:1, 4 and 5 2:1, 6 and 7 3:1, 8 and 9 4:1, 10 5:1
option-split-doubles = a double that falls short may be split
option-split-exact = the original card: a total that is exactly the Knee may be split, for a second stake
option-split-off = nothing may be split
option-max_splits = at most { $value } splits of one stake
option-max_splits-none = as many splits as there are doubles
option-sixes-eaten = a double in the Maw is eaten
option-sixes-split = a double in the Maw may be split, too
option-snake_in_split-push = two 1s after a split are a snake: nobody wins
option-snake_in_split-plain = two 1s after a split just count 2
option-push-restart = after a snake the same stake plays again
option-push-refund = after a snake the stake comes back
option-snake_beats_kick-on = after a Kick you roll once, and a snake saves you
option-snake_beats_kick-off = a Kick loses at once
option-giant-house = the House is the Giant of a crowd
option-giant-player = a player is the Giant of a crowd, each in turn, and covers the others
option-next-auto = a crowd's rounds follow one another while somebody stakes
option-next-host = the host begins each round of a crowd
option-stack = each seat begins with { $value }
option-max_bet = the largest stake is { $value }
option-cooldown = { $value } seconds between two stakes of one person
option-stake_seconds = { $value } seconds to stake
option-crowd_seconds = { $value } seconds to sit down in a crowd
option-roll_seconds = { $value } seconds to roll
option-split_seconds = { $value } seconds to split or stand

## In the chooser: names of presets and options

preset-house = Alone against the House
preset-duel = A duel for two
preset-crowd = For a crowd
named-pay = What a Knee pays
named-split = What may be split
named-sixes = Doubles in the Maw
named-snake_in_split = Two 1s after a split
named-max_splits = Most splits of one stake
named-push = After a snake
named-snake_beats_kick = A snake against a Kick
named-giant = The Giant of a crowd
named-next = A crowd's next round
named-stack = Suckers to begin with
named-max_bet = Largest stake
named-cooldown = Wait between two stakes
named-stake_seconds = To stake
named-crowd_seconds = To sit down in a crowd
named-roll_seconds = To roll
named-split_seconds = To split or stand

## The rules in pictures: what each says, and what its picture shows

picture-cover = A giant looks down on a halfling, whose two dice fly at the Giant's ten-sided die.
lesson-goal = You roll two dice, the Giant rolls one with ten sides. Reach the Giant's number, and you win.
picture-goal = A halfling with dice of 5 and 4 against a giant whose ten-sided die shows 7.
picture-against = vs
lesson-stake = First put suckers on the table: your stake, as much as you dare to lose.
picture-stake = A halfling puts 50 on the table.
lesson-knee = Then the Giant rolls: that number is the Knee. But a 1 is a Kick, and you lose at once.
picture-knee = The Giant's 7 sets a Knee of 7; the Giant's 1 kicks.
lesson-topple = Roll your dice. The Knee or more wins, less loses.
picture-topple = The Knee is 7. 5 and 4 make 9 and win; 2 and 3 make 5 and are kicked.
lesson-maw = 11 and 12 fall into the Maw: you are eaten, whatever the Knee.
picture-maw = 6 and 5, and 6 and 6, fall into an open mouth.
lesson-snake = Two 1s are a snake. The Giant runs, nobody wins, and the same stake plays again.
picture-snake = Two 1s become a snake, and the Giant runs away.
lesson-split = A double that falls short may be split: keep one die, roll two more, and add all three.
picture-split = 3 and 3 make only 6. One 3 is kept, 2 and 4 are rolled: that makes 9 and wins.
lesson-pays = Won? A higher Knee pays more, up to five times your stake. Then you may stake again.
picture-pays = A Knee of 2 or 3 pays 1 for 1, 4 to 6 pays 2, 7 to 9 pays 3, and 10 pays 5.

## Feats

feat-ten-foot = Ten Feet Down
feat-ten-foot-how = Topple the tallest Giant there is: a Knee of 10.
feat-to-the-inch = To the Inch
feat-to-the-inch-how = Topple a Giant by exactly its Knee.
feat-snake = Snake Eyes
feat-snake-how = Roll double 1s.
feat-two-snakes = A Nest of Snakes
feat-two-snakes-how = Roll double 1s twice in one game.
feat-half-and-whole = Half and Whole
feat-half-and-whole-how = Split a double, and topple the Giant with what comes.
feat-split-twice = Twice in Two
feat-split-twice-how = Split twice in one game.
feat-split-exactly = Both Ways
feat-split-exactly-how = Split dice that already were the Knee.
feat-by-a-hair = By a Hair
feat-by-a-hair-how = Fall short of the Knee by one.
feat-kick-from-nowhere = A Kick From Nowhere
feat-kick-from-nowhere-how = Be kicked by a Giant that rolled a 1.
feat-into-the-maw = Into the Maw
feat-into-the-maw-how = Roll so much that the Giant eats you.
feat-twelve-down = A Mouthful
feat-twelve-down-how = Be eaten with 12 or more.
feat-well-fed = A Giant's Feast
feat-well-fed-how = Win as the Giant against a whole crowd.
feat-first-of-all = First of All
feat-first-of-all-how = Win most of a crowd.
