// Keeps folds that have a data-stays name open when the elements around them are refreshed.
(() => {
  "use strict";
  let open = new Set();

  document.addEventListener("htmx:beforeSwap", () => {
    open = new Set([...document.querySelectorAll("details[data-stays][open]")].map((fold) => fold.dataset.stays));
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const fold of document.querySelectorAll("details[data-stays]:not([open])")) {
      if (open.has(fold.dataset.stays)) fold.open = true;
    }
  });
})();
