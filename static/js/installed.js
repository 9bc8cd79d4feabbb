// Makes the site installable and readable offline (service-worker.js), and shows the number of waiting tables on the
// installed site's icon.
(() => {
  "use strict";
  const { reader, seenAt } = document.body.dataset;
  const worker = navigator.serviceWorker;
  worker?.register("/sw.js").catch(() => {}); // a browser may refuse it, as in private windows

  // --- A stored page says so, and reloads once there is a connection. ---
  const note = document.getElementById("seen-at");
  if (seenAt && note) {
    const time = new Date(seenAt).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    note.textContent = note.dataset.text.replace("{time}", time);
    note.hidden = false;
    addEventListener("online", () => location.reload());
    return;
  }

  // --- Stores a table as it looked when it was left. ---
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden || !document.getElementById("board")) return;
    const html = `<!DOCTYPE html>${document.documentElement.outerHTML}`;
    worker?.controller?.postMessage({ who: reader, path: location.pathname, html });
  });

  // --- The number on the icon ---
  const badge = () => {
    const turns = document.querySelector("[data-turns]")?.dataset.turns;
    if (turns === undefined) return;
    const done = turns === "0" ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(Number(turns));
    done?.catch(() => {});
  };
  badge();
  document.addEventListener("htmx:afterSettle", badge);
})();
