/* What the net sees of a square: its colours on a grid of 8 by 8, and on a grid of 5 by 5 how strongly it changes in each
   of 6 directions. Each number is scaled so that most lie between -2 and 2. */

import { MARGIN, PITCH } from "./light.js";

const COLOURS = 8;
const FIELDS = 5;
const DIRECTIONS = 6;
export const NUMBERS = COLOURS * COLOURS * 3 + FIELDS * FIELDS * DIRECTIONS;
const SCALES = [5, 5, 5, 14]; // lightness, red-green, blue-yellow, changes

/* Lightness and two colour differences, which hardly change with the light that is left. */
function opponents(data, at) {
  const [r, g, b] = [data[at], data[at + 1], data[at + 2]];
  const light = (r + g + b) / 3;
  return [light, (r - g) / (light + 0.2), (r + g - 2 * b) / (2 * (light + 0.2))];
}

/* The numbers of the square in a column and row, moved by dx and dy pixels, up to MARGIN. */
export function squareFeatures(flat, column, row, dx = 0, dy = 0) {
  const { width, data } = flat;
  const out = new Float32Array(NUMBERS);
  const bright = new Float32Array(PITCH * PITCH);
  const corner = (row * PITCH + MARGIN + dy) * width + column * PITCH + MARGIN + dx;
  const share = (COLOURS / PITCH) ** 2;
  for (let y = 0; y < PITCH; y++) {
    for (let x = 0; x < PITCH; x++) {
      const colour = opponents(data, 3 * (corner + y * width + x));
      const to = 3 * (Math.floor((y * COLOURS) / PITCH) * COLOURS + Math.floor((x * COLOURS) / PITCH));
      for (let c = 0; c < 3; c++) out[to + c] += (colour[c] - (c ? 0 : 0.7)) * SCALES[c] * share;
      bright[y * PITCH + x] = Math.sqrt(colour[0]);
    }
  }
  changes(bright, out);
  return out;
}

function changes(bright, out) {
  const first = COLOURS * COLOURS * 3;
  let total = 0;
  for (let y = 1; y < PITCH - 1; y++) {
    for (let x = 1; x < PITCH - 1; x++) {
      const i = y * PITCH + x;
      const gx = bright[i + 1] - bright[i - 1];
      const gy = bright[i + PITCH] - bright[i - PITCH];
      const strength = Math.hypot(gx, gy);
      if (!strength) continue;
      const direction = ((Math.atan2(gy, gx) / Math.PI + 1) % 1) * DIRECTIONS;
      const lower = Math.floor(direction) % DIRECTIONS;
      const beyond = direction - Math.floor(direction);
      const field = Math.floor((y * FIELDS) / PITCH) * FIELDS + Math.floor((x * FIELDS) / PITCH);
      const to = first + field * DIRECTIONS;
      out[to + lower] += strength * (1 - beyond);
      out[to + ((lower + 1) % DIRECTIONS)] += strength * beyond;
      total += strength;
    }
  }
  for (let i = first; i < NUMBERS; i++) out[i] = (Math.sqrt(out[i] / (total + 16)) - 0.07) * SCALES[3];
}

/* The colours printed where four squares meet, which differ from district to district: they tell which side is up. */
export function crossings(flat) {
  const { width, data, columns, rows } = flat;
  const reach = 6;
  const out = [];
  for (let row = 1; row < rows; row++) {
    for (let column = 1; column < columns; column++) {
      const sums = [0, 0, 0];
      for (let y = -reach; y < reach; y++) {
        for (let x = -reach; x < reach; x++) {
          const at = 3 * ((row * PITCH + MARGIN + y) * width + column * PITCH + MARGIN + x);
          opponents(data, at).forEach((value, c) => (sums[c] += value));
        }
      }
      out.push(...sums.map((sum) => sum / (2 * reach) ** 2));
    }
  }
  return out;
}
