/* Show the likely effect of a tap in the city editor before the server answers. Only the server computes VP. */

import { brushesIn, built, tilesOf } from "../built.js";

export const form = document.querySelector("[data-editor]");
export const byId = (id) => document.getElementById(id);
export const squareOf = (name) => byId(`board-${name}`);
export const brushes = brushesIn(form);
export const isByHand = () => "byHand" in byId("state").dataset;

// Return the code of the building on a square, such as "T3".
export const codeOn = (square) => square.querySelector(".square__code")?.textContent ?? "";

const AT_A_SQUARE = ["tap", "type", "up", "down", "digit", "clear"];

export function actionOf(values) {
  return values.get("do") || (values.has("digit") ? "digit" : values.has("square") ? "tap" : "paste");
}

function squareName(values) {
  return AT_A_SQUARE.includes(actionOf(values)) ? (values.get("square") ?? values.get("at")) : "";
}

export function paint(values) {
  if (values.get("do") === "supply") for (const name of ["inhabitants", "energy"]) byId(name).value = values.get(name);
  const square = squareOf(squareName(values));
  if (!square || isByHand()) return;
  const before = codeOn(square);
  const tap = { do: actionOf(values), brush: values.get("tile") ?? values.get("brush"), digit: values.get("digit") };
  const code = built(tap, before, brushes);
  for (const chosen of form.querySelectorAll(".square.is-selected")) {
    keep(chosen);
    chosen.classList.remove("is-selected");
  }
  keep(square);
  square.classList.add("is-selected");
  // Until the answer arrives, the tray may show the tools of another square. Disable the tray in this case.
  byId("tray")?.toggleAttribute("inert", squareName(values) !== form.elements.at.value);
  if (code === null || code === before) return;
  draw(square, code);
  keep(byId("bar"));
  const counter = byId("tiles");
  const count = Number(counter.dataset.tiles) + tilesOf(code, brushes) - tilesOf(before, brushes);
  counter.textContent = counter.textContent.replace(counter.dataset.tiles, count);
  counter.dataset.tiles = count;
}

// Copies of elements before paint() changed them, by id. They are restored before htmx swaps in an answer.
const painted = new Map();

function keep(part) {
  if (!painted.has(part.id)) painted.set(part.id, part.cloneNode(true));
}

export function takeBack() {
  for (const [id, part] of painted) byId(id)?.replaceWith(part);
  painted.clear();
}

// Mark the page and the tapped squares while taps wait for an answer.
export function mark(taps) {
  form.toggleAttribute("data-busy", taps.length > 0);
  document.querySelector("[data-total]").toggleAttribute("data-on-its-way", taps.length > 0);
  for (const { values } of taps) squareOf(squareName(values))?.classList.add("is-pending");
}

function draw(square, code) {
  const brush = code ? form.querySelector(`.brush__input[value="${code[0]}"]`) : null;
  const kind = brush?.dataset.kind;
  square.className = ["square", "is-selected", ...(kind ? ["square--built", "kind", `kind--${kind}`] : [])].join(" ");
  const name = square.dataset.square;
  square.setAttribute("aria-label", brush ? `${name}, ${brush.parentElement.title}` : name);
  const tile = square.querySelector(".square__tile");
  tile.replaceChildren();
  if (!kind) return;
  const letters = document.createElement("span");
  letters.className = "square__code";
  letters.textContent = code;
  const drawing = brush.parentElement.querySelector("svg").cloneNode(true);
  drawing.setAttribute("class", "square__drawing");
  const use = drawing.querySelector("use");
  if (brush.dataset.digit === "floors") use.setAttribute("href", `${use.getAttribute("href")}-${code.slice(1)}`);
  tile.append(letters, drawing);
}
