/* Judge what the photo reader doubts: whether a square can be seen, whether the picture shows the mission's mat, where
   exactly the mat lies, and which of its sides is up. */

import { cornersOf, fromCorners, project } from "./geometry.js";
import { burntOut, unevenness } from "./light.js";
import { COLUMNS, isWithin, printOf, ROWS } from "./mat.js";
import { loadNet } from "./net.js";

const SEEN = 0; // a square with a lower logit counts as not seen
// a square also counts as not seen if its logit plus the logit of its kind's confidence is below SURE: for example, a
// square under a finger
const SURE = 3.5;
const SURER = 7; // replaces SURE where mistakes are easier: see UNEVEN and WHOLE
const UNEVEN = 2.5; // in light more uneven than this, mistakes are easier, because shadows add edges
const WHOLE = 0.6; // if less than this share of the tile lies inside the picture, mistakes are more likely
const SEEN_SMALLER = 2.5; // replaces SEEN for a smaller mat: its print is not known, so it may be no mat at all
const CLEAR = 2; // from this logit on, the print is clearly the larger mat's, and place() tries no other corners
const ELSEWHERE = 4; // another place must have at least this logit to replace the place that the reader found
const VISIBLE = 0.45; // a tile counts as not seen if less than this share of it lies inside the picture
const BURNT = 0.3; // a tile counts as not seen if more than this share of it is so white that no print shows
const BESIDE = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1], [2, 0], [-2, 0]];
// the distances from a side, in squares, at which the title may stand
const TITLE = [0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75];
// along a line of pixels beside its side of the mat, a title changes at least this often between dark and light; along
// any such line beside another side, there are at most half as many changes
const LETTERS = 8;
const SAMPLES = 160;
const CONTRAST = 60; // the least difference between dark and light, from 0 to 255
const CLEARLY = 0.7; // above this part of the way from darkest to lightest, a pixel is clearly light

export const turned = (corners, by) => [...corners.slice(by), ...corners.slice(0, by)];

/* Return the homography after a move by x columns and y rows. */
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

  /* Tell for each square whether it is hidden. Judge by the square's features in each look, the confidence in its kind,
     the light on the flat mat, and the part of the tile inside the picture. */
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

  /* Return how likely the larger mat lies at this homography, as two logits: for upright and for upside down. */
  mats(picture, h) {
    return printOf(picture, h)?.map((numbers) => this.logit("mat", numbers)) ?? [-Infinity, -Infinity];
  }

  /* Return the place of the larger mat, { corners, mat }; `mat` is the logit of the mat's print. If the print is clear
     at the given corners, upright or upside down, return these corners. Otherwise try the given corners, each lattice,
     and the places one or two squares away from each of them. */
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

  /* Return the logit of the larger mat's print at these corners: the higher one of upright and upside down. */
  printAt(corners, picture) {
    return Math.max(...this.mats(picture, fromCorners(corners, COLUMNS, ROWS)));
  }

  isClearly(corners, picture) {
    return this.printAt(corners, picture) >= CLEAR;
  }

  /* Tell whether the corners found for a smaller mat lie on the larger mat. If they do, the larger mat's print is clear
     at one of the places around these corners. */
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

/* Of several lines above the upper side of a mat, find the line that changes most often between dark and light.
   Return the number of its changes. */
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
    // Count only changes between clearly dark and clearly light, so that the grain of a table does not count.
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

/* Return by how many quarter turns a square mat is turned, judged by its title; null if no side has a title. */
export function titleSide(picture, corners, columns, rows) {
  const counts = [0, 1, 2, 3].map((by) => letters(picture, turned(corners, by), columns, rows));
  const [first, second] = [...counts].sort((a, b) => b - a);
  return first >= LETTERS && first >= 2 * second ? counts.indexOf(first) : null;
}
