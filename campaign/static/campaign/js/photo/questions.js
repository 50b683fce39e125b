/* Ask the person about the city on a photo. First show a board with the recognized buildings, and mark doubtful
   squares. Then ask what no photo shows: floors, VP, Mayor tiles, and which Public Services are special. */

import { writeCity } from "./city.js";
import { fromCorners, project } from "./geometry.js";

// If the photo reader's confidence in a building is lower, the page suggests PROPOSED instead.
const UNKNOWN = 0.5;
// The letter of the building that the page suggests for an unknown tile: Public Service.
const PROPOSED = "U";
const EMPTY = "-";
// The width and height of a square's picture, in pixels.
const CROP = 224;
// The distance from the middle of a square to the edge of its picture. At 0.5, the picture would show only the square.
const AROUND = 0.56;

export class Questions {
  constructor(entry, dialog, answered) {
    Object.assign(this, { entry, dialog, answered, squares: [] });
    this.names = entry.dataset.squares.split(" ");
    this.columns = Number(entry.dataset.columns);
    this.rows = Number(entry.dataset.rows);
    const kinds = entry.querySelector("template[data-kinds]").content;
    this.kinds = new Map([...kinds.querySelectorAll("[data-letter]")].map((kind) => [kind.dataset.letter, kind]));
    this.check = this.sentence("check");
    this.hidden = this.sentence("hidden");
  }

  sentence(name) {
    return this.dialog.querySelector("template[data-sentences]").content.querySelector(`[data-says="${name}"]`).textContent.trim();
  }

  /* Return the letters of all buildings that the photo reader can recognize: all but special Public Services. */
  get letters() {
    return [...this.kinds.keys()].filter((letter) => letter !== EMPTY && !this.isSpecial(letter)).join("");
  }

  isSpecial(letter) {
    return "special" in (this.kinds.get(letter)?.dataset ?? {});
  }

  get services() {
    return [...this.kinds.keys()].filter((letter) => letter === PROPOSED || this.isSpecial(letter));
  }

  facts(letter) {
    return this.kinds.get(letter).dataset;
  }

  copy(name) {
    return this.entry.querySelector(`template[data-${name}]`).content.firstElementChild.cloneNode(true);
  }

  /* --- The board --- */

  /* Show the recognized squares. `before` holds the squares of the city before the photo, if there was one. */
  board(squares, { picture, corners, before }) {
    const answered = this.kept(corners);
    Object.assign(this, { picture, corners });
    this.squares = squares.map((read, place) => this.square(read, place, answered[place], before?.[place]));
    const board = this.dialog.querySelector("[data-board-of-photo]");
    board.style.setProperty("--columns", this.columns);
    board.replaceChildren(...this.squares.map((square) => this.button(square)));
    const checks = this.dialog.querySelector("[data-checks]");
    checks.replaceChildren();
    for (const square of this.squares) if (square.check) this.askKind(square);
    this.paint();
  }

  /* After a move of the grid, return all squares, with null for each square that now lies on another tile. */
  kept(corners) {
    const { columns, rows } = this;
    const [was, now] = [this.corners ?? corners, corners].map((each) => {
      const h = fromCorners(each, columns, rows);
      return this.names.map((_, place) => project(h, place % columns, Math.floor(place / columns)));
    });
    return this.squares.map((square, place) => {
      const away = ([x, y]) => Math.hypot(x - now[place][0], y - now[place][1]);
      return now.every((other, i) => i === place || 2 * away(was[place]) < away(other)) ? square : null;
    });
  }

  square({ kind, second, confidence, doubtful, unseen }, place, answered, before) {
    const unknown = confidence < UNKNOWN && this.kinds.has(PROPOSED);
    const likely = unknown && kind !== PROPOSED && second !== PROPOSED ? [PROPOSED, kind] : [kind, second];
    const square = { place, name: this.names[place], kind: unknown ? PROPOSED : kind, likely, digit: null, mayors: null };
    // For a hidden square, suggest only the building that the city had there before the photo.
    if (unseen) Object.assign(square, { kind: this.kinds.has(before?.kind) ? before.kind : EMPTY, likely: null });
    if (square.kind === PROPOSED && this.isSpecial(before?.kind)) square.kind = before.kind;
    square.check = doubtful;
    square.unseen = unseen;
    if (answered?.isAnswered) {
      const { kind: told, isAnswered, isToldService } = answered;
      Object.assign(square, { kind: told, check: false, isAnswered, isToldService });
    }
    const known = [answered, before].find((other) => other?.kind === square.kind);
    return Object.assign(square, { digit: known?.digit ?? null, cost: known?.cost ?? "", mayors: known?.mayors ?? null });
  }

  get open() {
    return this.squares.filter(({ check }) => check);
  }

  crop(place) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = CROP;
    canvas.className = "photo__crop";
    drawCrop(canvas, this.picture, this.corners, this.columns, this.rows, place);
    return canvas;
  }

  button(square) {
    const button = this.copy("square");
    button.prepend(this.crop(square.place));
    button.onclick = () => this.askKind(square, { asked: true });
    square.button = button;
    return button;
  }

  paint() {
    for (const { button, name, kind, check, unseen } of this.squares) {
      const { name: building } = this.facts(kind);
      const icon = this.kinds.get(kind).querySelector("svg").cloneNode(true);
      const badge = button.querySelector(".photo__kind");
      const says = check && (unseen ? this.hidden : this.check);
      badge.replaceChildren(icon);
      badge.className = ["photo__kind", ...this.kinds.get(kind).classList].filter((one) => one.includes("kind")).join(" ");
      badge.hidden = Boolean(check && unseen && kind === EMPTY);
      button.classList.toggle("photo__square--check", Boolean(check));
      button.setAttribute("aria-label", [name, !badge.hidden && building, says].filter(Boolean).join(", "));
    }
    this.dialog.querySelector("[data-services]").hidden = !this.squares.some(({ kind }) => kind === PROPOSED);
  }

  /* Ask which building stands on a square: one of the two likeliest kinds, or any kind if the square is hidden. If the
     person has tapped the square (`asked`), offer all kinds, and return to the board after the answer. */
  askKind(square, { asked = false } = {}) {
    const letters = asked || !square.likely ? [...this.kinds.keys()] : square.likely;
    const choices = letters.map((letter) => [letter, this.kinds.get(letter).cloneNode(true)]);
    const chosen = square.check ? null : square.kind;
    const legend = square.check && square.unseen ? `${square.name}, ${this.hidden}` : square.name;
    const question = this.question(`kind-${square.place}`, square, legend, choices, chosen, (letter) => this.tell(square, letter));
    square.question?.remove();
    square.question = question;
    const checks = this.dialog.querySelector("[data-checks]");
    if (!asked) {
      checks.append(question);
      return;
    }
    question.classList.add("photo__question--large");
    question.onpointerdown = () => (question.byHand = true);
    question.onkeydown = ({ key }) => {
      question.byHand = false;
      if (key === "Enter") this.leave(square);
    };
    question.onclick = ({ target }) => {
      // Leave the question only after the event `change`, which stores the answer and comes after `click`.
      if (question.byHand && target.matches("input")) setTimeout(() => this.leave(square));
    };
    checks.prepend(question);
    (question.querySelector("input:checked") ?? question.querySelector("input")).focus();
    question.scrollIntoView({ block: "nearest" });
  }

  /* Store a person's answer: the kind of building on a square. A new kind resets floors, VP and Mayor tiles. */
  tell(square, kind, isToldService = square.isToldService) {
    if (kind !== square.kind) Object.assign(square, { digit: null, cost: "", mayors: null });
    Object.assign(square, { kind, check: false, isAnswered: true, isToldService });
    this.paint();
  }

  /* Move the focus from the question about a square back to the board. */
  leave(square) {
    if (!square.check) square.question.remove();
    square.button.focus();
    square.button.scrollIntoView({ block: "nearest" });
  }

  /* --- Questions about floors, VP, Mayor tiles and Public Services --- */

  /* Return the names of the steps with a question about these squares, such as ["floors", "mayors"]. */
  steps(squares = this.squares) {
    return ["services", "floors", "vp", "mayors"].filter((step) => this.asked(step, squares).length);
  }

  asked(step, squares = this.squares) {
    const { services } = this;
    if (step === "services") return services.length > 1 ? squares.filter(({ kind }) => services.includes(kind)) : [];
    return squares.filter(({ kind }) => {
      const facts = this.facts(kind);
      return step === "mayors" ? "mayors" in facts : facts.asks === step;
    });
  }

  prepare(step) {
    const place = this.dialog.querySelector(`[data-photo-step="${step}"] [data-questions]`);
    const ask = step === "services" ? this.askService : this.askNumber;
    place?.replaceChildren(...this.asked(step).map((square) => ask.call(this, square, step)));
  }

  askNumber(square, step) {
    const isMayors = step === "mayors";
    const field = isMayors ? "mayors" : "digit";
    const { name, lowest, highest } = this.facts(square.kind);
    const [from, to] = isMayors ? [0, square.digit ?? 1] : [Number(lowest), Number(highest)];
    const choices = [];
    for (let number = from; number <= to; number++) {
      const choice = this.copy("number");
      choice.querySelector("span").textContent = choice.querySelector("input").value = number;
      choices.push([String(number), choice]);
    }
    if (isMayors && square.mayors > to) square.mayors = to;
    const legend = `${square.name} ${name}`;
    return this.question(`${step}-${square.place}`, square, legend, choices, square[field]?.toString(), (value) => {
      square[field] = Number(value);
    });
  }

  askService(square) {
    const choices = this.services.map((letter) => [letter, this.kinds.get(letter).cloneNode(true)]);
    const chosen = square.isToldService || this.isSpecial(square.kind) ? square.kind : null;
    return this.question(`service-${square.place}`, square, square.name, choices, chosen, (letter) => this.tell(square, letter, true));
  }

  question(name, square, legend, choices, chosen, answer) {
    const question = this.copy("question");
    question.querySelector("legend").textContent = legend;
    question.querySelector(".photo__asked").prepend(this.crop(square.place));
    for (const [value, choice] of choices) {
      const field = choice.querySelector("input");
      field.name = `photo-${name}`;
      field.checked = value === chosen;
      field.onchange = () => {
        answer(value);
        this.answered();
      };
      question.querySelector(".photo__choices").append(choice);
    }
    return question;
  }

  isUntouched(step) {
    if (step === "services") return !this.asked(step).some(({ kind, isToldService }) => isToldService || this.isSpecial(kind));
    const field = { floors: "digit", vp: "digit", mayors: "mayors" }[step];
    return Boolean(field) && this.asked(step).every((square) => square[field] === null);
  }

  /* --- Notation --- */

  get isEmpty() {
    return this.squares.every(({ kind }) => kind === EMPTY);
  }

  notation() {
    const [inhabitants, energy] = ["inhabitants", "energy"].map((id) => document.getElementById(`photo-${id}`).value || 0);
    return writeCity(this.squares, this.columns, inhabitants, energy);
  }
}

/* Draw one square of the photo on the whole canvas, without perspective, because a square is small. */
function drawCrop(canvas, picture, corners, columns, rows, place) {
  const h = fromCorners(corners, columns, rows);
  const [column, row] = [place % columns, Math.floor(place / columns)];
  const at = (x, y) => project(h, column + x * AROUND, row + y * AROUND);
  const [[x0, y0], [x1, y1], [x2, y2]] = [at(-1, -1), at(1, -1), at(-1, 1)];
  const size = canvas.width;
  // Compute the matrix that maps the corners (x0, y0), (x1, y1) and (x2, y2) to corners of the canvas.
  const [ax, ay, bx, by] = [x1 - x0, y1 - y0, x2 - x0, y2 - y0];
  const area = ax * by - ay * bx;
  const [a, b, c, d] = [by, -ay, -bx, ax].map((value) => (value * size) / area);
  const context = canvas.getContext("2d");
  context.fillRect(0, 0, size, size);
  context.setTransform(a, b, c, d, -(a * x0 + c * y0), -(b * x0 + d * y0));
  context.drawImage(picture, 0, 0);
  context.resetTransform();
}
