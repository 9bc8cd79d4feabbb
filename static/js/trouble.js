// Says so when what htmx asked for could not be had: the page alone, which stays as it is, would tell nothing.
(() => {
  "use strict";
  const note = document.getElementById("trouble");
  let asker = null;

  const say = (text, by) => {
    note.textContent = text;
    note.hidden = false;
    asker = by;
  };
  // A page for an error has its words in its heading and below it.
  const told = (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    return [...page.querySelectorAll("main > header h1, main > header + p")].map((part) => part.textContent).join(" · ");
  };

  document.addEventListener("htmx:responseError", (event) => {
    say(told(event.detail.xhr.responseText) || note.dataset.failed, event.detail.elt);
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => say(note.dataset.unsent, null));
  }
  // Any answer shows that there is a connection; a refusal stands until its asker has better luck, or is gone.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && (!asker?.isConnected || asker === event.detail.elt)) note.hidden = true;
  });
})();
