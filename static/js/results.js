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

  grid.addEventListener("input", (event) => {
    const { target } = event;
    if (event.isComposing || !fields.includes(target)) return;
    if (target.tagName === "SELECT" || target.value.length >= target.maxLength) next(target);
  });
  grid.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    next(event.target);
  });
})();
