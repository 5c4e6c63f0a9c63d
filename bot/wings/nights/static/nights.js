// Tell the reader each night's time in their own zone, where that differs from how it is told.
const own = document.body.dataset.own;
const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "full", timeStyle: "short" });

const zone = format.resolvedOptions().timeZone;

for (const time of document.querySelectorAll(".night time")) {
  const line = time.closest(".night").querySelector(".own");
  line.textContent = own.replace("{when}", format.format(new Date(time.dateTime)));
  line.hidden = time.textContent.includes(`(${zone})`);
}
