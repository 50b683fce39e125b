/* What the photo shows, and what it cannot tell: the buildings on their squares, those to check, then floors, printed VP
   and Mayor tiles. */

const UNKNOWN = 0.5; // below this the likeliest kind is none to propose
const PROPOSED = "U"; // what a tile that is not known is proposed as

export class Questions {
  constructor(entry, dialog, answered) {
    Object.assign(this, { entry, dialog, answered });
    this.names = entry.dataset.squares.split(" ");
    this.columns = Number(entry.dataset.columns);
    const kinds = entry.querySelector("template[data-kinds]").content;
    this.kinds = new Map([...kinds.querySelectorAll("[data-letter]")].map((kind) => [kind.dataset.letter, kind]));
    this.check = dialog.querySelector("template[data-sentences]").content.querySelector('[data-says="check"]').textContent.trim();
  }

  get letters() {
    return [...this.kinds.keys()].filter((letter) => letter !== "-").join("");
  }

  facts(letter) {
    return this.kinds.get(letter).dataset;
  }

  section(step) {
    return this.dialog.querySelector(`[data-photo-step="${step}"]`);
  }

  copy(name) {
    return this.entry.querySelector(`template[data-${name}]`).content.firstElementChild.cloneNode(true);
  }

  /* --- The board --- */

  /* Show what was read; return how many squares are in doubt. */
  board(squares) {
    this.squares = squares.map(({ kind, second, confidence, doubtful }, place) => {
      const unknown = confidence < UNKNOWN && this.kinds.has(PROPOSED);
      const likely = unknown && kind !== PROPOSED && second !== PROPOSED ? [PROPOSED, kind] : [kind, second];
      const proposed = unknown ? PROPOSED : kind;
      return { place, name: this.names[place], kind: proposed, likely, check: doubtful, digit: null, mayors: null };
    });
    const board = this.dialog.querySelector("[data-board-of-photo]");
    board.style.setProperty("--columns", this.columns);
    board.replaceChildren(...this.squares.map((square) => this.button(square)));
    const checks = this.dialog.querySelector("[data-checks]");
    checks.replaceChildren();
    for (const square of this.squares) if (square.check) this.askKind(square);
    this.paint();
    return this.squares.filter((square) => square.check).length;
  }

  button(square) {
    const button = this.copy("square");
    button.onclick = () => this.askKind(square, { focus: true });
    square.button = button;
    return button;
  }

  paint() {
    for (const { button, name, kind, check } of this.squares) {
      const { name: building } = this.facts(kind);
      const icon = this.kinds.get(kind).querySelector("svg").cloneNode(true);
      button.replaceChildren(icon);
      button.className = `photo__square ${this.kinds.get(kind).className.replace("photo__choice", "")}`;
      button.classList.toggle("photo__square--check", Boolean(check));
      button.setAttribute("aria-label", [name, building, check && this.check].filter(Boolean).join(", "));
    }
    this.dialog.querySelector("[data-services]").hidden = !this.squares.some(({ kind }) => kind === PROPOSED);
  }

  /* Which building stands there: the two likeliest where it is in doubt, all of them where a person asks. */
  askKind(square, { focus = false } = {}) {
    const letters = focus ? [...this.kinds.keys()] : square.likely;
    const choices = letters.map((letter) => [letter, this.kinds.get(letter).cloneNode(true)]);
    const question = this.question(`kind-${square.place}`, square.name, choices, square.kind, (letter) => {
      Object.assign(square, { kind: letter, check: false, digit: null, mayors: null });
      this.paint();
    });
    square.question?.remove();
    square.question = question;
    this.dialog.querySelector("[data-checks]").append(question);
    if (focus) question.querySelector("input:checked, input").focus();
  }

  /* --- What it cannot tell --- */

  get steps() {
    return ["floors", "vp", "mayors"].filter((step) => this.asked(step).length);
  }

  asked(step) {
    return this.squares.filter(({ kind }) => {
      const facts = this.facts(kind);
      return step === "mayors" ? "mayors" in facts : facts.asks === step;
    });
  }

  prepare(step) {
    const section = this.section(step);
    const place = section.querySelector("[data-questions]");
    if (!place) return;
    const field = step === "mayors" ? "mayors" : "digit";
    const questions = this.asked(step).map((square) => {
      const { name, lowest, highest } = this.facts(square.kind);
      const [from, to] = step === "mayors" ? [0, square.digit ?? 1] : [Number(lowest), Number(highest)];
      const choices = Array.from({ length: to - from + 1 }, (_, i) => {
        const choice = this.copy("number");
        choice.querySelector("span").textContent = from + i;
        choice.querySelector("input").value = from + i;
        return [String(from + i), choice];
      });
      if (step === "mayors" && square.mayors > to) square.mayors = to;
      const legend = `${square.name} ${name}`;
      return this.question(`${step}-${square.place}`, legend, choices, square[field]?.toString(), (value) => {
        square[field] = Number(value);
      });
    });
    place.replaceChildren(...questions);
  }

  question(name, legend, choices, chosen, answer) {
    const question = this.copy("question");
    question.querySelector("legend").textContent = legend;
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
    const field = { floors: "digit", vp: "digit", mayors: "mayors" }[step];
    return Boolean(field) && this.asked(step).every((square) => square[field] === null);
  }

  /* --- The city in the notation --- */

  notation() {
    const rows = [];
    for (const { place, kind, digit, mayors } of this.squares) {
      if (place % this.columns === 0) rows.push("");
      rows[rows.length - 1] += kind + (digit ?? "") + "*".repeat(mayors ?? 0);
    }
    const [inhabitants, energy] = ["inhabitants", "energy"].map((id) => document.getElementById(`photo-${id}`).value || 0);
    return `${rows.join("/")} ${inhabitants}i${energy}e`;
  }
}
