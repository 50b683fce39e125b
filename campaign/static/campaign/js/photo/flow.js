/* Guide a person from a photo to a city, step by step, in a dialog. Each message has a name, such as "no-mat". */

import { parseCity, savePhoto } from "./city.js";
import { Grid } from "./grid.js";
import { Questions } from "./questions.js";

// If at least this many squares are doubtful, advise the person to take another photo.
const DOUBTFUL = 4;
// If a smaller share of a Classic mat's squares is found, ask the person to set the corners.
const ENOUGH = 0.6;
// If at most this share of an Expert mat's squares is visible, ask the person to set the corners.
const WHOLE = 0.8;
// The messages about a grid that is certainly wrong.
const REFUSED = ["no-mat", "no-expert-mat", "expert-mat", "mostly-hidden"];

// The web worker that reads photos. It stays alive for the next photo.
let reading;
// The number of tasks that the worker has received.
let asked = 0;

/* Send a task to the worker. Return a promise of the worker's answer. */
function ask(entry, task) {
  reading ??= new Worker(entry.dataset.worker, { type: "module" });
  const id = asked++;
  return new Promise((resolve) => {
    const answer = ({ data }) => {
      if (data.id !== id) return;
      reading.removeEventListener("message", answer);
      resolve(data);
    };
    reading.addEventListener("message", answer);
    reading.onerror = () => {
      reading = undefined;
      resolve({ trouble: "not-loaded" });
    };
    reading.postMessage({ id, ...task });
  });
}

class Flow {
  constructor(entry) {
    this.entry = entry;
    this.dialog = document.querySelector("[data-photo-dialog]");
    const { columns, rows, squares } = entry.dataset;
    this.columns = Number(columns);
    this.rows = Number(rows);
    this.grid = new Grid(this.find("[data-frame]"), {
      columns: this.columns,
      rows: this.rows,
      first: squares.split(" ")[0],
      moved: (corners) => this.snap(corners),
    });
    const field = document.getElementById("id_city");
    this.isReplacing = /[A-Z]/.test(field.value);
    this.before = this.isReplacing ? parseCity(field.value, this.columns * this.rows) : null;
  }

  find(selector) {
    return this.dialog.querySelector(selector);
  }

  /* Guide the person from the photo file to the city. The promise resolves when the dialog is closed. */
  async run(file) {
    // A button with data-do="next" calls the method next().
    for (const button of this.dialog.querySelectorAll("[data-do]")) button.onclick = () => this[button.dataset.do]();
    const another = this.find("[data-photo-another] input");
    another.onchange = () => {
      const [picture] = another.files;
      if (!picture) return;
      this.open(picture);
      this.read();
      another.value = "";
    };
    for (const supply of ["inhabitants", "energy"]) {
      document.getElementById(`photo-${supply}`).value = this.before?.[supply] ?? 0;
    }
    const closed = new Promise((resolve) => (this.dialog.onclose = resolve));
    this.dialog.showModal();
    this.open(file);
    if (this.isReplacing) this.show("replace");
    else this.read();
    await closed;
  }

  open(file) {
    this.questions = new Questions(this.entry, this.dialog, () => this.label());
    const { columns, rows } = this;
    const { letters } = this.questions;
    const { parameters } = this.entry.dataset;
    this.opened = ask(this.entry, { task: "open", file, parameters, columns, rows, letters });
  }

  /* --- Steps --- */

  show(step) {
    this.step = step;
    this.trouble(null);
    for (const section of this.dialog.querySelectorAll("[data-photo-step]")) section.hidden = section.dataset.photoStep !== step;
    this.label();
    if (step === "grid") this.grid.draw();
    this.find(".photo-dialog__body").scrollTop = 0;
    this.find(`[data-photo-step="${step}"] h3`).focus();
  }

  /* Show the buttons that belong to the current step, with the right labels. */
  label() {
    const { step, isDead, refusal } = this;
    const own = ["replace", "reading", "supply"].includes(step);
    const grid = REFUSED.includes(refusal) ? "anyway" : "grid";
    const rest = own ? step : this.questions.isUntouched(step) ? "skip" : "next";
    const says = step === "grid" ? grid : rest;
    for (const text of this.dialog.querySelectorAll("[data-do=next] [data-says]")) text.hidden = text.dataset.says !== says;
    const next = this.find("[data-do=next]");
    next.disabled = step === "reading" || (step === "grid" && refusal === "no-mat");
    next.hidden = isDead;
    next.classList.toggle("button--primary", says !== "anyway");
    this.find("[data-do=back]").hidden = ["replace", "reading", "grid"].includes(step);
    this.find("[data-do=cancel]").hidden = step !== "replace";
    this.find("[data-photo-another]").hidden = !isDead && !["grid", "board"].includes(step);
    this.find("[data-do=other]").hidden = !this.second;
    const place = this.steps.indexOf(step);
    this.find("[data-photo-place]").textContent =
      place < 0 ? "" : this.sentence("place", { number: place + 1, count: this.steps.length });
  }

  sentence(name, numbers = {}) {
    return this.questions.sentence(name).replace(/\{(\w+)\}/g, (_, key) => numbers[key]);
  }

  /* Show the message with this name, such as "no-mat", and insert the numbers. Without a name, hide the message. */
  trouble(name, numbers) {
    const place = this.find("[data-photo-trouble]");
    place.hidden = !name;
    if (!name) return;
    place.textContent = this.sentence(name, numbers);
    if (name === "which-side" && this.second) place.textContent += ` ${this.sentence("two-mats")}`;
  }

  get steps() {
    const known = this.questions.squares.length ? this.questions.squares : (this.squares ?? []);
    return ["grid", "board", ...this.questions.steps(known), "supply"];
  }

  close() {
    this.dialog.close();
  }

  cancel() {
    this.dialog.close();
  }

  back() {
    this.show(this.steps[this.steps.indexOf(this.step) - 1]);
  }

  next() {
    if (this.step === "replace") this.read();
    else if (this.step === "grid") this.board();
    else if (this.step === "supply") this.set();
    else if (this.step !== "board" || this.mayGoOn()) {
      const step = this.steps[this.steps.indexOf(this.step) + 1];
      this.questions.prepare(step);
      this.show(step);
    }
  }

  /* Return false and show a message if the board is empty or, at the first attempt, if questions are unanswered. */
  mayGoOn() {
    const { open, isEmpty } = this.questions;
    if (open.length && !this.wasTold) {
      this.wasTold = true;
      this.trouble("open", { squares: open.map(({ name }) => name).join(", ") });
      open[0].question.querySelector("input").focus();
      return false;
    }
    if (isEmpty) this.trouble("empty");
    return !isEmpty;
  }

  async read() {
    const { opened } = this;
    Object.assign(this, { refusal: null, isDead: false, second: null, squares: null, isUpright: false, wasTold: false });
    this.show("reading");
    const answer = await opened;
    if (!this.dialog.open || opened !== this.opened) return;
    if (!answer.picture) {
      this.isDead = true;
      this.label();
      this.trouble(answer.trouble);
      this.find('[data-photo-step="reading"]').hidden = true;
      this.find("[data-photo-another] input").focus();
      return;
    }
    const { picture, squares, corners, trouble, found, complete, isMat } = answer;
    Object.assign(this, { picture, squares, refusal: trouble, second: answer.other });
    this.grid.use(picture, corners);
    this.show("grid");
    if (trouble) return this.trouble(trouble);
    const all = squares.length;
    const seen = squares.filter(({ unseen }) => !unseen).length;
    if (isMat && seen <= WHOLE * all) this.trouble("few-squares", { all, found: seen });
    else if (!isMat && (!complete || found < ENOUGH * all)) this.trouble("few-squares", { all, found });
  }

  /* --- The grid --- */

  /* A person has moved the corners of the grid. Align the grid with the squares in the picture. */
  async snap(corners) {
    this.squares = null;
    const answer = await ask(this.entry, { task: "snap", corners });
    // The person may have turned or moved the grid while the worker was busy.
    if (this.step !== "grid" || !answer.corners || this.grid.corners !== corners) return;
    this.grid.set(answer.corners);
    // The message "which-side" stays until the person turns the grid.
    if (this.refusal === "which-side") return;
    this.refusal = answer.trouble;
    this.trouble(this.refusal);
    this.label();
  }

  /* Turn the grid. From now on the photo reader does not decide which side is up. */
  turn() {
    const by = this.columns === this.rows ? 1 : 2;
    const { corners } = this.grid;
    this.grid.set([...corners.slice(by), ...corners.slice(0, by)]);
    Object.assign(this, { squares: null, isUpright: true });
    if (this.refusal === "which-side") this.trouble((this.refusal = this.second ? "two-mats" : null));
  }

  other() {
    const { second, refusal } = this;
    const { corners } = this.grid;
    this.grid.set(second.corners);
    Object.assign(this, { squares: null, second: { corners, trouble: refusal }, refusal: second.trouble ?? "two-mats", isUpright: false });
    this.trouble(this.refusal);
  }

  /* --- The board --- */

  async board() {
    const { isUpright } = this;
    if (!this.squares) {
      this.show("reading");
      const answer = await ask(this.entry, { task: "read", corners: this.grid.corners, upright: isUpright });
      if (!answer.squares || answer.squares.every(({ unseen }) => unseen)) {
        this.show("grid");
        this.trouble(answer.trouble ?? "nothing-seen");
        return;
      }
      this.squares = answer.squares;
      this.grid.set(answer.corners);
    }
    if (this.shown !== this.squares) {
      const { picture, before } = this;
      this.questions.board(this.squares, { picture, corners: this.grid.corners, before: before?.squares });
      Object.assign(this, { shown: this.squares, wasTold: false });
    }
    this.show("board");
    const count = this.questions.open.length;
    if (count >= DOUBTFUL) this.trouble("doubtful", { count });
  }

  /* --- The result --- */

  /* Write the city's notation into the text field of the page, and press the button that submits this field. */
  set() {
    document.getElementById("id_city").value = this.questions.notation();
    this.dialog.close();
    document.getElementById("paste").click();
  }

  save() {
    const { columns, rows, grid } = this;
    savePhoto(this.picture, { city: this.questions.notation(), columns, rows, corners: grid.corners });
  }
}

/* Start the worker and load the parameters of its nets, to save time when the first photo arrives. */
export function prepareReader(entry) {
  if (!reading) ask(entry, { task: "prepare", parameters: entry.dataset.parameters });
}

export function readPhoto(entry, file) {
  return new Flow(entry).run(file);
}
