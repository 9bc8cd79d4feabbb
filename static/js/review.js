// Steps through a review by keyboard, swiping and slider, using the addresses on the page.
(() => {
  "use strict";
  const place = () => document.getElementById("review");
  const link = (id) => document.getElementById(id);
  const step = () => Number(place().dataset.step);
  const last = () => Number(place().dataset.last);

  // --- One request at a time; during a request, only the latest next step is kept. ---
  let busy = false, wanted = null;

  function ask(url) {
    busy = true;
    // The same source as links, so that the later of two pending requests wins.
    const request = window.htmx.ajax("GET", url, { source: "#swaps", target: "#review", swap: "outerHTML show:none" });
    // The page already shows that there was no response.
    request.catch(() => {}).finally(() => {
      busy = false;
      const next = wanted;
      wanted = null;
      if (next !== null && next !== step()) go(next);
    });
  }

  function go(to) {
    const at = Math.max(0, Math.min(last(), to));
    if (busy) {
      wanted = at;
    } else if (at !== step()) {
      const form = link("stepper");
      const query = new URLSearchParams(new FormData(form));
      query.set("step", at);
      ask(`${form.getAttribute("action")}?${query}`);
    }
  }

  const by = (steps) => go((busy && wanted !== null ? wanted : step()) + steps);
  const follow = (id) => {
    const url = link(id)?.getAttribute("href");
    if (url && !busy) ask(url);
  };

  // --- Keys ---
  const keys = {
    ArrowLeft: () => by(-1),
    ArrowRight: () => by(1),
    ArrowUp: () => follow("trick-back"),
    ArrowDown: () => follow("trick-on"),
    Home: () => go(0),
    End: () => go(last()),
    a: () => follow("jump-auction"),
    c: () => follow("jump-cards"),
    e: () => follow("jump-exchange"),
    r: () => follow("jump-result"),
    o: () => follow("way-0"),
    s: () => follow(nextWay()),
    t: () => follow("times"),
    m: () => link("comment-text")?.focus(),
    n: () => follow("talk-on"),
    p: () => follow("talk-back"),
  };

  function nextWay() {
    const ways = [...document.querySelectorAll(".ways a")];
    const at = ways.findIndex((way) => way.hasAttribute("aria-current"));
    return ways[(at + 1) % ways.length].id;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest("textarea, select, input:not([type=range]), [contenteditable]")) return;
    // Wide tables scroll with the same keys.
    if (event.target.closest(".scroll")) return;
    // Letters and digits work only in the review: speech input would otherwise trigger them everywhere.
    if (!event.target.closest("#review")) {
      if (event.key.length === 1) return;
      if (event.target === document.body) link("slider").focus({ preventScroll: true });
    }
    const digit = /^[0-9]$/.test(event.key) && `jump-${event.key === "0" ? 10 : event.key}`;
    const act = digit ? () => follow(digit) : keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  // --- Comments: drafts are kept at their position while the reader looks elsewhere. ---
  const drafts = new Map();
  const writing = () => link("comment-text");
  const about = (box) => new URL(box.form.action).pathname;

  document.addEventListener("keydown", (event) => {
    if (event.target.id !== "comment-text") return;
    if (event.key === "Escape") link("slider").focus({ preventScroll: true });
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.target.form.requestSubmit();
  });
  document.addEventListener("input", (event) => {
    if (event.target.id === "comment-text") drafts.set(about(event.target), event.target.value);
  });
  // Only after it was accepted, so that unsent drafts are not lost.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const form = detail.requestConfig.elt;
    if (form.id === "comment-form" && detail.xhr.status < 400) drafts.delete(new URL(form.action).pathname);
  });
  const recall = () => {
    const box = writing();
    if (box && !box.value) box.value = drafts.get(about(box)) ?? "";
  };

  // --- The slider ---
  document.addEventListener("input", (event) => {
    if (event.target.id !== "slider") return;
    link("stepper").querySelector("output b").textContent = event.target.value;
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "slider") go(Number(event.target.value));
  });

  // --- Swiping over the table ---
  let begun = null;
  document.addEventListener("touchstart", (event) => {
    const touch = event.touches.length === 1 && event.target.closest(".review .mat, .review .told") && event.touches[0];
    begun = touch ? { x: touch.clientX, y: touch.clientY } : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    if (!begun) return;
    const { clientX, clientY } = event.changedTouches[0];
    const [across, down] = [clientX - begun.x, clientY - begun.y];
    begun = null;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) by(across < 0 ? 1 : -1);
  }, { passive: true });

  // --- Keeps the current element of a scrolling row visible. ---
  const reveal = () => {
    for (const row of document.querySelectorAll(".jumps, .picks")) {
      const current = row.querySelector("[aria-current]");
      if (current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
    }
  };
  document.addEventListener("htmx:afterSwap", () => { reveal(); recall(); });
  reveal();
})();
