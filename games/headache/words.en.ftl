# Headache in English. A message for every event (by its name), for every line of the scene, and for odds.

game-title = Headache
game-about = Hide a die under a cup, watch the cups move, bid for the one you remember, and roll it for the pot.

## Parts of sentences

cup-of = { $of ->
    [0] the cup
    [1] { $seat }'s cup
   *[other] { $seat }'s cup { $index }
}
cup-typed = { $of ->
    [0] pete1
    [1] { $seat }
   *[other] { $seat }{ $index }
}
next-in-row = { $more ->
    [yes] { $seat } { $rest }
   *[no] { $seat }
}
topic = { $question ->
    [rounds] Swapping
    [auction] Type of auction
    [failed] Failed bids pay
    [reveal] Bought dice
   *[method] Method of play
}
face = { $seat } { $face }
offer = { $seat } { $amount }
drew = { $seat } { $dice }
shown = { $seat } { $amount }
    .about = A vote that was opened: so many suckers, for this option.
votes-for = { $sum } for { $option } ({ $ballots })
holding = { $seat }: { $dice } (spent { $spent })
score = { $count ->
    [one] { $seat } { $score } on the { $dice }
   *[other] { $seat } { $score } ({ $faces } on { $dice })
}
share = { $seat } { $amount }
rounds-of-swapping = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
value-none = no option
    .about = Your vote counts for no option; what you put in stays in the pot.
value-blind = blind
    .about = Each bids once, in secret; the highest bid takes the cup.
value-standard = standard
    .about = Bids are open and go higher and higher.
value-second_price = second price
    .about = Each bids once, in secret; the highest takes the cup and pays the second highest bid.
value-dutch = Dutch
    .about = The price falls until somebody takes the cup.
value-nothing = nothing
    .about = Who does not get the cup pays nothing.
value-half = half
    .about = Who does not get the cup pays half of their bid all the same.
value-full = full
    .about = Who does not get the cup pays their whole bid all the same.
value-all = reveal all
    .about = All see the die of each cup as soon as it is sold.
value-looks = player looks
    .about = Only the buyer sees the die of a cup that was sold.
value-hidden = stay hidden
    .about = Nobody sees what they bought before all cups are sold.
value-one = one die only
    .about = Each plays with one of the dice they bought.
value-lives = multiple lives
    .about = Each die plays by itself: one is lost at a time.
value-highest = select highest
    .about = Each rolls all their dice, and the highest counts.
value-add = add together
    .about = Each rolls all their dice, and their sum counts.

## Phase 1: paying entrance fee

entrance-paid = { $players } pay { $fee } each: the pot is { $pot }.
sat-out = { $seats } can't pay the { $fee } and { $count ->
    [one] sits
   *[other] sit
} out.
too-few = Fewer than { $least } can pay the entrance fee, so there is no game.

## Phase 2: rolling for first pick

first-rolled = First rolls: { $rolls }.
roll-called = { $seats }: roll.
hand-rolled = { $seat } rolls { $face }.
reroll-called = { $seats }: pay 1 to reroll, or stay? { $seconds } seconds.
    .short = { $seats }: reroll for 1, or stay? { $seconds } s.
rerolled = { $better ->
    [yes] { $seat } pays 1 and rolls { $face }.
   *[no] { $seat } pays 1 and rolls { $face }; { $best } still counts.
}
rolled-off = Tied for { $office ->
    [prime] prime
   *[chairman] chairman
}, they roll again: { $rolls }.
appointed = { $prime } is the prime and { $chairman } the chairman; the pot is { $pot }.

## Phase 3: drawing dice

bag-seen = In the bag: { $dice }.
die-drawn = You draw the { $die } and put it under { $of ->
    [1] your cup
   *[other] your cup { $cup }
}.{ $seconds ->
    [0] {""}
   *[other] {" "}Remember it: this goes in { $seconds } seconds.
}
dice-drawn = { $each ->
    [0] Dice are drawn and stand under the cups: { $drawers }.
    [one] { $seats } draw a die each and put it under their cup.
   *[other] { $seats } draw { $each } dice each and put them under their cups.
}{ $without ->
    [0] {""}
   *[other] {" "}Without a die: { $idle }.
}
draw-called = { $seat }: draw a die.

## Phases 4, 6 and 8: votes

vote-on = { $some ->
    [0] Vote
    [one] { $voters } votes
   *[other] { $voters } vote
} on { $question ->
    [rounds] how many rounds the cups are swapped: 1 to { $most }
    [auction] how the cups are auctioned: { $options }
    [failed] what failed bids pay: { $options }
    [reveal] when bought dice are seen: { $options }
   *[method] how the dice are played: { $options }
}.
vote-called = { vote-on } { $form ->
    [declare] Suckers first, in private ("vote 3"), within { $seconds } seconds; what they are for is said when they are shown.
   *[sealed] In private{ $question ->
        [rounds] {" "}("vote 3 1": three suckers for one round)
        [failed] {""}
        [reveal] {""}
       *[other] {" "}("vote 3 1": three suckers for the first option)
    }, within { $seconds } seconds.
}
    .short = { vote-on } { $form ->
        [declare] Suckers first, in private; { $seconds } seconds.
       *[sealed] In private; { $seconds } seconds.
    }
    .page = { vote-on } { $form ->
        [declare] Suckers first, in private, within { $seconds } seconds; what they are for is said when they are shown.
       *[sealed] In private, within { $seconds } seconds.
    }
order-called = All fists are out. { $chairman }: in which order do they show?{ $count ->
    [0] {""}
   *[other] {" "}Such as "order { $order }".
}
    .page = All fists are out. { $chairman }: in which order do they show?
or-for-nothing = { $seconds ->
    [0] {""}
   *[other] {" "}After { $seconds } seconds without a word a fist goes to the pot all the same, for no option.
}
ordered = They show in this order: { $seats }. { $first }, say what yours are for ("for 1").{ or-for-nothing }
    .page = They show in this order: { $seats }. { $first }, what are yours for?{ or-for-nothing }
declared = { $amount ->
    [0] { $seat } shows an empty fist, for { $option }.
   *[other] { $seat } shows { $amount }, for { $option }.
}{ $more ->
    [yes] {" "}Next: { $next }{ $seconds ->
        [0] .
       *[other] , for what? After { $seconds } seconds without a word: for no option.
    }
   *[no] {""}
}
    .short = { $seat }: { $amount } for { $option }.{ $more ->
        [yes] {" "}Next: { $next }{ $seconds ->
            [0] .
           *[other] , for what? { $seconds } seconds.
        }
       *[no] {""}
    }
name-it-now = Say now what yours are for ("for 1"), or your fist goes to the pot for no option.
    .page = What are yours for? Choose now, or your fist goes to the pot for no option.
vote-closed = { topic }: { $shown ->
    [0] { $decided ->
        [yes] { $won }.
       *[no] a tie.
    }
   *[other] { $ballots }. { $decided ->
        [yes] Decided: { $won }.
       *[no] That is a tie.
    }
} The pot is { $pot }.
cast-called = { $chairman } has the casting vote ("cast" and the option): { $options }?
    .page = { $chairman } has the casting vote: { $options }?
casting-vote = { topic }: { $said ->
    [yes] { $chairman } casts for { $option }.
   *[no] { $chairman } says nothing, so it is { $option }.
}

## Phase 5: swapping the cups

swaps-for = { $rounds ->
    [one] Cups are swapped for one round.
   *[other] Cups are swapped for { $rounds } rounds.
} { $seat } begins
swap-called = { swaps-for }: "swap" and the names of two players ({ $seat }2: the second cup of { $seat }), or "pass".
    .page = { swaps-for }.
swapped = { $seat } swaps { $first } and { $second }.{ $more ->
    [yes] {" "}Next: { $next }.
   *[no] {""}
}
    .short = { $seat }: { $first } and { $second }.{ $more ->
        [yes] {" "}Next: { $next }.
       *[no] {""}
    }
not-swapped = { $seat } leaves the cups as they are.{ $more ->
    [yes] {" "}Next: { $next }.
   *[no] {""}
}
    .short = { $seat }: no swap.{ $more ->
        [yes] {" "}Next: { $next }.
       *[no] {""}
    }
swap-turn = { $seat } is next to swap.
swaps-over = The cups stand still.

## Phase 7: the auction

lots-called = { $chairman }: which cup is sold next?{ $again ->
    [yes] {""}
   *[no] {" "}Say "lot { $cup }" or another.
}
    .page = { $chairman }: which cup is sold next?
lot-called = { $kind ->
    [dutch] On sale: { $cup }, from { $price } down.{ $again ->
        [yes] {""}
       *[no] {" "}The first "bid" takes it.
    }
    [standard] On sale: { $cup }.{ $again ->
        [yes] {" "}Bid, or "drop".
       *[no] {" "}Say "bid 5" or more, or "drop"; { $seconds } seconds without a bid and the count begins.
    }
    [second_price] On sale: { $cup }.{ $again ->
        [yes] {" "}Bid in private, { $seconds } seconds.
       *[no] {" "}Say "bid 5" or so in private within { $seconds } seconds; the highest pays the second highest bid.
    }
   *[blind] On sale: { $cup }.{ $again ->
        [yes] {" "}Bid in private, { $seconds } seconds.
       *[no] {" "}Say "bid 5" or so in private within { $seconds } seconds.
    }
}
    .short = { $again ->
        [yes] { $kind ->
            [dutch] { $cup }, from { $price } down.
            [standard] On sale: { $cup }. Bid or "drop".
           *[blind] On sale: { $cup }. In private, { $seconds } seconds.
        }
       *[no] { $kind ->
            [dutch] On sale: { $cup }, from { $price } down. First "bid".
            [standard] On sale: { $cup }. "bid 5" or "drop"; { $seconds } seconds.
            [second_price] On sale: { $cup }. "bid 5" in private, { $seconds } seconds; pays the second bid.
           *[blind] On sale: { $cup }. "bid 5" in private, { $seconds } seconds.
        }
    }
    .page = { $kind ->
        [dutch] On sale: { $cup }, from { $price } down. The first bid takes it.
        [standard] On sale: { $cup }. Bid, or drop; { $seconds } seconds without a bid and the count begins.
        [second_price] On sale: { $cup }. Bid in private within { $seconds } seconds; the highest pays the second highest bid.
       *[blind] On sale: { $cup }. Bid in private within { $seconds } seconds.
    }
bids-shown = Bids for { $cup }: { $bids }.
tie-rolled = Tied for { $cup }, they roll: { $rolls }.
rebid-called = { $seats } bid { $amount } each: once more, in private.
award-called = { $seats } bid the same. { $chairman }: who gets it? Say "award { $first }" or another.
    .page = { $seats } bid the same. { $chairman }: who gets it?
awarded = { $said ->
    [yes] { $named ->
        [0] It goes to { $seat }.
       *[other] { $chairman } gives { $cup } to { $seat }.
    }
   *[no] { $named ->
        [0] The chairman says nothing: it goes to { $seat }.
       *[other] { $chairman } says nothing: { $cup } goes to { $seat }.
    }
}
raised = { $seat } bids { $amount }.
dropped-out = { $seat } drops out.
going = { $amount ->
    [0] { $cup }: nobody bids, { going-times }
   *[other] { $named ->
        [0] { $amount } is bid: { going-times }
       *[other] { $cup }: { $leader } bids { $amount }, { going-times }
    }
}
going-times = { $times ->
    [one] going once…
   *[other] going twice…
}
price-called = { $cup }: { $price } now.
price-passed = { $cup }: { $price } now.
lot-sold = { $seat } buys { $cup } for { $price }.{ $losers ->
    [0] {""}
   *[other] {" "}Failed bids cost { $failed }.
} The pot is { $pot }.
    .short = { $seat }: { $cup } for { $price }.{ $losers ->
        [0] {""}
       *[other] {" "}Failed bids: { $failed }.
    } Pot: { $pot }.
lot-unsold = Nobody wants { $cup }: it is discarded.
    .short = { $cup }: discarded.
cup-opened = Under { $cup } is the { $die }.
    .short = { $cup }: the { $die }.
cup-looked-into = You look under { $cup }: it is the { $die }.
cups-lifted = { $owners ->
    [0] The cups are lifted, and nobody owns a die.
   *[other] The cups are lifted. { $holdings }.
}{ $out ->
    [0] {""}
   *[other] {" "}Discarded: { $discarded }.
}

## Alliances, and the dice to play with

alliance-called = { $seats }: play as one with somebody, who may have no dice ("ally", a name, and their percent of the pot), or "pass"? { $seconds } seconds.
    .page = { $seats }: play as one with somebody, who may have no dice, and share the pot? { $seconds } seconds.
proposed = { $seat } offers { $other } an alliance and { $share } % of the pot.
allied = { $seats } play as one now, and would share the pot so, in percent: { $shares }.
keep-called = { $seats }: with which die do you play? ("keep" and the die.)
    .page = { $seats }: with which die do you play?
kept = { $seat } keeps the { $die }.

## Phase 9: playing for the pot

contest-rolled = { $again ->
    [yes] Again:{" "}
   *[no] Round { $round }:{" "}
}{ $rolls }.
tied-lowest = { $count ->
    [one] { $seats } rolls the tied dice again.
   *[other] { $seats } are tied for lowest and roll again.
}
    .short = Tied, again: { $seats }.
eliminated = { $seat } is out.
die-lost = { $left ->
    [0] { $seat } loses the { $die }, the last one.
    [one] { $seat } loses the { $die } and has one die left.
   *[other] { $seat } loses the { $die } and has { $left } dice left.
}
    .short = { $left ->
        [0] { $seat } loses the { $die }, the last.
       *[other] { $seat } loses the { $die }, has { $left }.
    }
pot-won = { $winners ->
    [one] { $seats } wins the pot of { $pot }!
   *[other] { $seats } win the pot of { $pot }: { $shares }.
}
pot-carried = Nobody bought a die: the pot of { $pot } stands in the next game.
pot-shared = Nobody has won the pot of { $pot }, and no other game follows: those who sit here share it, { $shares }.
match-over = The match is over. { $richest } ended with the most: { $stack }.

## Who leaves

chairman-is = { $seat } is the chairman now.
dice-lost = { $dice ->
    [one] { $seat }'s die is out of the game.
   *[other] { $seat }'s { $dice } dice are out of the game.
}

## What stands on the table

scene-rolls = Rolled: { $rolls }.
scene-offices = { $prime } is the prime, { $chairman } the chairman. Order: { $order }.
scene-decided = Decided: { $rules }.
scene-rounds = { $option } of swapping
    .about = Voted: so often everybody in turn swaps two cups.
scene-auction = auction { $option }
    .about = Voted: how cups are sold. Blind: one secret bid. Standard: open bids, higher and higher. Dutch: the price falls.
scene-failed = failed bids pay { $option }
    .about = Voted: what those who don't get the cup pay of their bids.
scene-reveal = dice: { $option }
    .about = Voted: when the die of a sold cup is seen: by all at once, by its buyer alone, or at the end.
scene-method = { $option }
    .about = Voted: how many of the bought dice count, and how.
scene-first-rolls = Rolling for first pick.
    .you = Roll for first pick: the highest goes first.
scene-rerolls = Rolling for first pick: who wants to pays 1 and rolls again.
    .you = Pay 1 to roll again, for good: the better roll counts. Or stay.
scene-prime-rolls = Tied for prime: a roll of { $awaited } is awaited.
    .you = You are tied for prime: roll again.
scene-prime-rerolls = Tied for prime: who wants to pays 1 and rolls again.
    .you = You are tied for prime: pay 1 to roll again, for good, or stay.
scene-chairman-rolls = Tied for chairman: a roll of { $awaited } is awaited.
    .you = You are tied for chairman: roll again.
scene-drawing = Dice are drawn out of the bag.
    .you = Draw a die out of the bag: only you see it.
scene-voting = A vote is on, in private.
    .you = Vote in secret, with suckers.
scene-fists-out = Everybody takes suckers into a fist, in private.
    .you = Take suckers into your fist, in secret.
scene-ordering = The chairman says in which order the fists are shown.
    .you = Chairman: in which order do they show?
scene-declaring = One after the other shows a fist and says what it is for.
    .you = Open your fist: say what it is for.
scene-casting = The chairman has the casting vote.
    .you = Chairman: decide the tie.
scene-swapping = The cups are swapped: round { $round } of { $rounds }.
    .you = Swap two cups, or pass: round { $round } of { $rounds }.
scene-swap-shown = Two cups have just been swapped.
scene-choosing-lot = The chairman chooses which cup is sold next.
    .you = Chairman: choose the cup to sell next.
scene-lot-shown = The next cup comes on sale: bidding begins in a moment.
scene-blind-bids = A cup is on sale: bids are in private.
    .you = Bid in secret: 0 is no bid.
scene-awarding = The highest bids are the same: the chairman decides.
    .you = Chairman: whose cup is it? They tie.
scene-open-bids = { $amount ->
    [0] A cup is on sale: nobody has bid.
   *[other] { $leader } leads with { $amount }.
}
    .you = Bid more for this cup, or drop out.
scene-price-falls = A cup is on sale, and its price falls.
    .you = The first to bid takes the cup.
scene-allying = Whoever owns dice may ally with anybody before the first roll.
    .you = Ally with somebody, or pass.
scene-keeping = Who owns more than one die chooses the one to play with.
    .you = Choose the one die to play with.
scene-contest = Playing for the pot.
    .you = Roll for the pot: the lowest is out.
scene-round-shown = Round { $round }: the lowest is out.
scene-over = The game is over.
scene-question = { $question ->
    [rounds] How many rounds of swapping?
    [auction] How are the cups auctioned?
    [failed] What do failed bids pay?
    [reveal] When are bought dice seen?
   *[method] How are the dice played?
} { $options }. Voted: { $voted }.
scene-option = { $question ->
    [rounds] { $option }
   *[other] { $number } { $option }
}
    .page = { $option }
scene-tied = { $question ->
    [rounds] Rounds of swapping
    [auction] Type of auction
    [failed] What failed bids pay
    [reveal] When bought dice are seen
   *[method] Method of play
}: tied are { $options }.
scene-bidding = On sale: { $cup } ({ $kind }).{ $price ->
    [0] {""}
   *[other] {" "}The price is { $price }.
}{ $sent ->
    [0] {""}
   *[other] {" "}Bids in: { $sent }.
}
scene-sale = { $seat } bought { $cup } for { $price }. Bids: { $bids }.{ $losers ->
    [0] {""}
   *[other] {" "}Failed bids cost { $failed }.
}
scene-cups = Still to be sold: { $cups }.
scene-bought = { $seat } has { $cups } (spent { $spent }).
scene-cup-known = { $cup } with the { $die }
scene-side = { $allies ->
    [one] { $holding }
   *[other] { $seats } together, { $holding }
}
scene-contest-round = Round { $round }; still in: { $seats }.
value-spot = { cup-of }

## What lies on the board

board-alt = In the pot: { $pot }. { $now }
board-now = { $phase ->
    [first-rolls] Rolling for first pick
    [rerolls] Pay 1 to roll again, or stay?
    [prime-rolls] Tied for prime: roll again
    [prime-rerolls] Tied for prime: pay 1 to roll, or stay?
    [chairman-rolls] Tied for chairman: roll again
    [drawing] Drawing dice
    [swapping] Swapping cups, round { $round } of { $rounds }
    [swap-shown] Swapping cups, round { $round } of { $rounds }
    [choosing-lot] Which cup is sold next?
    [lot-shown] The next cup comes on sale
    [blind-bids] A cup is on sale
    [awarding] A tie: who gets the cup?
    [open-bids] A cup is on sale
    [price-falls] A cup is on sale
    [allying] Who plays as one?
    [keeping] Which die do you keep?
    [contest] Round { $round }: the lowest is out
    [round-shown] { $fate ->
        [out] Round { $round }: { $out } is out
        [lost] Round { $round }: { $out } loses the { $die }
        [again] Round { $round }: tied for lowest, again
       *[none] Round { $round } goes on
    }
    [over] { $many ->
        [0] The game is over
        [one] { $winners } wins
       *[other] { $winners } win
    }
   *[vote] { $question ->
        [rounds] How many rounds of swapping?
        [auction] How are the cups auctioned?
        [failed] What do failed bids pay?
        [reveal] When are bought dice seen?
       *[method] How are the dice played?
    }
}
board-bidding = { $tied ->
    [yes] The chairman decides
   *[no] { $leads ->
        [yes] { $leader } leads{ $going ->
            [0] {""}
            [one] , going once…
           *[other] , going twice…
        }
       *[no] { $kind ->
            [dutch] The first bid takes it
            [standard] Bid, or drop out{ $going ->
                [0] {""}
                [one] : going once…
               *[other] : going twice…
            }
            [second_price] In private; the second bid is paid
           *[blind] Bids are in private
        }
    }
}
piece-place = { $seat }, { $stack } { $stack ->
    [one] sucker
   *[other] suckers
}{ $tied ->
    [yes] , tied
   *[no] {""}
}{ $turn ->
    [yes] , to play
   *[no] {""}
}{ $plays ->
    [yes] {""}
   *[no] , out of the game
}
piece-prime = { $seat } is the prime
    .about = The prime rolled highest, and goes first in everything.
piece-chairman = { $seat } is the chairman
    .about = The chairman rolled lowest: decides ties, and which cup is sold next.
piece-crown = { $seat } has won
piece-cup = { cup-of }{ $fate ->
    [lot] , on sale
    [sold] , bought by { $owner }
    [discarded] , discarded
   *[stands] {""}
}{ $die ->
    [none] {""}
   *[other] , the { $die } under it
}
    .about = A hidden die: d4 to d20, more sides are better. Cups keep their places; what is under them is swapped.
piece-headache-die = { $seat }'s { $die }{ $face ->
    [0] {""}
   *[other] , showing { $face }
}{ $state ->
    [out] , out
    [rerolls] : roll it again for 1
   *[plays] {""}
}
    .about = It rolls from 1 to the number of its sides.
piece-bag = The bag of dice
    .about = Six dice: d4, d6, d8, d10, d12, d20. Who draws one hides it under a cup.
piece-in-the-bag = { $die } in the bag
    .about = You may take this one.
piece-option = { $option }{ $own ->
    [yes] , your vote
   *[no] {""}
}{ $tied ->
    [yes] , tied
   *[no] {""}
}
    .about = An option of the vote: the one with most suckers wins.
piece-votes = { $amount } for { $option }
    .about = So many suckers were shown for it.
piece-fist = { $seat }'s closed fist
    .about = A sealed vote: shown when all have voted.
piece-bid = { $seat } bids { $amount }
    .about = What this player bids for the cup on sale.
piece-sold-bid = { $seat } bid { $amount }{ $buys ->
    [yes] , bought the cup,
   *[no] {""}
} and paid { $paid }
    .about = The bids for the last cup, as they were opened; the gavel is with whoever bought it.
piece-offer = { $offers } offers { $seat } an alliance and { $share } % of the pot
    .about = Alliance: two play as one, and share the pot as offered.
piece-price = { $falls ->
    [yes] The price is { $amount }
   *[no] The highest bid is { $amount }
}
    .about = What the cup costs now.
label-cup = { $fate ->
    [discarded] out
    [sold] { $of ->
        [one] { $seat }
       *[other] { $index } { $seat }
    }
   *[stands] { $index }
}
label-vote = { $amount } { $option ->
    [second_price] · second
   *[other] · { $option }
}
label-rule = { $question ->
    [failed] losers pay { $word ->
        [nothing] 0
        [half] ½
       *[full] all
    }
    [rounds] swaps: { $word }
   *[other] { $option }
}
label-lot = { $of ->
    [one] { $seat }'s cup
   *[other] Cup { $index } of { $seat }
}
label-for-sale = Still to be sold: { $count }
    .about = So many cups nobody owns yet.
label-sold = Sold for { $price } to { $seat }
    .about = So the last cup was sold; what each bid and paid stands at their place.
label-sold-bid = { $narrow ->
    [yes] { $amount } · −{ $paid }
   *[no] { $amount }, pays { $paid }
}
label-soon = Bidding begins in a moment
label-offer = { $share } % { $seat }
label-with = with { $seats }
    .about = They play as one, and share the pot.
label-spent = paid { $amount }
    .about = Paid for cups so far.
label-first-pick = { $known ->
    [no] The highest goes first, the lowest is chairman
   *[yes] { $highest } would go first, { $lowest } be chairman
}
    .about = The prime, who goes first in everything, rolls highest; the chairman, who decides ties, lowest.
label-stakes = { $left ->
    [one] The last one in takes the { $pot }
   *[other] { $left } still in{ $method ->
        [one] , one die each
        [lives] , each die is a life
        [highest] , the highest die counts
        [add] , dice are added
       *[none] {""}
    }: the last takes all
}
    .about = The contest: all who are in roll, the lowest goes, until one is left, who wins the pot.
label-last-roll = { $fell ->
    [yes] { $won } against { $lost }: { $out } is out
   *[no] The pot is won
}
label-fate = { $score ->
    [0] {""}
   *[other] { $score } ·{" "}
}{ $fate ->
    [out] out
    [lost] loses a die
    [again] rolls again
    [gone] out
    [none] has no die
   *[in] still in
}
label-out = out
label-fist = { $bids ->
    [yes] has bid
   *[no] voted
}

## What concerns the viewer

scene-your-vote = In your fist: { $amount }, for { $option }.
scene-your-fist = In your fist: { $amount }.
scene-your-bid = You bid { $amount }.
scene-offered = { $seat } offers you an alliance and { $share } % of the pot.
scene-bag = In the bag: { $dice }.
scene-drawn = You drew the { $die } and put it under { $cup }.{ $peeked ->
    [yes] {" "}In the bag: { $bag }.
   *[no] {""}
}
scene-remember = You saw what you drew: remember it. With memory=on it is not told again before the cups are lifted.
    .page = You saw what you drew: remember it. It is not told again before the cups are lifted.
scene-swaps = Swapped since, in this order: { $swaps }.
scene-swap = { $first } with { $second }
scene-yours = You bought { $cup }: the { $die }.

## What was wrong

swap-two-cups = A swap takes two different cups that stand on the table: each is named by the player it stands before, with its number from the left where there are several.
    .page = A swap takes two different cups that stand on the table.
bid-too-low = { $seat } has bid { $amount } already: bid at least { $low }, or drop.
bid-already = You have bid for this cup already.
bid-alone = The price falls by itself: "bid" alone takes the cup at what is called.
    .page = The price falls by itself: a bid takes the cup at what is called.
roll-stands = { $highest ->
    [yes] You rolled a { $face }, and nobody rolls higher: it stands.
   *[no] To roll again costs 1, and you have nothing left: your { $face } stands.
}
you-dropped = You have dropped out for this cup.
cannot-raise = You have { $stack }, and it stands at { $amount } already.
you-lead = Yours is the highest bid.
bid-stands = Yours is the highest bid, and it stands: whoever is outbid may drop.
nobody-drops = Nobody drops out here: the price falls by itself, and whoever does not want the cup says nothing.
need-not-drop = You have { $stack }, and it stands at { $amount }: you can't bid higher, and need not drop. Nothing is asked of you for this cup.
not-yet-open = This cup has only just come on sale. A moment, please: then bid.
still-shown = The last swap is still being shown. A moment, please.
voted-already = You have voted already.
rounds-are-whole = Cups are swapped for a whole number of rounds, from 1 to { $most }.
no-vote-on-this = On how the dice are played those vote who own one; of allies the one who leads them.
one-vote-for-allies = Allies vote as one: { $leader } votes for you.
name-one = Say one of these: { $options }.
    .page = Choose one of these: { $options }.
fist-is-full = Your fist is not empty: say what your suckers are for, { $options }.
vote-for-something = Say what your suckers are for: { $options }. Only 0 may be for no option.
vote-amount-alone = The suckers alone now, such as "vote 3". What they are for you say when you show them.
    .page = The suckers alone now. What they are for you say when you show them.
an-option-or-an-amount = "{ $word }" is the name of an option here: say a number of suckers, such as "vote 3", or "vote all in".
    .page = "{ $word }" is the name of an option here: say a number of suckers, or "all in".

## Buttons and forms

move-roll = Roll
help-roll = Roll your dice.
move-reroll = Pay 1, roll again
help-reroll = Pay 1 sucker into the pot to roll the d20 again; it can't be taken back. The better roll counts.
move-stay = Stay
help-stay = Stay with your roll.
move-draw = Draw
help-draw = Take this die out of the bag and put it under a cup before you.
move-vote = Vote
help-vote = Vote so many suckers for an option, by its name or number; at a table that declares, the suckers alone.
    .page = Vote so many suckers for an option; at a table that declares, the suckers alone.
move-order = Set the order
help-order = As chairman, say in which order the votes are shown.
move-for = Show
help-for = Say what your suckers are for.
move-abstain = For no option
help-abstain = Show an empty fist, for no option ("for none").
    .page = Show an empty fist, for no option.
move-cast = Casting vote
help-cast = As chairman, decide between options with the same number of suckers.
move-swap = Swap
help-swap = Swap two cups, before whomever they stand; cups are numbered from the left.
move-pass = Pass
help-pass = Leave it as it is.
move-lot = Sell next
help-lot = As chairman, say which cup is sold next.
move-bid = Bid
help-bid = Bid so many suckers for the cup on sale; while a price falls, the word alone takes it.
    .page = Bid so many suckers for the cup on sale; while a price falls, a bid takes it.
move-drop = Drop out
help-drop = Bid no more for this cup.
move-award = Award
help-award = As chairman, give the cup to one of those who bid the same.
move-ally = Ally
help-ally = Play as one with somebody; the share, in percent, is the other's part of the pot.
move-keep = Keep
help-keep = Play with this die, and discard your others.
lacks-amount = how many suckers
lacks-option = for what
lacks-die = which die
lacks-seats = in which order
lacks-cups = which cups
lacks-cup = which cup
lacks-seat = who
field-amount = Suckers
field-option = For
field-die = Die
field-seats = Order
field-cups = Cups
field-cup = Cup
field-seat = Who
field-share = Their share in %

## A player's own chances

odds-lot = With { $cup } alone, one die only and each other cup sold to somebody else, you would win { $error ->
    [0] { $chance } %
   *[other] about { $chance } % (give or take { $error })
} of contests.
odds-cups = With { $cups } alone, one die only and each other cup sold to somebody else, you would win { $error ->
    [0] { $chance } %
   *[other] about { $chance } % (give or take { $error })
} of contests.
odds-any-cup = With any one of these cups, one die only and each other cup sold to somebody else, you would win { $error ->
    [0] { $chance } %
   *[other] about { $chance } % (give or take { $error })
} of contests.
odds-bought = With { $cups ->
    [one] the die you bought
   *[other] the best of the { $cups } dice you bought
}, one die only and each cup still for sale sold to somebody else, you would win { $error ->
    [0] { $chance } %
   *[other] about { $chance } % (give or take { $error })
} of contests.
odds-method = With { $method }, you win the pot in { $chance } % of contests.
odds-keep = With the { $die } kept, you win the pot in { $chance } % of contests.
odds-pot = { $members ->
    [1] You win
   *[other] You and your allies win
} the pot from here in { $chance } % of contests.

## Options, in words (`!rules`, `!help vote`)

option-pace-plain = the usual clocks, sealed votes
option-pace-quick = one round of swaps, blind auctions in a fixed order, short clocks
option-pace-full = the rulebook's own form: votes are declared one after the other
option-vote-sealed = suckers and option are voted at once, unseen
option-vote-declare = suckers go into a fist first; what they are for is said in the chairman's order
option-memory-on = what you saw you keep in your head
option-memory-off = you are told again what you saw
option-min_players = { $value } may begin
option-stack = each seat begins with { $value }
option-entry = the entrance fee is { $value }
option-rebuy-on = who can't pay the fee may buy in again
option-rebuy-off = who can't pay the fee is out
option-games = the match ends after { $value } games
option-games-none = the match goes on until the host ends it, or too few can pay
option-rolls-auto = dice roll by themselves
option-rolls-hand = dice wait until their players roll them
option-draw-random = dice are drawn unseen
option-draw-choose = you take the die you like out of the bag
option-bag_peek-on = who draws is told what was in the bag
option-bag_peek-off = nobody sees the bag
option-max_swap_rounds = at most { $value } { $value ->
    [one] round
   *[other] rounds
} of swaps
option-must_swap-on = nobody may pass a swap
option-must_swap-off = one may pass a swap
option-auction_types-standard = every auction is a standard one
option-auction_types = auctions that can be voted for: { $value }
option-lots-chairman = the chairman calls the cups to be sold
option-lots-order = cups are sold from the prime on, left before right
option-blind_tie-roll = blind bids that tie roll for it
option-blind_tie-rebid = blind bids that tie are bid again
option-blind_tie-chairman = of blind bids that tie the chairman awards one
option-alliances-on = players may play as one, and split the pot
option-alliances-off = everybody plays alone
option-alliance_size = at most { $value } play as one
option-method_vote-owners = who owns a die votes on how the dice are played
option-method_vote-all = everybody votes on how the dice are played
option-extra_dice-off = six dice, however many play
option-extra_dice-match_players = a die more for each player over six
option-extra_dice-second_set = the set of dice comes twice
option-reroll_seconds = { $value } seconds to reroll or stay
option-draw_seconds = { $value } seconds to draw
option-vote_seconds = { $value } seconds to vote
option-chair_seconds = { $value } seconds for a word of the chairman
option-swap_seconds = { $value } seconds to swap
option-bid_seconds = { $value } seconds to bid
option-call_seconds = { $value } seconds until "going once"
option-keep_seconds = { $value } seconds to keep a die
option-ally_seconds = { $value } seconds to find allies
option-next_seconds = { $value } seconds between two games

## In the chooser: names of presets and options

preset-plain = Classic
preset-quick = Quick
preset-full = By the book
named-vote = How votes are cast
named-memory = What you have seen
named-min_players = Players, at the least
named-stack = Suckers to begin with
named-entry = Entrance fee
named-rebuy = Buying in again
named-games = Games in a match
named-rolls = Who rolls
named-draw = Drawing a die
named-bag_peek = A look into the bag
named-max_swap_rounds = Most rounds of swaps
named-must_swap = Passing a swap
named-auction_types = Auctions to vote for
named-lots = Which cup is sold next
named-blind_tie = Blind bids that tie
named-method_vote = Who votes how dice count
named-alliances = Playing as one
named-alliance_size = Most who play as one
named-extra_dice = Dice for large tables
named-reroll_seconds = To reroll or stay
named-draw_seconds = To draw
named-vote_seconds = To vote
named-chair_seconds = For a word of the chairman
named-swap_seconds = To swap
named-bid_seconds = To bid
named-call_seconds = Until “going once”
named-keep_seconds = To keep a die
named-ally_seconds = To find allies
named-next_seconds = Between two games

## The rules in pictures: what each says, and what its picture shows

picture-cover = Dice of many kinds jump over a row of cups; beside them the pot and a gavel.
lesson-goal = Six different dice lie hidden under cups. Buy good ones, roll them, and win the pot.
picture-goal = A d4, d6, d8, d10, d12 and d20, each over a cup; the pot and a crown.
lesson-first-pick = All pay 5 into the pot and roll. The highest goes first, the lowest is the chairman, who breaks ties.
picture-first-pick = 18 goes first, 4 is the chairman, and each has put 5 into the pot.
lesson-hide = Draw a die and hide it under a cup. Only you know what it is: remember it!
picture-hide = A d12 out of the bag lies under your own cup; what lies under others' cups you don't know.
lesson-vote = Votes are cast with suckers, in secret. The choice with the most suckers wins; all of them go into the pot.
picture-vote = Fists with 4 for 2, 3 for 1 and 1 for 2: the 2 wins, and the pot has all suckers.
lesson-swap = Round after round everybody may swap any two cups. Do you still know what lies where?
picture-swap = Of four cups the first and the third change places.
lesson-auction = Then the cups are sold one by one. Bid for a die that you want, or bluff.
picture-auction = Bids of 12, 16 and 9 for a cup: the 16 gets it.
lesson-method = A last vote says how your dice count: only one of them, the highest, all added, or a life for each.
picture-method = Of an 8 and a 3: one alone counts 8, the highest is 8, added they are 11.
picture-one = one
picture-highest = highest
picture-add = added
lesson-contest = All who bought dice roll, and the lowest is out, again and again. The last one takes the pot.
picture-contest = 16 and 9 stay in, 2 is out; the last one takes the pot.

## Feats

feat-for-a-song = For a Song
feat-for-a-song-how = Buy a cup for one sucker or nothing.
feat-ransom = A King's Ransom
feat-ransom-how = Pay fifty suckers or more for a cup.
feat-settled-by-dice = Settled by Dice
feat-settled-by-dice-how = Buy a cup that tied bidders rolled for.
feat-three-swaps = Quick Hands
feat-three-swaps-how = Swap cups three times in one game.
feat-last-word = The Last Word
feat-last-word-how = Decide a tied vote as the chairman.
feat-the-d20 = The Big One
feat-the-d20-how = Own the d20.
feat-collector = Collector
feat-collector-how = Own three dice or more.
feat-top-of-the-die = Top of the Die
feat-top-of-the-die-how = Roll the highest number of a die in the contest.
feat-headache = Headache
feat-headache-how = Roll nothing but 1s in the contest.
feat-escape = Escape
feat-escape-how = Win the pot after being tied for the lowest roll.
feat-chair-wins = From the Chair
feat-chair-wins-how = Win the pot as the chairman.
feat-little-one = The Little One
feat-little-one-how = Win the pot with nothing but a d4.
feat-together = Together
feat-together-how = Win the pot in an alliance.
feat-lone-wolf = Lone Wolf
feat-lone-wolf-how = Win the pot alone, against an alliance.
