// Shows the meaning of a word while the pointer is on it; a tap or a key does so without this.
(() => {
  "use strict";
  const wordOf = (target) => target.closest?.(".word");
  const meaningOf = (word) => word?.querySelector(".meaning");

  document.addEventListener("pointerover", ({ target, pointerType }) => {
    const word = wordOf(target);
    const meaning = meaningOf(word);
    if (pointerType !== "mouse" || !meaning || meaning.matches(":popover-open")) return;
    meaning.showPopover();
    word.dataset.pointed = "";
  });
  document.addEventListener("pointerout", ({ target, relatedTarget }) => {
    const word = wordOf(target);
    if (!word || !("pointed" in word.dataset) || word.contains(relatedTarget)) return;
    delete word.dataset.pointed;
    meaningOf(word).hidePopover();
  });
  // The click that follows the pointer leaves open what the pointer has opened.
  document.addEventListener("click", (event) => {
    const word = wordOf(event.target);
    if (!word || !("pointed" in word.dataset)) return;
    event.preventDefault();
    delete word.dataset.pointed;
  });
})();
