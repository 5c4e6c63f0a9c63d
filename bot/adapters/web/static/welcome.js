import { boot, byId } from "./dom.js";
import { showSeats } from "./seats_here.js";

const name = byId("name");

// The proposed name is typed over; on a phone no keyboard comes up before it is asked for.
if (matchMedia("(hover: hover)").matches) {
  name.focus();
  name.select();
}

// One press is one seat; who comes back to this page may press again.
const form = document.querySelector(".door form");
let sent = false;
form.addEventListener("submit", (event) => {
  if (sent) event.preventDefault();
  sent = true;
});
addEventListener("pageshow", () => { sent = false; });

await showSeats(boot.room);
const seats = [...byId("seats").querySelectorAll("a")];
if (boot.table) for (const seat of seats) seat.search = `?table=${boot.table}`;

// Who has a seat here is shown the table from there. A browser keeps a seat's cookie back where a link on another site
// leads to it: then this page stands at the seat's own address, and one step from here takes it along.
const [own] = boot.table ? seats : seats.filter((seat) => location.pathname.startsWith(seat.pathname.replace(/\/$/, "")));
if (own && (seats.length === 1 || !boot.table)) location.replace(own.pathname.replace(/\/$/, "") + own.search);
