/* Decide what is uncertain in a photo of a mat: which squares are hidden, where the mat lies, and which side is up.
   Neural nets answer with logits: above 0, a statement is more likely true than false. */

import { cornersOf, fromCorners, project } from "./geometry.js";
import { burntOut, unevenness } from "./light.js";
import { COLUMNS, isWithin, printOf, ROWS } from "./mat.js";
import { loadNet } from "./net.js";

// A square counts as hidden if the logit of "the square is visible" is below SEEN.
const SEEN = 0;
// A square is hidden if its logits of "visible" and of "building recognized correctly" add up to less than SURE.
const SURE = 3.5;
// SURER replaces SURE in uneven light and at the edge of the picture, where mistakes are more likely.
const SURER = 7;
// Light is uneven if the result of unevenness() is above UNEVEN.
const UNEVEN = 2.5;
// A tile is at the edge of the picture if less than this share of the tile lies inside the picture.
const WHOLE = 0.6;
// The value of SEEN for a Classic mat. It is higher, because the neural nets know only the Expert mat.
const SEEN_SMALLER = 2.5;
// A logit of the Expert mat that is at least CLEAR counts as certain.
const CLEAR = 2;
// place() replaces the given corners only if the logit of the new corners is at least ELSEWHERE.
const ELSEWHERE = 4;
// A tile counts as hidden if less than this share of it lies inside the picture.
const VISIBLE = 0.45;
// A tile counts as hidden if more than this share of its pixels is overexposed to plain white.
const BURNT = 0.3;
// place() also tries corners that are moved by these numbers of columns and rows.
const BESIDE = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1], [2, 0], [-2, 0]];
// letters() searches for the mat's title at these distances above the top row, in widths of a square.
const TITLE = [0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75];
// A line of pixels through a title changes at least this often between dark and light.
const LETTERS = 8;
// letters() reads this many pixels along a line.
const SAMPLES = 160;
// If the darkest and the lightest pixel of a line differ by less than CONTRAST (of 255), the line has no letters.
const CONTRAST = 60;
// Pixels in the upper 30 % of a line's range of brightness count as light, pixels in the lower 30 % as dark.
const CLEARLY = 0.7;

export const turned = (corners, by) => [...corners.slice(by), ...corners.slice(0, by)];

/* Move a homography by x columns and y rows. */
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

  /* Return for each square whether it is hidden: overexposed, mostly outside the picture, or not recognized. */
  unseen(looks, squares, flat, corners, picture) {
    const { columns, rows } = flat;
    const h = fromCorners(corners, columns, rows);
    return looks.map((numbers, place) => {
      const [column, row] = [place % columns, Math.floor(place / columns)];
      const burnt = burntOut(flat, column, row);
      const inside = visible(h, column, row, picture);
      if (burnt[0] > BURNT || inside < VISIBLE) return true;
      const more = burnt.map((part) => 2 * part);
      const logit = numbers.reduce((sum, look) => sum + this.logit("seen", [...look, ...more]), 0) / numbers.length;
      const { confidence } = squares[place];
      const sure = inside < WHOLE || unevenness(flat, column, row) > UNEVEN ? SURER : SURE;
      if (logit + Math.log(confidence / (1 - confidence)) < sure) return true;
      return logit < (columns === COLUMNS ? SEEN : SEEN_SMALLER);
    });
  }

  /* Return two logits: whether the Expert mat lies here upright, and whether it lies here upside down. */
  mats(picture, h) {
    return printOf(picture, h)?.map((numbers) => this.logit("mat", numbers)) ?? [-Infinity, -Infinity];
  }

  /* Find the Expert mat, at the given corners or elsewhere. Return its corners and a logit `mat`, which is above 0 if
     the mat probably lies there. */
  place(picture, corners, lattices) {
    const all = [corners, ...lattices.map((lattice) => (lattice.columns === COLUMNS ? lattice.corners : turned(lattice.corners, 1)))];
    let best = { mat: -Infinity };
    const attempt = (h, at = cornersOf(h, COLUMNS, ROWS)) => {
      this.mats(picture, h).forEach((mat, half) => {
        if (mat > best.mat) best = { mat, corners: half ? turned(at, 2) : at };
      });
    };
    attempt(fromCorners(corners, COLUMNS, ROWS), corners);
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

  /* Return a logit, which is above 0 if an Expert mat probably lies at these corners. */
  printAt(corners, picture) {
    return Math.max(...this.mats(picture, fromCorners(corners, COLUMNS, ROWS)));
  }

  isClearly(corners, picture) {
    return this.printAt(corners, picture) >= CLEAR;
  }

  /* Return true if these corners enclose 4 by 4 squares of an Expert mat, which has one more column. */
  isPartOfLarger(picture, corners) {
    return [0, 1].some((by) => {
      const h = fromCorners(turned(corners, by), ROWS, ROWS);
      return [0, -1].some((x) => Math.max(...this.mats(picture, moved(h, x, 0))) >= CLEAR);
    });
  }
}

/* Return the share of a tile that lies inside the picture. */
function visible(h, column, row, picture) {
  let inside = 0;
  for (let y = -4; y <= 4; y++) {
    for (let x = -4; x <= 4; x++) inside += isWithin(project(h, column + x / 10, row + y / 10), picture);
  }
  return inside / 81;
}

/* Count the changes from dark to light above the top row. The letters of a mat's title cause many changes. */
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
    // Ignore weak changes, such as the grain of a table.
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

/* Return the number of quarter turns that bring a Classic mat's title to the top; null without a title. */
export function titleSide(picture, corners, columns, rows) {
  const counts = [0, 1, 2, 3].map((by) => letters(picture, turned(corners, by), columns, rows));
  const [first, second] = [...counts].sort((a, b) => b - a);
  return first >= LETTERS && first >= 2 * second ? counts.indexOf(first) : null;
}
