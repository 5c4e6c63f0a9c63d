import { boot } from "./dom.js";
import { showSeats } from "./seats_here.js";

showSeats(boot.room);
