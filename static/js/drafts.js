// Keeps what was typed into a score sheet in this browser, for its reader alone, and fills it in again when the sheet is
// opened, until its results are stored or a week has passed.
(() => {
  "use strict";
  const WEEK = 7 * 24 * 3600 * 1000;
  const open = () => { try { return window.localStorage; } catch { return null; } }; // a browser may refuse it
  const drafts = open();
  if (!drafts) return;
  const mine = `draft ${document.body.dataset.reader} `;
  const read = (key) => JSON.parse(drafts.getItem(key)) ?? { values: {} };

  // --- Forgets old drafts, those of other readers, and those of tables that have results. ---
  for (const key of Object.keys(drafts).filter((name) => name.startsWith("draft "))) {
    if (!key.startsWith(mine) || read(key).at < Date.now() - WEEK) drafts.removeItem(key);
  }
  for (const { dataset } of document.querySelectorAll("[data-stored]")) drafts.removeItem(mine + dataset.stored);

  // --- The sheet, unless the site has results of its own. ---
  const note = document.getElementById("draft");
  if (!note) return;
  const key = mine + location.pathname;
  const forms = [...document.querySelectorAll("form[data-kept]")];
  const fields = forms.flatMap((form) => [...form.elements]).filter(({ name, type }) => name && type !== "hidden");

  document.addEventListener("input", ({ target }) => {
    if (!fields.includes(target)) return;
    const { values } = read(key);
    values[target.name] = target.value;
    const draft = JSON.stringify({ at: Date.now(), values });
    try { drafts.setItem(key, draft); } catch { /* full */ }
  });

  // --- Fills in a sheet that the site sent empty. ---
  const { at, values } = read(key);
  const isUntouched = ({ value, defaultValue }) => !value || value === defaultValue;
  const filled = "sent" in note.dataset ? [] : fields.filter((field) => values[field.name] && isUntouched(field));
  if (!filled.length) return;
  for (const field of filled) {
    field.value = values[field.name];
    field.closest("details")?.setAttribute("open", "");
  }

  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const how = { timeStyle: "short", hourCycle: "h23", ...(!isToday && { dateStyle: "medium" }) };
  const time = new Date(at).toLocaleString(document.documentElement.lang, how);
  note.querySelector("p").textContent = note.dataset.text.replace("{time}", time);
  note.hidden = false;
  note.querySelector("button").addEventListener("click", () => {
    drafts.removeItem(key);
    for (const form of forms) form.reset();
    note.hidden = true;
    fields[0].focus();
  });
})();
