/* Flatten the mat, as if seen from straight above, and remove the effect of the light. The gaps between the squares are
   nearly white, so their colour is the colour of the light. */

import { project } from "./geometry.js";
import { reduce, sample } from "./picture.js";

// The width and height of a square of the flat mat, in pixels.
export const PITCH = 40;
// The width of the border around the flat mat's squares, in pixels.
export const MARGIN = 4;
// burntOut() ignores this many pixels at each side of a square, because a tile does not fill its square.
const EDGE = 5;
// A pixel is white if its red, green and blue are all above WHITE. A pixel is overexposed if one of them is above FULL.
const [WHITE, FULL] = [0.95, 0.985];
// unevenness() compares these two quantiles of brightness.
const [DARK, LIGHT] = [0.2, 0.85];
// Pixels in a gap between tiles are farther from their square's middle than this share of the square's width.
const GAP = 0.44;

/* Reflect a coordinate beyond the picture's edge back into the picture. `last` is the largest coordinate inside. */
const mirrored = (place, last) => last - Math.abs(last - Math.abs(place));

/* Return the mat as seen from above, with colours from 0 to 1. Mirror the picture at its edges. */
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

/* Return a quantile of the values. For example, a `share` of 0.5 gives the median. */
export function part(values, share) {
  return Float32Array.from(values).sort()[Math.round((values.length - 1) * share)];
}

const isGap = (pixel) => Math.abs(((pixel - MARGIN + PITCH + 0.5) % PITCH) / PITCH - 0.5) > GAP;

/* List the pixels in the gaps between tiles as { x, y, at }. `at` is the index of the pixel's colour in `data`. */
function gaps({ width, height }) {
  const found = [];
  for (let y = MARGIN; y < height - MARGIN; y++) {
    for (let x = MARGIN; x < width - MARGIN; x++) if (isGap(x) || isGap(y)) found.push({ x, y, at: 3 * (y * width + x) });
  }
  return found;
}

/* Divide the colour of each pixel by the light that falls on it. Measure the light around each quarter of a square,
   because the edge of a shadow can run through a square. */
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

/* Turn the flat mat by 90 degrees. Its upper right corner becomes the upper left corner. */
export function turn({ width, height, data, raw, columns, rows }) {
  const [balanced, before] = [data, raw].map((values) => turned(values, width, height));
  return { width: height, height: width, data: balanced, raw: before, columns: rows, rows: columns };
}

/* Measure how unevenly the gaps around a square are lit: bright parts divided by dark parts, 1 for even light. */
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

/* Return two shares of a tile's pixels: white pixels (see WHITE), and overexposed pixels (see FULL). */
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
