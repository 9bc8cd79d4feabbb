// Entering a score sheet: a full field leads to the next one, so that a deal is typed in one go.
(() => {
  "use strict";
  const grid = document.querySelector("[data-grid]");
  if (!grid) return;
  const fields = [...grid.querySelectorAll("tbody :is(input, select)")];
  const isFirst = (field) => field.name.endsWith("-declarer");

  const next = (field) => {
    const after = fields.slice(fields.indexOf(field) + 1);
    // All passed: the rest of the line says nothing.
    const isOver = isFirst(field) && /^[0０]$/.test(field.value);
    const to = isOver ? after.find(isFirst) : after[0];
    if (to) {
      to.focus();
      to.select?.();
    } else {
      grid.querySelector("button.primary").focus();
    }
  };

  // Not from a list: arrow keys choose there.
  const advance = ({ target }) => {
    if (fields.includes(target) && target.tagName === "INPUT" && target.value.length >= target.maxLength) next(target);
  };
  grid.addEventListener("input", (event) => { if (!event.isComposing) advance(event); });
  grid.addEventListener("compositionend", advance);
  grid.addEventListener("keydown", (event) => {
    // Safari sends the Enter that ends a composition after it, with this code.
    const isOfComposition = event.isComposing || event.keyCode === 229;
    if (event.key !== "Enter" || isOfComposition || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    next(event.target);
  });
})();
