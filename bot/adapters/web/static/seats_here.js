// The seats that this browser has taken here before, as links.

import { byId, disc, el, hue, name, say } from "./dom.js";
import { forget, remembered } from "./seats.js";

// A seat whose cookie is gone leads nowhere: it is dropped as soon as that is known.
async function stillThere(seat) {
  try {
    const answer = await fetch(`/seat/${seat.id}/`, { method: "HEAD" });
    return answer.status !== 403;
  } catch {
    return true;
  }
}

export async function showSeats(room) {
  const mine = remembered().filter((seat) => seat.room === room);
  const there = await Promise.all(mine.map(stillThere));
  mine.filter((_, index) => !there[index]).forEach((seat) => forget(seat.id));
  const left = mine.filter((_, index) => there[index]);
  byId("seats").replaceChildren(...left.map((seat) => el("li", {},
    el("a", { href: `/seat/${seat.id}/` },
      disc(seat.name, hue(seat.id)),
      el("span", {}, `${say("welcome-back")} `, name(seat.name))))));
  byId("before").hidden = left.length === 0;
}
