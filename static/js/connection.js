// Shows a message when an htmx request fails; otherwise the unchanged page would hide the failure.
(() => {
  "use strict";
  // Looked up each time: going back replaces the whole body.
  const trouble = () => document.getElementById("trouble");
  let source = null;

  const show = (text, element) => {
    const message = trouble();
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
    show(errorText(event.detail.xhr.responseText) || trouble().dataset.failed, event.detail.elt);
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, () => show(trouble().dataset.unsent, null));
  }
  // Going back asks the site for the page. If that fails, htmx says nothing.
  document.addEventListener("htmx:historyCacheMiss", ({ detail }) => {
    detail.xhr.addEventListener("error", () => show(trouble().dataset.unsent, null));
  });
  document.addEventListener("htmx:historyCacheMissLoadError", ({ detail }) => {
    show(errorText(detail.xhr.responseText) || trouble().dataset.failed, null);
  });
  // Any response proves that there is a connection. A refusal stays until its element succeeds or is gone.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && (!source?.isConnected || source === event.detail.elt)) trouble().hidden = true;
  });
})();
