// In place of Twitch's helper script: the same calls, answered by the host that serves the zip.

(() => {
  const listeners = [];
  const ask = async (path) => (await fetch(`/-/${path}${location.search}`, { method: "POST" })).json();
  const tell = async (path) => {
    const given = await ask(path);
    listeners.forEach((listen) => listen(given));
  };
  window.Twitch = {
    ext: {
      version: "1.1.1",
      environment: "production",
      onAuthorized(listen) {
        listeners.push(listen);
        ask("authorize").then(listen);
      },
      onContext() {},
      onError() {},
      actions: { requestIdShare: () => tell("share") },
      // Not Twitch's: what it does by itself, done when a test wants it.
      standIn: { renew: () => tell("authorize"), takeBack: () => tell("take-back") },
    },
  };
})();
