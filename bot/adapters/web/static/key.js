// What shows whose page this is: the cookie of its path, which no script sees; or a key that was given to this page
// alone, where browsers keep no cookies for it. A key is held here and nowhere else, and is gone with the page.

let key = "";
let server = "";

// `at`: where the bot is, for a page that lies elsewhere.
export function holdKey(given, at = "") {
  key = given;
  server = at;
}

// Where the bot is asked for this.
export const addressOf = (path) => new URL(path, server || location.href).href;

// The headers of what the page sends.
export const headers = () => ({ "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) });

// The first message of a live line.
export function showKey(socket) {
  if (key) socket.addEventListener("open", () => socket.send(JSON.stringify({ key })));
}
