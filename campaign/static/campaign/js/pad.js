/* The score pad on a phone: a button for the plus sign, which a number keypad lacks, a draft on the device of VP that are
   not saved yet, and a queue for VP that cannot be sent. Without this script the fields open the full keyboard. */

import * as shelf from "./waiting.js";

const pad = document.getElementById("pad");
if (pad?.querySelector("[type=submit]")) savePoints();
addSigns();

function addSigns() {
  for (const field of document.querySelectorAll("[data-sum]")) field.inputMode = "numeric";
  for (const signs of document.querySelectorAll("[data-signs]")) signs.hidden = false;

  // Keep the focus in the field when a button is pressed. Otherwise the keyboard would close.
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest?.("[data-sign]")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-sign]");
    if (!button) return;
    const field = document.getElementById(button.getAttribute("aria-controls"));
    const at = document.activeElement === field ? field.selectionStart : field.value.length;
    field.focus();
    field.setRangeText(button.dataset.sign, at, Math.max(at, field.selectionEnd ?? at), "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

function savePoints() {
  const place = location.pathname;
  let isSure = false;

  const fields = () => [...pad.querySelectorAll("input:not([type=hidden])")];

  // Put stored numbers back into the fields. If the site has refused them, show its message (`said`). A draft keeps the
  // version that it was typed on, so that the site notices what others have changed since then.
  function show() {
    for (const { body, changed, draft, said } of shelf.waiting(place)) {
      shelf.warn(said);
      const values = new URLSearchParams(body);
      if (draft && !said) pad.elements.version.value = values.get("version");
      for (const field of fields()) if (!changed || changed.includes(field.name)) field.value = values.get(field.name) ?? "";
    }
    if (shelf.waiting(place).length) fields()[0].dispatchEvent(new Event("input"));
  }

  function store(draft) {
    const values = new URLSearchParams(new FormData(pad));
    values.delete("csrfmiddlewaretoken");
    values.set("key", shelf.key());
    // The fields show what a draft had. A draft replaces no numbers that wait to be sent.
    const before = shelf.waiting(place).filter((each) => each.draft || !draft);
    const typed = fields().filter((field) => pad.dataset.ask || field.value !== field.defaultValue);
    const changed = typed.map((field) => field.name);
    for (const each of before) if (!each.draft) changed.push(...(each.changed ?? []));
    shelf.forget(before);
    if (changed.length) shelf.put(place, { to: place, body: values.toString(), changed, draft, isForm: true });
  }

  function keep() {
    store(false);
    // Set the default values. From these, page.js recognizes that the form has no unsaved changes.
    for (const field of pad.querySelectorAll("input")) field.defaultValue = field.value;
    shelf.answered(0);
  }

  pad.addEventListener("submit", async (event) => {
    if (isSure) return;
    event.preventDefault();
    if (!(await shelf.isReachable())) return keep();
    isSure = true;
    shelf.forget(shelf.waiting(place));
    pad.requestSubmit();
  });
  window.addEventListener("carried", ({ detail: { page, status, url } }) => {
    if (page !== place) return;
    if (status === 409) location.reload();
    else location.assign(url);
  });
  pad.addEventListener("input", () => store(true));
  // By then htmx listens, and counts the total.
  if (!pad.querySelector("[aria-invalid]")) document.addEventListener("DOMContentLoaded", show);
}
