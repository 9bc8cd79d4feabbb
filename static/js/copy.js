// Buttons that copy the address beside them; hidden in browsers without a clipboard.
if (navigator.clipboard) {
  const show = (part) => {
    for (const button of part.querySelectorAll("[data-copied][hidden]")) button.hidden = false;
  };
  show(document);
  document.addEventListener("htmx:load", (event) => show(event.target));
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copied]");
    if (!button) return;
    await navigator.clipboard.writeText(button.previousElementSibling.value);
    const { textContent } = button;
    if (textContent === button.dataset.copied) return;
    button.textContent = button.dataset.copied;
    setTimeout(() => { button.textContent = textContent; }, 2000);
  });
}
