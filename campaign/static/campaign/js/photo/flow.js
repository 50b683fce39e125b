/* From a photo to a city, step by step, in a dialog. Its words come translated from the page. */

import { Grid } from "./grid.js";
import { Questions } from "./questions.js";
import { savePhoto } from "./save.js";

const DOUBTFUL = 4; // squares in doubt from which another photo is better
const ENOUGH = 0.6; // of a mat's squares, seen, for a grid that can be trusted

let reading; // the worker, kept for the next photo

/* Ask the worker, and wait for its answer. */
function ask(entry, task) {
  reading ??= new Worker(entry.dataset.worker, { type: "module" });
  const id = crypto.getRandomValues(new Uint32Array(1))[0];
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
    const { columns, rows } = entry.dataset;
    this.columns = Number(columns);
    this.rows = Number(rows);
    this.grid = new Grid(this.find("[data-frame]"), {
      columns: this.columns,
      rows: this.rows,
      moved: (corners) => this.snap(corners),
    });
    this.questions = new Questions(entry, this.dialog, () => this.label());
  }

  find(selector) {
    return this.dialog.querySelector(selector);
  }

  /* Lead from the file to the city; done when the dialog is closed. */
  async run(file) {
    this.find("[data-do=back]").onclick = () => this.back();
    this.find("[data-do=next]").onclick = () => this.next();
    this.find("[data-do=close]").onclick = () => this.dialog.close();
    this.find("[data-do=save]").onclick = () => this.save();
    const closed = new Promise((resolve) => (this.dialog.onclose = resolve));
    this.dialog.showModal();
    const { parameters } = this.entry.dataset;
    const { columns, rows } = this;
    this.opened = ask(this.entry, { task: "open", file, parameters, columns, rows, letters: this.questions.letters });
    const field = document.getElementById("id_city");
    if (/[A-Z]/.test(field.value)) this.show("replace");
    else this.read();
    await closed;
  }

  /* --- Steps --- */

  show(step) {
    this.step = step;
    this.trouble(null);
    for (const section of this.dialog.querySelectorAll("[data-photo-step]")) section.hidden = section.dataset.photoStep !== step;
    this.label();
    this.find(".photo-dialog__body").scrollTop = 0;
    this.find("#photo-title").focus();
  }

  label() {
    const { step } = this;
    const own = ["replace", "reading", "grid", "supply"].includes(step);
    const says = own ? step : this.questions.isUntouched(step) ? "skip" : "next";
    for (const text of this.dialog.querySelectorAll("[data-do=next] [data-says]")) text.hidden = text.dataset.says !== says;
    this.find("[data-do=next]").disabled = step === "reading";
    this.find("[data-do=back]").hidden = ["replace", "reading", "grid"].includes(step);
  }

  /* The sentence of that name, with numbers put in; null takes it away. */
  trouble(name, numbers = {}) {
    const place = this.find("[data-photo-trouble]");
    place.hidden = !name;
    if (!name) return;
    const sentences = this.find("template[data-sentences]").content;
    const text = sentences.querySelector(`[data-says="${name}"]`).textContent.trim();
    place.textContent = text.replace(/\{(\w+)\}/g, (_, key) => numbers[key]);
  }

  get steps() {
    return ["grid", "board", ...this.questions.steps, "supply"];
  }

  back() {
    this.show(this.steps[this.steps.indexOf(this.step) - 1]);
  }

  next() {
    if (this.step === "replace") this.read();
    else if (this.step === "grid") this.board();
    else if (this.step === "supply") this.set();
    else {
      const step = this.steps[this.steps.indexOf(this.step) + 1];
      this.questions.prepare(step);
      this.show(step);
    }
  }

  async read() {
    this.show("reading");
    const answer = await this.opened;
    if (!this.dialog.open) return;
    if (!answer.picture) {
      this.trouble(answer.trouble);
      this.find('[data-photo-step="reading"]').hidden = true;
      return;
    }
    this.picture = answer.picture;
    this.squares = answer.squares;
    this.show("grid");
    this.grid.show(answer.picture, answer.corners);
    const all = this.columns * this.rows;
    if (answer.trouble) this.trouble(answer.trouble);
    else if (!answer.complete || answer.found < ENOUGH * all) this.trouble("few-squares", { all, found: answer.found });
  }

  /* Corners set by hand go to the squares near them; what stands there is read again. */
  async snap(corners) {
    this.squares = null;
    const answer = await ask(this.entry, { task: "snap", corners });
    if (this.step === "grid" && answer.corners) this.grid.set(answer.corners);
  }

  async board() {
    if (!this.squares) {
      this.show("reading");
      const answer = await ask(this.entry, { task: "read", corners: this.grid.corners });
      if (!answer.squares) {
        this.show("grid");
        this.trouble(answer.trouble);
        return;
      }
      this.squares = answer.squares;
      this.grid.corners = answer.corners;
    }
    const count = this.questions.board(this.squares);
    this.show("board");
    if (count >= DOUBTFUL) this.trouble("doubtful", { count });
  }

  /* --- What comes of it --- */

  /* The city goes the way of any that is pasted. */
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

export function readPhoto(entry, file) {
  return new Flow(entry).run(file);
}
