// Shows what was played since the reader looked last, and each move as it comes: card by card, every trick gathered by
// its winner. The true table lies beneath and can be played at once; any touch or key ends the motion. Only opacity and
// transforms change, so nothing is laid out anew.
(() => {
  "use strict";
  const MOST = 5000; // ms for everything
  const PACE = 340; // from card to card, if there is time enough
  const FLIGHT = 200;
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  let motion = null;

  const place = (mat, number) => mat.querySelector(`.place[data-place="${number}"] > :is(.card, .slot)`);

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

  function begin() {
    end();
    const mat = document.querySelector("#board > .trick");
    const tricks = [...document.querySelectorAll("#board > .gathered > li")];
    const lying = mat ? [...mat.querySelectorAll(".place.new > .card")] : [];
    if (!mat || reduced.matches || !(tricks.length || lying.length)) return;
    const { steps, falls, units } = timeline(tricks, lying);
    const pace = Math.min(PACE, (MOST - FLIGHT) / units);
    const flight = Math.min(FLIGHT, pace);
    const layer = document.createElement("li");
    layer.className = "motion";
    layer.ariaHidden = "true";
    motion = { mat, layer, animations: [], plays: [] };

    // All is measured before anything is changed.
    const origin = layerOrigin(mat);
    const boxes = [...mat.querySelectorAll(".place")].map((one) => [one.dataset.place, place(mat, one.dataset.place).getBoundingClientRect()]);
    const at = Object.fromEntries(boxes.map(([number, box]) => [number, { x: box.x - origin.x, y: box.y - origin.y, width: box.width }]));
    const centre = { x: origin.width / 2, y: origin.height / 2 };

    const fall = (card, number, unit) => {
      const { x, y, width } = at[number];
      const from = number === "0" ? [0, 2] : [(x + width / 2 - centre.x) / width, (y + width * 0.7 - centre.y) / width];
      const size = Math.hypot(...from) || 1;
      const [dx, dy] = from.map((part) => (part / size) * width * 0.6);
      const keyframes = [{ opacity: 0, transform: `translate(${dx}px, ${dy}px)` }, { opacity: 1, transform: "none" }];
      const animation = card.animate(keyframes, { duration: flight, delay: unit * pace, fill: "backwards", easing: "ease-out" });
      motion.animations.push(animation);
      motion.plays.push(animation);
    };

    for (const { trick, cards, falls: when, gathered } of steps) {
      const to = at[trick.dataset.winner];
      cards.forEach((holder, turn) => {
        const number = holder.dataset.place;
        const card = holder.querySelector(".card").cloneNode(true);
        const { x, y, width } = at[number];
        card.style.setProperty("--card-width", `${width}px`);
        card.style.left = `${x}px`;
        card.style.top = `${y}px`;
        layer.append(card);
        if (when[turn] !== null) fall(card, number, when[turn]);
        const away = { opacity: 0, transform: `translate(${to.x - x}px, ${to.y - y}px) scale(.6)` };
        const options = { duration: flight, delay: gathered * pace, fill: "forwards", easing: "ease-in" };
        motion.animations.push(card.animate([{ opacity: 1, transform: "none" }, { offset: 0.7, opacity: 1 }, away], options));
      });
    }
    lying.forEach((card, turn) => {
      for (const waiting of card.getAnimations()) waiting.cancel();
      fall(card, card.parentElement.dataset.place, falls[turn]);
    });
    mat.classList.toggle("moving", units > 1);
    mat.append(layer);
    motion.timer = setTimeout(end, (units - 1) * pace + flight);
  }

  function layerOrigin(mat) {
    const { x, y, width, height } = mat.getBoundingClientRect();
    return { x: x + mat.clientLeft, y: y + mat.clientTop, width, height };
  }

  function end() {
    if (!motion) return;
    clearTimeout(motion.timer);
    for (const animation of motion.animations) animation.cancel();
    motion.layer.remove();
    motion.mat.classList.remove("moving");
    motion = null;
  }

  const notFallen = () => motion.plays.filter((play) => play.currentTime < play.effect.getTiming().delay).length;

  for (const touch of ["pointerdown", "keydown", "wheel"]) addEventListener(touch, end, { capture: true, passive: true });
  addEventListener("resize", end);
  // A board that comes meanwhile shows what has not fallen yet once more.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (motion && detail.parameters.shown) detail.parameters.shown = String(detail.parameters.shown - notFallen());
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "board" && begin());
  begin();
})();
