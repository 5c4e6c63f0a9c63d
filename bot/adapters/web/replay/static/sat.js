// Who played: what each has at the moment that is shown, who has just done something, and who won in the end.

import { boot, byId, el, name, number, say } from "/static/dom.js";
import { Face } from "/static/face.js";
import { html, render } from "/static/html.js";

const MOST_SHOWN = 40;
const LAST = 100000;
const MEDALS = { 2: "🥈", 3: "🥉" };

// What is known once it is over: the luck in it, in games, and the feats.
const games = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" });
const afterwards = (seat) => [...(seat.luck === null ? [] : [say("luck", { games: games.format(seat.luck / 1000) })]), ...seat.feats].join(" · ");

function faceOf(seat, at) {
  const box = el("span", { class: "sits" });
  render(html`<${Face} seat=${{ seat: at, name: seat.name, face: seat.face }} />`, box);
  return box;
}

function seatNode(seat, at) {
  const marks = [seat.house ? say("seat-bot") : "", seat.left ? say("seat-left") : ""].filter(Boolean);
  return el("li", { "data-seat": at }, faceOf(seat, at), el("div", { class: "sat" }, el("span", { class: "seat-name" }, name(seat.name), marks.length ? el("small", {}, marks.join(", ")) : ""), el("span", { class: "stack" }), el("span", { class: "after", hidden: true }, afterwards(seat))), el("span", { class: "medal" }));
}

// A crowd is cut: the winners first.
export function drawSeats(list) {
  const seats = boot.seats.map((seat, at) => [seat, at]);
  const shown = seats.length > MOST_SHOWN ? seats.sort(([one, a], [other, b]) => other.won - one.won || a - b).slice(0, MOST_SHOWN) : seats;
  list.replaceChildren(...shown.map(([seat, at]) => seatNode(seat, at)));
}

// Who won is told in words, who came after by their place.
const medal = ({ won, place }) => (won ? `★ ${say("won")}` : place ? MEDALS[place] ?? number(place) : "");

function gained(seat, stack, over) {
  const gain = stack - seat.before;
  if (!over || !gain) return number(stack);
  return `${number(stack)} (${gain > 0 ? "+" : "−"}${number(Math.abs(gain))})`;
}

export function markSeats(frame, over) {
  for (const node of byId("seats").children) {
    const at = Number(node.dataset.seat);
    const seat = boot.seats[at];
    node.classList.toggle("does", frame.who === at);
    // In the end they stand by their places.
    node.style.order = over ? seat.place || LAST : "";
    const stack = over ? seat.after : frame.stacks[at];
    node.querySelector(".stack").textContent = boot.money && stack !== undefined ? gained(seat, stack, over) : "";
    node.querySelector(".after").hidden = !over || !afterwards(seat);
    node.querySelector(".medal").textContent = over ? medal(seat) : "";
  }
}
