// Plays the table by keyboard, and keeps raised cards raised and the focus in its place when the board is refreshed.
(() => {
  "use strict";
  const form = () => document.getElementById("hand-form");
  const cards = () => [...document.querySelectorAll("#hand-form .hand :is(button, [name=card]):enabled, #hand-form [name=discard]")];

  // --- Responses may arrive out of order: only a newer board, or the answer to a form, replaces the board. If a board
  // without the form has arrived first, the page requests the newest. ---
  const shownSeq = () => Number(document.querySelector("#board [name=seq]").value);
  const seqIn = (html) => Number(/name="seq" value="(\d+)"/.exec(html)?.[1]);
  const plansShown = () => document.querySelector("#position [name=planned]").value;
  const plansIn = (html) => /name="planned" value="(\w*)"/.exec(html)?.[1];

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, serverResponse, xhr, requestConfig } = event.detail;
    if (target?.id !== "board") return;
    const ahead = seqIn(serverResponse) - shownSeq();
    const isAnswer = xhr.status !== 200 || requestConfig.verb === "post" || plansIn(serverResponse) !== plansShown();
    // Otherwise htmx would look for out-of-band elements only around the requesting form.
    const isGone = xhr.status === 200 && !requestConfig.elt.isConnected;
    if (isGone || ahead < 0 || (ahead === 0 && !isAnswer)) event.detail.shouldSwap = false;
    if (isGone) window.htmx.trigger(target, "changed");
  });

  // --- Choices survive a swap if the new form asks for the same decision. ---
  let choices = null;
  const question = () => form()?.elements.deal &&
    [form().dataset.kind, form().elements.deal.value, form().elements.seen?.value].join();

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "board") return;
    choices = form() && { question: question(), ids: [...form().querySelectorAll(":checked")].map((box) => box.id) };
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "board" || !choices || choices.question !== question()) return;
    for (const box of form().querySelectorAll("[type=radio], [type=checkbox]")) {
      if (!box.disabled) box.checked = choices.ids.includes(box.id);
    }
  });

  // --- The button names what it does: "Bid ♠14", "Discard ♣2 ♦3". No suit below the best bid can be chosen. ---
  const nameChoice = () => {
    const isEdge = document.querySelector("#hand-form [data-edge]:checked") !== null;
    for (const suit of document.querySelectorAll("#hand-form .key.low input")) {
      suit.disabled = isEdge;
      if (isEdge) suit.checked = false;
    }
    // A led joker needs its suit, and a card that may call the joker the answer whether it does.
    const card = document.querySelector("#hand-form .hand [name=card]:checked");
    askFor(".joker-suit", card?.matches("[value=JK], [value=JB]"));
    askFor(".joker-call", card?.matches("[data-calls]"));
    for (const word of document.querySelectorAll("#play [data-for]")) {
      word.hidden = !document.getElementById(word.dataset.for)?.checked;
    }
    refuseCalls();
    countDiscards();
  };
  // What a card does not ask for is not chosen either: the button names every box that is checked.
  const askFor = (part, isAsked) => {
    for (const box of document.querySelectorAll(`#hand-form ${part} input`)) {
      box.required = Boolean(isAsked);
      if (!isAsked) box.checked = false;
    }
  };
  // Of the suit that was chosen, ranks that may not be called can't be.
  const refuseCalls = () => {
    const ranks = document.querySelector("#hand-form .ranks");
    const suit = document.querySelector("#hand-form [name=suit]:checked")?.value;
    if (!ranks) return;
    const boxes = [...ranks.querySelectorAll("input")];
    for (const box of boxes) box.disabled = ranks.dataset.refused.split(" ").includes(suit + box.value);
    const chosen = boxes.find((box) => box.checked);
    if (chosen?.disabled) boxes.find((box) => !box.disabled).checked = true;
  };
  const countDiscards = () => {
    const button = document.querySelector("#play[data-size]");
    if (!button) return;
    const boxes = [...document.querySelectorAll("#hand-form [name=discard]")];
    const discards = boxes.filter((box) => box.checked).length;
    const isComplete = discards === Number(button.dataset.size);
    button.querySelector(".count").textContent = `${discards}/${button.dataset.size}`;
    button.toggleAttribute("data-incomplete", !isComplete);
    boxes[0].setCustomValidity(isComplete ? "" : document.getElementById("asked").textContent);
  };
  document.addEventListener("change", nameChoice);
  document.addEventListener("htmx:afterSwap", nameChoice);

  // --- A move that can be taken back: its seconds are counted, where a page without scripts tells the time. ---
  let counting;
  const countDown = () => {
    clearInterval(counting);
    const asked = document.querySelector("#asked[data-left]");
    if (!asked) return;
    const end = performance.now() + 1000 * Number(asked.dataset.left);
    let shown = null;
    const show = () => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      if (left === 0) clearInterval(counting);
      if (left === shown) return;
      shown = left;
      asked.textContent = asked.dataset.words.replace("{n}", left);
      for (const mark of document.querySelectorAll("[data-seconds]")) mark.textContent = left;
    };
    counting = setInterval(show, 250);
    show();
  };
  document.addEventListener("htmx:afterSwap", ({ detail }) => { if (detail.target?.id === "board") countDown(); });

  // --- The focus stays at or beside the table when a swap or a sent form removes the focused element. ---
  let held = null;

  document.addEventListener("focusin", ({ target }) => { held = target.closest("#board, #panel")?.id; });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    const place = held && document.getElementById(held);
    if (!place || document.activeElement !== document.body) return;
    // After sending a line or a note, keep the focus for writing on; otherwise no on-screen keyboard opens.
    const isSent = held === "panel" && detail.requestConfig?.verb === "post";
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
    if (event.key.toLowerCase() === "k" && event.target.closest("#board")) {
      const fold = document.querySelector(".standing-fold");
      if (fold) fold.open = !fold.open;
    } else if (event.key === "Escape") {
      const fold = document.querySelector(".standing-fold[open]");
      if (fold) fold.open = false;
    } else if (suit) {
      const same = hand.filter((box) => box.id.startsWith(`card-${suit}`));
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

  countDown();
  nameChoice(); // the browser may have kept choices of an earlier visit
})();
