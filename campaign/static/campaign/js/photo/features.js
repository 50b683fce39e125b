/* Compute the features of a square, from which a neural net recognizes the building: the colours of small cells,
   and the changes of brightness in larger cells. */

import { MARGIN, PITCH } from "./light.js";

const COLOURS = 8;
const FIELDS = 5;
const DIRECTIONS = 6;
export const NUMBERS = COLOURS * COLOURS * 3 + FIELDS * FIELDS * DIRECTIONS;
// Factors for the features: lightness, red-green, blue-yellow, and changes of brightness.
const SCALES = [5, 5, 5, 14];

/* Compute five values per pixel: lightness, two colours, and strength and direction of the change of brightness. */
export function planesOf({ width, height, data, columns, rows }) {
  const n = width * height;
  const [light, redGreen, blueYellow, strength, direction] = Array.from({ length: 5 }, () => new Float32Array(n));
  const bright = new Float32Array(n);
  for (let i = 0, at = 0; i < n; i++, at += 3) {
    const [r, g, b] = [data[at], data[at + 1], data[at + 2]];
    light[i] = (r + g + b) / 3;
    redGreen[i] = (r - g) / (light[i] + 0.2);
    blueYellow[i] = (r + g - 2 * b) / (2 * (light[i] + 0.2));
    bright[i] = Math.sqrt(light[i]);
  }
  for (let i = width + 1; i < n - width - 1; i++) {
    const x = bright[i + 1] - bright[i - 1];
    const y = bright[i + width] - bright[i - width];
    strength[i] = Math.sqrt(x * x + y * y);
    direction[i] = ((Math.atan2(y, x) / Math.PI + 1) % 1) * DIRECTIONS;
  }
  return { width, columns, rows, colours: [light, redGreen, blueYellow], strength, direction };
}

/* Return the features of the square at a column and row, moved by dx and dy pixels (at most MARGIN). */
export function squareFeatures(planes, column, row, dx = 0, dy = 0) {
  const { width, colours } = planes;
  const out = new Float32Array(NUMBERS);
  const corner = (row * PITCH + MARGIN + dy) * width + column * PITCH + MARGIN + dx;
  const share = (COLOURS / PITCH) ** 2;
  colours.forEach((plane, c) => {
    for (let y = 0; y < PITCH; y++) {
      const cells = Math.floor((y * COLOURS) / PITCH) * COLOURS;
      for (let x = 0; x < PITCH; x++) {
        const value = plane[corner + y * width + x] - (c ? 0 : 0.7);
        out[3 * (cells + Math.floor((x * COLOURS) / PITCH)) + c] += value * SCALES[c] * share;
      }
    }
  });
  changes(planes, corner, out);
  return out;
}

function changes({ width, strength, direction }, corner, out) {
  const first = COLOURS * COLOURS * 3;
  let total = 0;
  for (let y = 1; y < PITCH - 1; y++) {
    const fields = Math.floor((y * FIELDS) / PITCH) * FIELDS;
    for (let x = 1; x < PITCH - 1; x++) {
      const i = corner + y * width + x;
      const lower = Math.floor(direction[i]);
      const beyond = (direction[i] - lower) * strength[i];
      const to = first + (fields + Math.floor((x * FIELDS) / PITCH)) * DIRECTIONS;
      out[to + (lower % DIRECTIONS)] += strength[i] - beyond;
      out[to + ((lower + 1) % DIRECTIONS)] += beyond;
      total += strength[i];
    }
  }
  for (let i = first; i < NUMBERS; i++) out[i] = (Math.sqrt(out[i] / (total + 16)) - 0.07) * SCALES[3];
}

/* Return the mean colours where four squares meet. These colours show which side of the mat is up. */
export function crossings({ width, columns, rows, colours }) {
  const reach = 6;
  const out = [];
  for (let row = 1; row < rows; row++) {
    for (let column = 1; column < columns; column++) {
      const middle = (row * PITCH + MARGIN) * width + column * PITCH + MARGIN;
      for (const plane of colours) {
        let sum = 0;
        for (let y = -reach; y < reach; y++) for (let x = -reach; x < reach; x++) sum += plane[middle + y * width + x];
        out.push(sum / (2 * reach) ** 2);
      }
    }
  }
  return out;
}
