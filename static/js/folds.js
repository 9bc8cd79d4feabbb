// Keeps folds open where what holds them is refreshed: those that say by data-stays what they are.
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
