/* The page of a game night: ticks in checklists, the change of phase and the choice of the first player. The page shows
   the effect of a tap at once, and a queue on the device sends the taps. Without this script each tap submits its form.
   */

import * as shelf from "./waiting.js";

followEvening();

function followEvening() {

  // A second tap within this many milliseconds after a step or a change of phase counts as an accident.
  const TWO_TAPS = 500;
  const place = document.getElementById("evening")?.dataset.place;
  if (!place) return;
  let line = [];
  let sending = false;
  let failures = 0;
  let trying = 0;
  let tapped = false;
  // The time of the last tap on the large button.
  let latest = -TWO_TAPS;

  const evening = () => document.getElementById("evening");
  const lists = () => [...document.querySelectorAll("[data-steps]")];
  const stages = () => [...document.querySelectorAll("[data-stage]")];
  const ticksOf = (list) => [...list.querySelectorAll(".step__label")];
  const isTicked = (button) => button.getAttribute("aria-pressed") === "true";
  // For each step that was tapped on this page: whether it was ticked, and when the site confirmed the tap.
  const stored = new Map();
  // The time when each request was sent.
  const asked = new WeakMap();

  // Tick or untick the button of a step. The button's name ("done" or "undone") is the action of the next tap.
  function tick(button, done) {
    button.setAttribute("aria-pressed", String(done));
    button.name = done ? "undone" : "done";
  }

  // Show the effect of all taps that wait to be sent.
  function show() {
    for (const { name, value, seen } of line) {
      const button = document.getElementById(`tick-${value}`);
      if (name === "phase") turn(seen, value);
      else if (name === "first") choose(value);
      else if (button) tick(button, name === "done");
    }
    for (const list of lists()) showStep(list);
    evening().toggleAttribute("data-busy", line.length > 0);
    hold();
  }

  // Show the first step of a checklist that is not ticked, and the buttons that belong to it.
  function showStep(list) {
    const ticks = ticksOf(list);
    const place = ticks.findIndex((button) => !isTicked(button));
    const step = ticks[place]?.value ?? "";
    const former = (place < 0 ? ticks : ticks.slice(0, place)).findLast(isTicked)?.value ?? "";
    for (const card of list.querySelectorAll("[data-card]")) card.hidden = card.dataset.card !== step;
    for (const [at, mark] of [...list.querySelectorAll(".segments-bar > li")].entries()) {
      mark.className = isTicked(ticks[at]) ? "is-done" : at === place ? "is-now" : "";
    }
    const said = list.querySelector(".progress-steps__said");
    const number = place < 0 ? ticks.length : place + 1;
    if (said) said.textContent = evening().dataset.said.replace("{number}", number).replace("{all}", ticks.length);
    const bar = barOf(list.dataset.steps);
    for (const [name, value] of [["done", step], ["undone", former]]) {
      const button = bar?.querySelector(`button[name=${name}]`);
      if (!button) continue;
      button.value = value;
      button.hidden = !value;
    }
    const phase = bar?.querySelector("button[name=phase]");
    if (!phase) return;
    phase.hidden = Boolean(step && former);
    setReady(phase, !step);
  }

  // Before the first step is done, a quiet button skips the checklist. After the last step it is the large one.
  function setReady(button, ready) {
    button.classList.toggle("button--start", ready);
    button.querySelector(".bar__skip").hidden = ready;
    button.querySelector(".bar__goes").hidden = !ready;
  }

  // Show a stored tick that an older answer lacks. Warn if somebody else has undone a tick that was made on this page.
  function compareTicks(request) {
    const said = evening().dataset;
    for (const [step, { done, at }] of stored) {
      const button = document.getElementById(`tick-${step}`);
      const isWaiting = line.some(({ value }) => value === step);
      if (!button || isWaiting || isTicked(button) === done) continue;
      if (!(asked.get(request) > at)) {
        tick(button, done);
        continue;
      }
      stored.delete(step);
      const sentence = done ? said.untickedByOther : said.tickedByOther;
      shelf.warn(sentence.replace("{step}", button.querySelector(".step__said").textContent.trim()));
    }
  }

  function choose(player) {
    for (const button of document.querySelectorAll("button[name=first]")) {
      button.setAttribute("aria-pressed", String(button.value === player));
      // The site compares `shown` with the stored choice, and refuses a tap on an outdated page.
      button.form.elements.shown.value = player;
    }
  }

  // Show another phase before the site answers, from its beginning.
  function turn(from, to) {
    if (evening().dataset.phase !== from || !stages().some((stage) => stage.dataset.stage === to)) return;
    evening().dataset.phase = to;
    evening().toggleAttribute("data-plays", !lists().some((list) => list.dataset.steps === to));
    document.querySelector(".pop:popover-open")?.hidePopover();
    showPhase();
    window.scrollTo(0, 0);
  }

  // Return the bar that leads on from a phase, if it shows this phase.
  const barOf = (phase) => document.querySelector(`#now [data-leads-on="${phase}"]`);

  // Show the parts of the present phase, and in the menu its rows, which are outside the part that an update replaces.
  function showPhase() {
    const phase = evening().dataset.phase;
    for (const stage of stages()) stage.hidden = stage.dataset.stage !== phase;
    const stage = evening().querySelector(`.stack[data-stage="${phase}"]`);
    const bar = document.querySelector("[data-leads-on]");
    if (stage && bar) lead(bar, stage);
    showWaysOf(stage);
    document.getElementById("next-step")?.removeAttribute("id");
    const next = document.querySelector("#now .bar__stage:not([hidden]) :is([name=phase], a.button--start)");
    if (next) next.id = "next-step";
  }

  // Let the bar lead on from a phase. The count, and a game that may end, have a bar of their own.
  function lead(bar, { dataset: { stage, following, leadsTo } }) {
    bar.dataset.leadsOn = stage;
    bar.hidden = Boolean(document.querySelector(`#now [data-stage="${stage}"]`));
    const button = bar.querySelector("button[name=phase]");
    button.value = following;
    button.form.elements.seen.value = stage;
    button.querySelector(".bar__goes").textContent = leadsTo;
    if (lists().some((list) => list.dataset.steps === stage)) return;
    for (const other of bar.querySelectorAll("button[name=done], button[name=undone]")) other.hidden = true;
    button.hidden = false;
    setReady(button, true);
  }

  // Let the rows of the menu lead from a phase to the phase before, and to the count.
  function showWaysOf(stage) {
    const { former, takesBack, skipsTo } = stage?.dataset ?? {};
    for (const [row, to] of [["[data-back]", former], ["[data-to-count]", skipsTo]]) {
      const item = document.querySelector(row);
      if (!item) continue;
      item.hidden = !to;
      const button = item.querySelector("button");
      button.form.elements.seen.value = evening().dataset.phase;
      if (to) button.value = to;
      if (to && row === "[data-back]") button.querySelector("b").textContent = takesBack;
    }
  }

  function hold() {
    const left = latest + TWO_TAPS - performance.now();
    for (const button of document.querySelectorAll("#now :is([name=phase], [name=done])")) {
      button.setAttribute("aria-disabled", String(left > 0));
    }
    if (left > 0) setTimeout(hold, left);
  }

  async function send() {
    if (sending) return;
    clearTimeout(trying);
    line = shelf.waiting(place);
    if (!line.length) return;
    sending = true;
    const response = await shelf.post(place, shelf.bodyOf(line.slice(0, 1)));
    sending = false;
    if (!response || shelf.isStuck(response.status)) {
      failures += 1;
      trying = setTimeout(send, shelf.pause(failures));
    } else if (response.status === 403 || response.status === 404) {
      // The taps stay stored. The reloaded page sends them, unless it is an error page.
      if (tapped) location.reload();
      return;
    } else {
      failures = 0;
      const [{ name, value }] = line;
      if (response.status === 409) await shelf.tell(response);
      else if (name === "done" || name === "undone") stored.set(value, { done: name === "done", at: performance.now() });
      shelf.forget(line.slice(0, 1));
      line = shelf.waiting(place);
      // Without the entity tag, follow.js loads the new state, even if another phone has already undone this tap.
      document.querySelector("[data-follow]").dataset.tag = "";
      if (line.length) send();
      else shelf.isPresent();
    }
    show();
  }

  document.addEventListener("submit", (event) => {
    const { name, value } = event.submitter ?? {};
    if (!["done", "undone", "phase", "first"].includes(name)) return;
    event.preventDefault();
    if (event.submitter.getAttribute("aria-disabled") === "true") return;
    if (name === "phase" || event.submitter.closest("#now")) latest = performance.now();
    const body = new URLSearchParams(new FormData(event.target));
    body.delete("csrfmiddlewaretoken");
    body.set(name, value);
    body.set("key", shelf.key());
    line.push(shelf.put(place, { to: place, body: body.toString(), name, value, seen: body.get("seen") }));
    tapped = true;
    show();
    send();
  });
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => asked.set(xhr, performance.now()));
  document.addEventListener("htmx:afterSettle", ({ detail: { xhr } }) => {
    showPhase();
    compareTicks(xhr);
    show();
  });
  window.addEventListener("reachable", send);
  window.addEventListener("pageshow", (event) => event.persisted && send());
  // Do not warn about steps that the reader changes in another browser tab.
  shelf.hearOtherTabs(place, ({ value }) => stored.delete(value));
  shelf.sendsItself(place);
  line = shelf.waiting(place);
  show();
  send();
}
