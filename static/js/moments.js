// Shows the moments of a deal over the table, each once: words that come and go within a second and a half, and, if the
// reader has chosen sounds, a few notes. Nothing moves for readers who prefer reduced motion.
(() => {
  "use strict";
  const LENGTH = 1400; // ms
  const GAP = 0.12; // seconds from note to note
  const NOTES = {
    called: [392, 523, 659],
    adjutant: [523, 659, 784],
    yoromeki: [622, 466, 311],
    joker_called: [740, 587, 740],
    made: [523, 659, 784, 1047],
    won: [523, 523, 659, 784, 1047],
  };
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  let audio = null;

  // In any tab, until somebody signs out. A browser that stores nothing shows it again when the page is loaded again.
  function isFirst(key) {
    try {
      if (localStorage.getItem(key)) return false;
      localStorage.setItem(key, "shown");
    } catch { /* refused */ }
    return true;
  }

  function note(frequency, at) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.15, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  }

  // Browsers keep silent until the reader has touched the page.
  function sound(kind) {
    if (!navigator.userActivation?.hasBeenActive) return;
    audio ??= new AudioContext();
    NOTES[kind].forEach((frequency, turn) => note(frequency, audio.currentTime + turn * GAP));
  }

  async function show(list, shown) {
    for (const moment of list.children) moment.hidden = !shown.includes(moment);
    list.hidden = false;
    const keyframes = [
      { opacity: 0, transform: "scale(.8)" },
      { opacity: 1, transform: "none", offset: 0.15 },
      { opacity: 1, transform: "none", offset: 0.8 },
      { opacity: 0, transform: "none" },
    ];
    await list.animate(keyframes, { duration: LENGTH, easing: "ease-out" }).finished.catch(() => {});
    list.hidden = true;
  }

  function tell() {
    const list = document.querySelector("#board > .moments");
    if (!list || document.hidden) return;
    const shown = [...list.children].filter((moment) => isFirst(`moment ${list.dataset.of} ${moment.dataset.key}`));
    if (!shown.length) return;
    if ("sounds" in list.dataset) sound(shown.at(-1).dataset.moment);
    if (!reduced.matches) show(list, shown);
  }

  // What came while the reader looked elsewhere waits for them.
  document.addEventListener("table:settled", tell);
  document.addEventListener("visibilitychange", tell);
})();
