// Shows a message when an htmx request fails; otherwise the unchanged page would hide the failure.
(() => {
  "use strict";
  const message = document.getElementById("trouble");
  let source = null;

  const show = (text, element) => {
    message.textContent = text;
    message.hidden = false;
    source = element;
  };
  // Error pages explain themselves in the heading and the paragraph below it.
  const errorText = (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    return [...page.querySelectorAll("main > header h1, main > header + p")].map((part) => part.textContent).join(" · ");
  };

  document.addEventListener("htmx:responseError", (event) => {
    show(errorText(event.detail.xhr.responseText) || message.dataset.failed, event.detail.elt);
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => show(message.dataset.unsent, null));
  }
  // Any response proves that there is a connection. A refusal stays until its element succeeds or is gone.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && (!source?.isConnected || source === event.detail.elt)) message.hidden = true;
  });
})();
