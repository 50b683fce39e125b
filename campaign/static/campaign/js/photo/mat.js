/* Compute features of the Expert mat's print: colours at spots that no tile covers. From these, a neural net decides
   whether a mat is the Expert mat, where it lies, and which side is up. */

import { project } from "./geometry.js";
import { part } from "./light.js";
import { reduce, sample } from "./picture.js";

export const COLUMNS = 5;
export const ROWS = 4;
// printOf() reduces the picture until a square is about this many pixels wide.
const PITCH = 40;
// printOf() returns null if a smaller share of the mat lies inside the picture.
const LEAST = 0.35;
// printOf() divides lightness, red-green and blue-yellow by these numbers, so that all features have a similar range.
const SPREADS = [0.2, 0.12, 0.12];
const WIDE = [-0.12, -0.06, 0, 0.06, 0.12];
const NARROW = [-0.03, 0, 0.03];

function places(columns, rows, x, y, wide, high) {
  return Array.from({ length: columns * rows }, (_, i) => {
    return { x: (i % columns) - x, y: Math.floor(i / columns) - y, wide, high };
  });
}

/* The spots where colours are measured, in three groups: corners of squares, vertical gaps and horizontal gaps. Turning
   the mat upside down reverses the order within each group. */
const GROUPS = [
  places(COLUMNS + 1, ROWS + 1, 0.5, 0.5, WIDE, WIDE),
  places(COLUMNS + 1, ROWS, 0.5, 0, NARROW, WIDE),
  places(COLUMNS, ROWS + 1, 0, 0.5, WIDE, NARROW),
];
const PLACES = GROUPS.flat();
const HALF_TURN = GROUPS.flatMap((group) => group.map((place) => PLACES.indexOf(place)).reverse());

export function isWithin([x, y], { width, height }) {
  return x >= 0 && x < width && y >= 0 && y < height;
}

/* Return the mean colour of a spot on the mat, from 0 to 1. `reduced` is the picture, reduced by `factor`. */
function colourAt(reduced, factor, h, { x, y, wide, high }) {
  const pixel = [0, 0, 0];
  const sum = [0, 0, 0];
  for (const dy of high) {
    for (const dx of wide) {
      const [u, v] = project(h, x + dx, y + dy);
      sample(reduced, (u + 0.5) / factor - 0.5, (v + 0.5) / factor - 0.5, pixel, 0);
      for (let c = 0; c < 3; c++) sum[c] += pixel[c];
    }
  }
  return sum.map((value) => value / (255 * wide.length * high.length));
}

/* Return two lists of features: for an upright mat, and for a mat upside down. Return null if too much of the mat lies
   outside the picture. */
export function printOf(picture, h) {
  const seen = PLACES.map(({ x, y }) => isWithin(project(h, x, y), picture));
  const count = seen.filter(Boolean).length;
  if (count < LEAST * PLACES.length) return null;
  const [a, b] = [project(h, 0, 0), project(h, COLUMNS - 1, ROWS - 1)];
  const factor = Math.max(1, Math.floor(Math.hypot(b[0] - a[0], b[1] - a[1]) / 5 / PITCH));
  const reduced = reduce(picture, factor);
  const found = PLACES.map((place, i) => seen[i] && colourAt(reduced, factor, h, place));
  const white = [0, 1, 2].map((c) => Math.max(0.02, part(found.filter(Boolean).map((colour) => colour[c]), 0.75)));
  const colours = found.map((colour) => {
    if (!colour) return null;
    const [red, green, blue] = colour.map((value, c) => value / white[c]);
    const light = (red + green + blue) / 3;
    return [light, (red - green) / (light + 0.2), (red + green - 2 * blue) / (2 * (light + 0.2))];
  });
  const middle = [0, 1, 2].map((c) => part(colours.filter(Boolean).map((colour) => colour[c]), 0.5));
  const coded = colours.map((colour) =>
    SPREADS.map((spread, c) => (colour ? Math.min(3, Math.max(-3, (colour[c] - middle[c]) / spread)) : 0)),
  );
  return [coded.flat(), HALF_TURN.flatMap((place) => coded[place])];
}
