/* Decide what is uncertain in a photo: which squares are hidden, which mat lies there, where exactly it lies, and which
   of its sides is up. The Expert mat has 5 by 4 squares, the Classic mat 4 by 4. The nets know only the Expert mat's
   print. A logit is the logarithm of the odds of a statement. At 0, the statement is as likely true as false. */

import { cornersOf, fromCorners, project } from "./geometry.js";
import { burntOut, unevenness } from "./light.js";
import { COLUMNS, isWithin, printOf, ROWS } from "./mat.js";
import { loadNet } from "./net.js";

// A square counts as hidden if the logit of "the square is visible" is below SEEN.
const SEEN = 0;
// Add the logits of "the square is visible" and of "its building is recognized correctly". If the sum is below SURE,
// the square counts as hidden, for example under a finger.
const SURE = 3.5;
// SURER replaces SURE in uneven light and at the edge of the picture, where mistakes are more likely.
const SURER = 7;
// Light is uneven if the result of unevenness() is above UNEVEN.
const UNEVEN = 2.5;
// A tile is at the edge of the picture if less than this share of the tile lies inside the picture.
const WHOLE = 0.6;
// SEEN_SMALLER replaces SEEN on a Classic mat. The limit is higher, because the nets do not know this mat's print.
const SEEN_SMALLER = 2.5;
// If the logit of "this is the Expert mat's print" is at least CLEAR, place() tries no other corners.
const CLEAR = 2;
// place() moves the corners only if the logit of "this is the Expert mat's print" is at least ELSEWHERE at the new
// corners.
const ELSEWHERE = 4;
// A tile counts as hidden if less than this share of it lies inside the picture.
const VISIBLE = 0.45;
// A tile counts as hidden if more than this share of its pixels is overexposed to plain white.
const BURNT = 0.3;
// place() also tries corners that are moved by these numbers of columns and rows.
const BESIDE = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1], [2, 0], [-2, 0]];
// letters() searches for the mat's title at these distances above the top row of squares, in squares.
const TITLE = [0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75];
// A line through a title changes at least this often between dark and light. Lines beside the three other sides of the
// mat change at most half as often.
const LETTERS = 8;
// letters() compares this many pixels of a line.
const SAMPLES = 160;
// If the darkest and the lightest pixel of a line differ by less than CONTRAST (of 255), the line has no letters.
const CONTRAST = 60;
// A pixel is clearly light above this share of the range from a line's darkest to its lightest pixel, and clearly dark
// below 1 - CLEARLY.
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

  /* Return for each square whether it is hidden. A square is hidden if its tile is overexposed or mostly outside the
     picture, or if the nets are unsure about it. `looks` holds five lists of features for each square. */
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

  /* Return two logits: of "the Expert mat lies here upright" and of "the Expert mat lies here upside down". */
  mats(picture, h) {
    return printOf(picture, h)?.map((numbers) => this.logit("mat", numbers)) ?? [-Infinity, -Infinity];
  }

  /* Find the Expert mat. Return { corners, mat }; `mat` is the logit of "the Expert mat lies at these corners". If the
     mat clearly lies at the given corners, try no others. Otherwise try the given corners and the corners of each
     lattice, and move each of these by one or two squares. */
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

  /* Return the logit of "the Expert mat lies at these corners, upright or upside down". */
  printAt(corners, picture) {
    return Math.max(...this.mats(picture, fromCorners(corners, COLUMNS, ROWS)));
  }

  isClearly(corners, picture) {
    return this.printAt(corners, picture) >= CLEAR;
  }

  /* Return true if these corners enclose 4 by 4 squares of an Expert mat, and not a Classic mat. The Expert mat has one
     more column, so try its print with one more column at each of the four sides. */
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

/* Count the changes between dark and light along several lines above the mat's top row. Return the highest number. The
   number is high if one of the lines runs through the letters of the mat's title. */
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
    // Count only changes between clearly dark and clearly light. Ignore weak changes, such as the grain of a table.
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

/* Return the number of quarter turns, 0 to 3, that bring the title of a Classic mat to the top. Return null if no side
   has a title. */
export function titleSide(picture, corners, columns, rows) {
  const counts = [0, 1, 2, 3].map((by) => letters(picture, turned(corners, by), columns, rows));
  const [first, second] = [...counts].sort((a, b) => b - a);
  return first >= LETTERS && first >= 2 * second ? counts.indexOf(first) : null;
}
