// The seats that this browser has taken. The page can't see the cookies, each of which belongs to its own path.

const KEY = "potluck.seats";

export function remembered() {
  try {
    const seats = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(seats) ? seats.filter((seat) => /^[A-Za-z0-9_-]{10}$/.test(seat?.id)) : [];
  } catch {
    return [];
  }
}

function store(seats) {
  try {
    localStorage.setItem(KEY, JSON.stringify(seats.slice(0, 8)));
  } catch {
    // A browser that remembers nothing: its guest sits down anew.
  }
}

export function remember({ id, name, room }) {
  store([{ id, name, room }, ...remembered().filter((seat) => seat.id !== id)]);
}

export function forget(id) {
  store(remembered().filter((seat) => seat.id !== id));
}
