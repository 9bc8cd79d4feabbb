// Animates the moves since the reader's last look, and each new move: card by card, with every trick gathered by its
// winner. The real table lies beneath and is playable at once; any touch or key ends the animation. Only opacity and
// transforms change, so there is no new layout.
(() => {
  "use strict";
  const MOST = 5000; // ms for everything
  const PACE = 340; // from card to card, if there is time enough
  const FLIGHT = 200;
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  let motion = null;
  let lain = null; // where the trick was on the board before

  // In units of the pace: when each card falls, when each trick is gathered, and when all is over.
  function timeline(tricks, lying) {
    let now = 0;
    const steps = [];
    for (const trick of tricks) {
      const cards = [...trick.querySelectorAll("[data-place]")];
      const falls = cards.map((card) => ("new" in card.dataset ? now++ : null));
      now += falls.at(-1) === null ? 0 : 0.5; // time to see what was taken
      steps.push({ trick, cards, falls, gathered: now++ });
    }
    return { steps, falls: lying.map(() => now++), units: now };
  }

  // Where the cards of each place lie, from the corner of the mat.
  function measured(mat) {
    const { x: left, y: top, width, height } = mat.getBoundingClientRect();
    const spots = {};
    for (const place of mat.querySelectorAll(".place")) {
      const card = place.querySelector(".card, .slot").getBoundingClientRect();
      const [x, y] = [card.x - left - mat.clientLeft, card.y - top - mat.clientTop];
      // A card falls from its player's side, the reader's own from the hand.
      const away = place.dataset.place === "0" ? [0, 1] : [x + (card.width - width) / 2, y + card.width * 0.7 - height / 2];
      const size = Math.hypot(...away) || 1;
      spots[place.dataset.place] = { x, y, width: card.width, from: away.map((part) => (part / size) * card.width * 0.6) };
    }
    return spots;
  }

  const shift = ([x, y]) => `translate(${x}px, ${y}px)`;

  function fall(card, spot, delay) {
    const keyframes = [{ opacity: 0, transform: shift(spot.from) }, { opacity: 1, transform: "none" }];
    const animation = card.animate(keyframes, { duration: motion.flight, delay, fill: "backwards", easing: "ease-out" });
    motion.animations.push(animation);
    motion.falls.push(animation);
  }

  function gather(card, spot, to, delay) {
    const taken = { opacity: 0, transform: `${shift([to.x - spot.x, to.y - spot.y])} scale(.6)` };
    const keyframes = [{ opacity: 1, transform: "none" }, { offset: 0.7, opacity: 1 }, taken];
    motion.animations.push(card.animate(keyframes, { duration: motion.flight, delay, fill: "forwards", easing: "ease-in" }));
  }

  function lay(card, { x, y, width }) {
    card.style.setProperty("--card-width", `${width}px`);
    card.style.left = `${x}px`;
    card.style.top = `${y}px`;
    motion.layer.append(card);
    return card;
  }

  // The end of a deal: the table in its place once more, over the result.
  function show(finale, mat) {
    finale.hidden = false;
    if (!lain) return;
    mat.style.insetBlockStart = `${lain.top}px`;
    mat.style.blockSize = `${lain.height}px`;
  }

  // Every card lies where it belongs: what it means may be told.
  const settle = () => document.dispatchEvent(new CustomEvent("table:settled"));

  function begin() {
    stop();
    const finale = document.querySelector("#board > .finale");
    const mat = document.querySelector("#board .felt > .trick, #board > .finale > .trick");
    const tricks = [...document.querySelectorAll("#board .gathered > li")];
    const lying = mat ? [...mat.querySelectorAll(".place.new > .card")] : [];
    if (!mat || reduced.matches || !(tricks.length || lying.length)) return settle();
    if (finale) show(finale, mat);
    for (const waiting of mat.getAnimations({ subtree: true })) waiting.cancel(); // table.css has them wait for this
    const { steps, falls, units } = timeline(tricks, lying);
    const pace = Math.min(PACE, (MOST - FLIGHT) / units);
    const spots = measured(mat);
    const layer = document.createElement("li");
    layer.className = "motion";
    layer.ariaHidden = "true";
    motion = { mat, layer, finale, flight: Math.min(FLIGHT, pace), animations: [], falls: [] };
    for (const step of steps) {
      step.cards.forEach((holder, turn) => {
        const spot = spots[holder.dataset.place];
        const card = lay(holder.querySelector(".card").cloneNode(true), spot);
        if (step.falls[turn] !== null) fall(card, spot, step.falls[turn] * pace);
        gather(card, spot, spots[step.trick.dataset.winner], step.gathered * pace);
      });
    }
    lying.forEach((card, turn) => {
      fall(card, spots[card.parentElement.dataset.place], falls[turn] * pace);
    });
    mat.classList.toggle("moving", units > 1);
    mat.append(layer);
    motion.timer = setTimeout(end, (units - 1) * pace + motion.flight);
  }

  function end() {
    if (!motion) return;
    stop();
    settle();
  }

  function stop() {
    if (!motion) return;
    clearTimeout(motion.timer);
    for (const animation of motion.animations) animation.cancel();
    motion.layer.remove();
    if (motion.finale) motion.finale.hidden = true;
    motion.mat.classList.remove("moving");
    motion = null;
  }

  const notFallen = () => motion.falls.filter((fall) => fall.currentTime < fall.effect.getTiming().delay).length;

  for (const touch of ["pointerdown", "keydown", "wheel"]) addEventListener(touch, end, { capture: true, passive: true });
  addEventListener("resize", end);
  // Before installed.js stores the page.
  document.addEventListener("visibilitychange", end, true);
  // Requests during the animation report only the cards shown so far; the new board then animates the rest.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (motion && detail.parameters.shown) detail.parameters.shown = String(detail.parameters.shown - notFallen());
  });
  document.addEventListener("htmx:beforeSwap", () => {
    const mat = document.querySelector("#board .felt > .trick");
    if (!mat) return;
    const { y, height } = mat.getBoundingClientRect();
    lain = { top: y - document.getElementById("board").getBoundingClientRect().y, height };
  });
  // htmx reports each changed element of a response; the animation starts once.
  let answer = null;
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.id !== "board" || detail.xhr === answer) return;
    answer = detail.xhr;
    begin();
  });
  if (document.hidden) document.addEventListener("visibilitychange", begin, { once: true });
  else begin();
})();
