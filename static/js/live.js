// Keeps tables up to date: an element with data-live="/events/…" gets the htmx event "changed" whenever its game has
// moved on. A hidden page has no stream, for a browser keeps only six connections to a site; it catches up on return.
// While there is no stream, the element is asked to look by itself every 15 to 30 seconds.
function follow(place) {
  let stream, timer;
  const changed = () => window.htmx?.trigger(place, "changed");
  const shown = () => place.querySelector("[name=seq]")?.value ?? "";

  function open() {
    close();
    stream = new EventSource(`${place.dataset.live}?seq=${shown()}`);
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
      // The browser tries again by itself unless the site has answered that there is no stream.
      if (stream.readyState === EventSource.CLOSED) open();
      poll();
    }, 15000 + 15000 * Math.random());
  }

  function close() {
    stream?.close();
    clearTimeout(timer);
  }

  function look() {
    if (!place.isConnected || document.hidden) return close();
    open();
    changed();
  }

  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && look());
  if (!document.hidden) open();
}

document.querySelectorAll("[data-live]").forEach(follow);
