// Keeps tables up to date: an element with data-live="/events/…" gets the htmx event "changed" whenever its game
// changes. A hidden page has no stream, because browsers allow only six connections to a site; it catches up when it is
// shown again. Without a stream, the element gets the event every 15 to 30 seconds.
function follow(element) {
  let stream, timer;
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
  }

  document.addEventListener("visibilitychange", refresh);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && refresh());
  if (!document.hidden) open();
}

document.querySelectorAll("[data-live]").forEach(follow);
