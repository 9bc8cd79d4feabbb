// The table by keyboard, and what is raised stays raised while the board is fetched anew.
(() => {
  "use strict";
  const form = () => document.getElementById("hand-form");
  const cards = () => [...document.querySelectorAll("#hand-form .hand [name=card]:enabled, #hand-form .hand [name=discard]")];

  // --- Answers may come in another order than they were given: a board gives way to newer ones alone, or to a refusal. ---
  const shown = () => Number(document.querySelector("#board [name=seq]").value);
  const told = (html) => Number(/name="seq" value="(\d+)"/.exec(html)?.[1]);

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, serverResponse, xhr } = event.detail;
    if (target?.id !== "board") return;
    const ahead = told(serverResponse) - shown();
    if (ahead < 0 || (ahead === 0 && xhr.status === 200)) event.detail.shouldSwap = false;
  });

  // --- Choices outlive a swap, if the form that follows still asks for the same. ---
  let kept = null;
  const question = () => form() && form().querySelector("[name=seen]") &&
    [form().dataset.kind, form().elements.deal.value, form().elements.seen.value].join();

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "board") return;
    kept = form() && { question: question(), ids: [...form().querySelectorAll(":checked")].map((box) => box.id) };
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "board" || !kept || kept.question !== question()) return;
    for (const id of kept.ids) {
      const box = document.getElementById(id);
      if (box && !box.disabled) box.checked = true;
    }
  });

  // --- Letters go to the next card of a suit, arrows into the hand. ---
  const raise = (box) => {
    if (!box) return;
    box.focus();
    if (box.type === "radio") box.checked = true;
  };
  const suitKeys = { s: "S", h: "H", d: "D", c: "C", j: "J" };
  const typing = (element) => element.closest("textarea, input:not([type=radio], [type=checkbox]), select, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const hand = cards();
    const at = hand.indexOf(document.activeElement);
    // Letters act in the hand alone: whoever speaks to his machine would press them everywhere. An arrow leads there.
    const suit = event.target.closest("#hand-form, #reply") && suitKeys[event.key.toLowerCase()];
    if (suit) {
      const same = hand.filter((box) => box.value[0] === suit);
      raise(same[(same.indexOf(document.activeElement) + 1) % same.length]);
    } else if (/^Arrow/.test(event.key) && hand.length && (at < 0 ? event.target === document.body && /Left|Right/.test(event.key) : hand[at].type !== "radio")) {
      const step = /Left|Up/.test(event.key) ? -1 : 1;
      raise(hand[at < 0 ? 0 : (at + step + hand.length) % hand.length]);
      event.preventDefault();
    } else if (event.key === "Enter" && event.target.matches("#hand-form [name=discard]")) {
      form().requestSubmit(document.getElementById("play"));
      event.preventDefault();
    }
  });
})();
