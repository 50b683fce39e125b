/* What the reader does not know: whether a square is seen at all, whether this is the mat, where exactly it lies, and which
   side of it is up. */

import { cornersOf, fromCorners, project } from "./geometry.js";
import { burntOut } from "./light.js";
import { COLUMNS, isWithin, printOf, ROWS } from "./mat.js";
import { loadNet } from "./net.js";

const SEEN = 1.5; // a square with a lower logit counts as not seen
const CLEAR = 2; // from this logit on, the print is that of the larger mat, and no other place is tried
const ELSEWHERE = 4; // the logit that a place needs in order to replace the reader's place
const VISIBLE = 0.6; // a tile with a smaller part inside the picture counts as not seen
const BURNT = 0.3; // a tile with a larger part white and without print counts as not seen
const BESIDE = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1], [2, 0], [-2, 0]];
const TITLE = [0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75]; // where the title may stand: distances beyond a side, in squares
const LETTERS = 8; // a title has at least this many changes of dark and light, and twice those of other sides
const SAMPLES = 160;
const CONTRAST = 60; // the least difference between dark and light, of 255
const CLEARLY = 0.7; // clearly light: at least this part of the way from dark to light

export const turned = (corners, by) => [...corners.slice(by), ...corners.slice(0, by)];

/* The homography with its first square moved by x columns and y rows. */
function moved(h, x, y) {
  return [0, 3, 6].flatMap((i) => [h[i], h[i + 1], h[i + 2] + h[i] * x + h[i + 1] * y]);
}

export class Doubt {
  constructor({ seen, mat }) {
    this.nets = { seen: loadNet(seen), mat: loadNet(mat) };
  }

  logit(net, numbers) {
    const [no, yes] = this.nets[net](numbers);
    return yes - no;
  }

  /* Whether the squares are seen, by their numbers (several looks at each), the flat mat and where it lies. */
  unseen(looks, flat, corners, picture) {
    const { columns, rows } = flat;
    const h = fromCorners(corners, columns, rows);
    return looks.map((numbers, place) => {
      const [column, row] = [place % columns, Math.floor(place / columns)];
      const burnt = burntOut(flat, column, row);
      if (burnt[0] > BURNT || visible(h, column, row, picture) < VISIBLE) return true;
      const sum = numbers.reduce((all, look) => all + this.logit("seen", [...look, ...burnt.map((part) => 2 * part)]), 0);
      return sum / numbers.length < SEEN;
    });
  }

  /* How likely the larger mat lies at a homography: two logits, upright and half turned. */
  mats(picture, h) {
    return printOf(picture, h)?.map((numbers) => this.logit("mat", numbers)) ?? [-Infinity, -Infinity];
  }

  /* The larger mat's place: { corners, mat }, the logit of its print. It is the reader's own, half turned at the most,
     where the print is clear there, or one by whole squares beside it or beside another lattice. */
  place(picture, corners, lattices) {
    const all = [corners, ...lattices.map((lattice) => (lattice.columns === COLUMNS ? lattice.corners : turned(lattice.corners, 1)))];
    let best = { mat: -Infinity };
    const attempt = (h) => {
      this.mats(picture, h).forEach((mat, half) => {
        if (mat > best.mat) best = { mat, corners: turned(cornersOf(h, COLUMNS, ROWS), 2 * half) };
      });
    };
    attempt(fromCorners(corners, COLUMNS, ROWS));
    if (best.mat >= CLEAR) return best;
    const own = best;
    for (const each of all) {
      const h = fromCorners(each, COLUMNS, ROWS);
      for (const [x, y] of [[0, 0], ...BESIDE]) attempt(moved(h, x, y));
    }
    return best.mat >= ELSEWHERE ? best : own;
  }

  isMat({ mat }) {
    return mat >= 0;
  }

  isClearly(corners, picture) {
    return Math.max(...this.mats(picture, fromCorners(corners, COLUMNS, ROWS))) >= CLEAR;
  }

  /* Whether a smaller mat's corners lie on the larger mat: whether one of the places of it that hold them is clear. */
  isPartOfLarger(picture, corners) {
    return [0, 1].some((by) => {
      const h = fromCorners(turned(corners, by), ROWS, ROWS);
      return [0, -1].some((x) => Math.max(...this.mats(picture, moved(h, x, 0))) >= CLEAR);
    });
  }
}

/* How much of a tile lies in the picture. */
function visible(h, column, row, picture) {
  let inside = 0;
  for (let y = -4; y <= 4; y++) {
    for (let x = -4; x <= 4; x++) inside += isWithin(project(h, column + x / 10, row + y / 10), picture);
  }
  return inside / 81;
}

/* How often a line beyond the upper side of a mat changes between dark and light, at the most. */
function letters(picture, corners, columns, rows) {
  const h = fromCorners(corners, columns, rows);
  const { width, data } = picture;
  return Math.max(...TITLE.map((beyond) => {
    const line = [];
    for (let i = 0; i < SAMPLES; i++) {
      const place = project(h, (i / SAMPLES) * columns - 0.5, -0.5 - beyond);
      if (!isWithin(place, picture)) continue;
      const at = 3 * (Math.floor(place[1]) * width + Math.floor(place[0]));
      line.push((data[at] + data[at + 1] + data[at + 2]) / 3);
    }
    const [least, most] = [Math.min(...line), Math.max(...line)];
    if (line.length < SAMPLES / 2 || most - least < CONTRAST) return 0;
        // Only changes between clearly dark and clearly light count, so that the grain of a table counts nothing.
    let [changes, isLight] = [0, null];
    for (const value of line) {
      const part = (value - least) / (most - least);
      const now = part > CLEARLY ? true : part < 1 - CLEARLY ? false : isLight;
      if (isLight !== null && now !== isLight) changes++;
      isLight = now;
    }
    return changes;
  }));
}

/* By how many quarters a square mat is turned, told by its title, or null where no side has one. */
export function titleSide(picture, corners, columns, rows) {
  const counts = [0, 1, 2, 3].map((by) => letters(picture, turned(corners, by), columns, rows));
  const [first, second] = [...counts].sort((a, b) => b - a);
  return first >= LETTERS && first >= 2 * second ? counts.indexOf(first) : null;
}
