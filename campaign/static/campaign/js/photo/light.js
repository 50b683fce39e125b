/* Show the mat as from straight above, and remove the effect of the light. The mat between the squares is nearly
   white, so its colour there is the colour of the light, and its brightness tells how much light falls on the squares
   beside it. */

import { project } from "./geometry.js";
import { reduce, sample } from "./picture.js";

export const PITCH = 40; // the distance between two squares, in pixels
export const MARGIN = 4; // the width of the border around the outer squares, in pixels
const EDGE = 5; // pixels at each side of a square that lie beside its tile or on the edge of the tile
// a pixel is white without print if all its channels reach WHITE; a channel is overexposed if it reaches FULL
const [WHITE, FULL] = [0.95, 0.985];
const [DARK, LIGHT] = [0.2, 0.85]; // the quantiles of brightness that count as dark and as light
const GAP = 0.44; // no tile reaches farther than this from the middle of its square, in widths of a square

/* Return the place inside the picture for a place beyond its edge, as if the edge were a mirror. */
const mirrored = (place, last) => last - Math.abs(last - Math.abs(place));

/* Return the mat as seen from straight above, with colours from 0 to 1. Where the mat reaches beyond the picture, the
   picture is mirrored at its edge. balance() later keeps these colours as `raw`. */
function flatten(picture, h, columns, rows) {
  const [a, b, c] = [[0, 0], [columns - 1, 0], [0, rows - 1]].map(([x, y]) => project(h, x, y));
  const across = Math.hypot(b[0] - a[0], b[1] - a[1]) / (columns - 1);
  const down = Math.hypot(c[0] - a[0], c[1] - a[1]) / (rows - 1);
  const factor = Math.max(1, Math.floor((across + down) / 2 / PITCH));
  const reduced = reduce(picture, factor);
  const width = columns * PITCH + 2 * MARGIN;
  const height = rows * PITCH + 2 * MARGIN;
  const data = new Float32Array(width * height * 3);
  for (let j = 0, at = 0; j < height; j++) {
    const y = (j - MARGIN + 0.5) / PITCH - 0.5;
    for (let i = 0; i < width; i++, at += 3) {
      const x = (i - MARGIN + 0.5) / PITCH - 0.5;
      const d = h[6] * x + h[7] * y + h[8];
      const u = mirrored((h[0] * x + h[1] * y + h[2]) / d, picture.width - 1);
      const v = mirrored((h[3] * x + h[4] * y + h[5]) / d, picture.height - 1);
      sample(reduced, (u + 0.5) / factor - 0.5, (v + 0.5) / factor - 0.5, data, at);
    }
  }
  for (let i = 0; i < data.length; i++) data[i] /= 255;
  return { width, height, data, columns, rows };
}

/* Return the value that a `share` of all values does not exceed: a quantile. */
export function part(values, share) {
  return Float32Array.from(values).sort()[Math.round((values.length - 1) * share)];
}

const isGap = (pixel) => Math.abs(((pixel - MARGIN + PITCH + 0.5) % PITCH) / PITCH - 0.5) > GAP;

/* Return the pixels between squares as { x, y, at }; `at` is the index of their colour in the data. */
function gaps({ width, height }) {
  const found = [];
  for (let y = MARGIN; y < height - MARGIN; y++) {
    for (let x = MARGIN; x < width - MARGIN; x++) if (isGap(x) || isGap(y)) found.push({ x, y, at: 3 * (y * width + x) });
  }
  return found;
}

/* Divide the flat mat by the light on it. If the edge of a shadow lies within a square, one side of this square
   is darker. A quadratic surface through the whole mat would spread this difference over all squares, so the brightness
   comes from the gaps close to each square. */
function balance(flat) {
  const { width, height, data, columns, rows } = flat;
  const between = gaps(flat);
  const white = [0, 1, 2].map((c) => Math.max(0.02, part(between.map(({ at }) => data[at + c]), 0.75)));
  const half = PITCH / 2;
  const [wide, high] = [2 * columns, 2 * rows];
  const near = Array.from({ length: wide * high }, () => []);
  for (const { x, y, at } of between) {
    const light = (data[at] / white[0] + data[at + 1] / white[1] + data[at + 2] / white[2]) / 3;
    const [i, j] = [Math.floor((x - MARGIN) / half), Math.floor((y - MARGIN) / half)];
    for (let q = Math.max(0, j - 1); q <= Math.min(high - 1, j + 1); q++) {
      for (let p = Math.max(0, i - 1); p <= Math.min(wide - 1, i + 1); p++) near[q * wide + p].push(light);
    }
  }
  const field = { width: wide, height: high, data: new Float32Array(3 * wide * high) };
  near.forEach((lights, i) => field.data.fill(Math.max(0.1, part(lights, 0.65)), 3 * i, 3 * i + 3));
  const out = new Float32Array(data.length);
  const light = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sample(field, (x - MARGIN + 0.5) / half - 0.5, (y - MARGIN + 0.5) / half - 0.5, light, 0);
      const at = 3 * (y * width + x);
      for (let c = 0; c < 3; c++) out[at + c] = Math.min(1.6, Math.max(0, data[at + c] / white[c] / light[c]));
    }
  }
  return { ...flat, data: out, raw: data };
}

export function flatMat(picture, homography, columns, rows) {
  return balance(flatten(picture, homography, columns, rows));
}

function turned(data, width, height) {
  const out = new Float32Array(data.length);
  for (let y = 0, to = 0; y < width; y++) {
    for (let x = 0; x < height; x++, to += 3) {
      const from = 3 * (x * width + width - 1 - y);
      for (let c = 0; c < 3; c++) out[to + c] = data[from + c];
    }
  }
  return out;
}

/* Turn the flat mat by 90 degrees: its upper right corner becomes the upper left. */
export function turn({ width, height, data, raw, columns, rows }) {
  const [balanced, before] = [data, raw].map((values) => turned(values, width, height));
  return { width: height, height: width, data: balanced, raw: before, columns: rows, rows: columns };
}

/* Take the mat around a square, and return the brightness of its light parts divided by that of its dark parts. Print
   alone seldom makes this ratio more than 2.4, but the edge of a hard shadow makes it more than 2.4. */
export function unevenness({ width, raw }, column, row) {
  const found = [];
  for (let y = 0; y < PITCH; y++) {
    for (let x = 0; x < PITCH; x++) {
      if (!isGap(x + MARGIN) && !isGap(y + MARGIN)) continue;
      const at = 3 * ((row * PITCH + MARGIN + y) * width + column * PITCH + MARGIN + x);
      found.push(raw[at] + raw[at + 1] + raw[at + 2]);
    }
  }
  return part(found, LIGHT) / Math.max(0.01, part(found, DARK));
}

/* Return two shares of a tile's pixels: those that are white without print, and those whose brightest channel is
   overexposed. */
export function burntOut({ width, raw }, column, row) {
  let [all, any] = [0, 0];
  for (let y = EDGE; y < PITCH - EDGE; y++) {
    for (let x = EDGE; x < PITCH - EDGE; x++) {
      const at = 3 * ((row * PITCH + MARGIN + y) * width + column * PITCH + MARGIN + x);
      all += Math.min(raw[at], raw[at + 1], raw[at + 2]) > WHITE;
      any += Math.max(raw[at], raw[at + 1], raw[at + 2]) > FULL;
    }
  }
  return [all, any].map((count) => count / (PITCH - 2 * EDGE) ** 2);
}
