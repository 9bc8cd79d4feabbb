// Keeps tables up to date: an element with data-live="/events/…" gets the htmx event "changed" whenever its game
// changes. A hidden page has no stream, because browsers allow only six connections to a site; it catches up when it is
// shown again. Without a stream, the element gets the event every 15 to 30 seconds.
//
// Tells the site that somebody reads the page, so that no notification repeats what they see: when they come back to it,
// and while they point, scroll or press keys. A page that is merely visible is not read.
//
// A button that was replaced between press and release would get no click: while one presses, updates wait.
const TELL_AGAIN = 30000; // in milliseconds
const SETTLING = 1000; // an update of the page may scroll it
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove", "scroll"];

function follow(element) {
  let stream, timer;
  let told = Date.now(); // loading the page has told it
  let updated = 0;
  const changed = () => window.htmx?.trigger(element, "changed");
  const shown = () => element.querySelector("[name=seq]")?.value ?? "";

  function open() {
    close();
    stream = new EventSource(`${element.dataset.live}?seq=${shown()}`);
    stream.addEventListener("changed", changed);
    stream.addEventListener("open", () => {
      clearTimeout(timer);
      if (!shown()) changed();
    });
    stream.addEventListener("error", poll);
  }

  function poll() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      changed();
      // The browser reconnects by itself, unless the site has answered that there is no stream.
      if (stream.readyState === EventSource.CLOSED) open();
      poll();
    }, 15000 + 15000 * Math.random());
  }

  function close() {
    stream?.close();
    clearTimeout(timer);
  }

  function refresh() {
    if (!element.isConnected || document.hidden) return close();
    open();
    changed();
    tell();
  }

  // Browsers send a pointermove without any motion when the page changes under a resting pointer.
  function isByReader({ type, movementX, movementY }) {
    if (type === "pointermove") return movementX !== 0 || movementY !== 0;
    return type !== "scroll" || Date.now() - updated > SETTLING;
  }

  function tell() {
    if (document.hidden || !element.isConnected || Date.now() - told < TELL_AGAIN) return;
    told = Date.now();
    fetch(element.dataset.live, { method: "POST", keepalive: true }).catch(() => {});
  }

  let pressed = false;
  let missed = false;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!pressed || event.detail.requestConfig.elt !== element) return;
    event.detail.shouldSwap = false;
    missed = true;
  });
  function released() {
    pressed = false;
    // The click comes after the release.
    if (missed) setTimeout(changed);
    missed = false;
  }
  addEventListener("pointerdown", ({ button }) => (pressed = button === 0), true);
  for (const sign of ["pointerup", "pointercancel", "contextmenu"]) addEventListener(sign, released, true);
  // A menu or another window may have had the release.
  addEventListener("pointermove", ({ buttons }) => { if (pressed && !buttons) released(); }, true);

  const read = (event) => isByReader(event) && tell();
  for (const sign of SIGNS) document.addEventListener(sign, read, { passive: true, capture: true });
  addEventListener("focus", tell);
  document.addEventListener("htmx:afterSwap", () => (updated = Date.now()));
  document.addEventListener("visibilitychange", refresh);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && refresh());
  if (!document.hidden) open();
}

document.querySelectorAll("[data-live]").forEach(follow);
