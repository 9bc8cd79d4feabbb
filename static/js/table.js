// Plays the table by keyboard, and keeps raised cards raised and the focus in its place when the board is refreshed.
(() => {
  "use strict";
  const form = () => document.getElementById("hand-form");
  const cards = () => [...document.querySelectorAll("#hand-form .hand [name=card]:enabled, #hand-form .hand [name=discard]")];

  // --- Responses may arrive out of order: only a newer board, or the answer to a form, replaces the board. If a board
  // without the form has arrived first, the page requests the newest. ---
  const shownSeq = () => Number(document.querySelector("#board [name=seq]").value);
  const seqIn = (html) => Number(/name="seq" value="(\d+)"/.exec(html)?.[1]);

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, serverResponse, xhr, requestConfig } = event.detail;
    if (target?.id !== "board") return;
    const ahead = seqIn(serverResponse) - shownSeq();
    const isAnswer = xhr.status !== 200 || requestConfig.verb === "post";
    // Otherwise htmx would look for out-of-band elements only around the requesting form.
    const isGone = xhr.status === 200 && !requestConfig.elt.isConnected;
    if (isGone || ahead < 0 || (ahead === 0 && !isAnswer)) event.detail.shouldSwap = false;
    if (isGone) window.htmx.trigger(target, "changed");
  });

  // --- Choices survive a swap if the new form asks for the same decision. ---
  let choices = null;
  const question = () => form() && form().querySelector("[name=seen]") &&
    [form().dataset.kind, form().elements.deal.value, form().elements.seen.value].join();

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "board") return;
    choices = form() && { question: question(), ids: [...form().querySelectorAll(":checked")].map((box) => box.id) };
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "board" || !choices || choices.question !== question()) return;
    for (const id of choices.ids) {
      const box = document.getElementById(id);
      if (box && !box.disabled) box.checked = true;
    }
  });

  // --- The focus stays at or beside the table when a swap or a sent form removes the focused element. ---
  let held = null;

  document.addEventListener("focusin", ({ target }) => { held = target.closest("#board, #panel")?.id; });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    const place = held && document.getElementById(held);
    if (!place || document.activeElement !== document.body) return;
    // After sending a line or a note, keep the focus for writing on; otherwise no on-screen keyboard opens.
    const isSent = held === "panel" && detail.requestConfig.verb === "post";
    const box = isSent && place.querySelector("textarea, input[type=text]");
    const holder = box || (held === "board" && form()) || place;
    if (!box) holder.tabIndex = -1;
    holder.focus({ preventScroll: true });
  });

  // --- Letters select the next card of a suit, arrows move through the hand. ---
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
    // Letters work only in the hand: speech input would trigger them everywhere. Arrow keys move the focus there.
    const suit = event.target.closest("#hand-form, #reply") && suitKeys[event.key.toLowerCase()];
    if (suit) {
      const same = hand.filter((box) => box.value[0] === suit);
      raise(same[(same.indexOf(document.activeElement) + 1) % same.length]);
    } else if (/^Arrow/.test(event.key) && hand.length && (at < 0 ? event.target.matches("body, #hand-form") && /Left|Right/.test(event.key) : hand[at].type !== "radio")) {
      const step = /Left|Up/.test(event.key) ? -1 : 1;
      raise(hand[at < 0 ? 0 : (at + step + hand.length) % hand.length]);
      event.preventDefault();
    } else if (event.key === "Enter" && event.target.matches("#hand-form [name=discard]")) {
      form().requestSubmit(document.getElementById("play"));
      event.preventDefault();
    }
  });
})();
