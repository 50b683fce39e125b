/* Read a picture of a mat: where the mat lies, which side is up, what stands on each square, and what is doubtful. */

import { Doubt, titleSide, turned } from "./doubt.js";
import { crossings, planesOf, squareFeatures } from "./features.js";
import { cornersOf, fromCorners, project } from "./geometry.js";
import { findLattices, snap } from "./lattice.js";
import { flatMat, turn } from "./light.js";
import { COLUMNS } from "./mat.js";
import { loadNet, softmax } from "./net.js";
import { denseBox, findSmaller, findSquares } from "./squares.js";

// Each square is read five times, a little moved each time, because the corners are never exact.
const LOOKS = [[0, 0], [-2, 0], [2, 0], [0, -2], [0, 2]];

const ENOUGH = 0.85; // if a lattice has at least this share of the squares of a mat, the search ends
const SECOND = 0.7; // if this share of the squares of a mat is found beside the mat, there may be a second mat
const APART = 0.8; // the least distance between the middles of two mats, in heights of a mat
const MOSTLY = 0.5; // if a smaller share of the squares is seen, this is no mat

const better = (a, b) => (b.evidence > a.evidence ? b : a);
const scoreOf = ([best]) => best?.score ?? -Infinity;
const isSeen = ({ unseen }) => !unseen;

export class Reader {
  constructor(parameters) {
    this.parameters = parameters;
    this.net = loadNet(parameters);
    this.doubt = new Doubt(parameters);
  }

  /* Look for a mat with these columns and rows in a picture { width, height, data }. `kinds` may stand on the mat. */
  look(picture, columns, rows, kinds = this.parameters.kinds) {
    Object.assign(this, { picture, columns, rows, kinds });
    const first = findSquares(picture);
    const isSmall = this.search(first, true) === "small";
    if (this.closeUp() || !isSmall) return;
    this.search(first);
    this.closeUp();
  }

  /* Look for lattices each time that more squares were found. Return "found" once most of a mat's squares lie on one
     lattice. If `early` is set, return "small" as soon as there is a lattice on a small part of the picture. */
  search(found, early) {
    const { picture, columns, rows } = this;
    // Do not use a for...of loop: a return inside it would end the generator, and `look` may go on with the generator.
    for (let next; !(next = found.next()).done; ) {
      this.squares = next.value;
      this.lattices = findLattices(next.value, picture, columns, rows);
      if (this.lattices[0]?.found >= ENOUGH * columns * rows) return "found";
      if (early && this.lattices.length && denseBox(picture, next.value)) return "small";
    }
  }

  /* Search the part of the picture where squares lie close together, because a small mat is found more exactly there.
     These squares may be no mat, so keep the likelier lattice of both searches. Return "found" if the search in
     this part found most of a mat's squares. */
  closeUp() {
    const { squares, lattices } = this;
    const found = this.search(findSmaller(this.picture, squares));
    if (scoreOf(this.lattices) < scoreOf(lattices)) Object.assign(this, { squares, lattices });
    return found;
  }

  /* Find the mat and read it. Of several likely places, choose the one with the most evidence: squares that lie on the
     lattice and are clearly recognized. Return null if there is no mat, otherwise the values of `read` and these:
     - `found`: the number of squares found; `complete`: whether each column and each row has some of them
     - `isMat`: whether the print of the larger mat was recognized; `other`: a second mat, or null
     - `trouble`: the name of the sentence about a problem, or null */
  find() {
    const ways = this.lattices.map(({ corners, columns, found, complete, score }) => {
      // If the mat lies on its side, begin with another corner.
      const way = this.way(columns === this.columns ? corners : turned(corners, 1));
      return { ...way, found, complete, evidence: way.evidence + score };
    });
    if (!ways.length) return null;
    const first = ways.reduce(better);
    const best = this.columns === COLUMNS ? this.largerMat(first) : this.smallerMat(first);
    const { found, complete, isMat = false } = best;
    const isRefused = ["no-expert-mat", "expert-mat"].includes(best.trouble);
    const marked = this.marked(best, isRefused);
    const isNone = !isMat && !isRefused && !marked.isMostlySeen;
    const other = isRefused || isNone ? null : this.otherMat(best.corners);
    const trouble = isNone ? "mostly-hidden" : (best.trouble ?? (other ? "two-mats" : null));
    return { ...marked, found, complete, isMat, other, trouble };
  }

  /* Find the exact place of the larger mat by its print. */
  largerMat(first) {
    const place = this.doubt.place(this.picture, first.corners, this.lattices);
    if (!this.doubt.isMat(place)) return { ...first, trouble: "no-expert-mat" };
    // If the corners stay the same, the squares have been read already.
    return { ...first, ...(place.corners !== first.corners && this.way(place.corners, { turns: [0] })), isMat: true };
  }

  /* Find out which side of a smaller mat is up, by its title. Refuse corners that lie on the larger mat. */
  smallerMat(first) {
    if (this.doubt.isPartOfLarger(this.picture, first.corners)) return { ...first, trouble: "expert-mat" };
    const up = titleSide(this.picture, first.corners, this.columns, this.rows);
    if (up === null) return { ...first, trouble: "which-side" };
    return up ? { ...first, ...this.way(turned(first.corners, up), { turns: [0] }) } : first;
  }

  /* Return a second mat beside the mat at these corners, { corners, trouble }, or null. */
  otherMat(corners) {
    const { columns, rows, picture } = this;
    const middleOf = (mat) => project(fromCorners(mat, columns, rows), (columns - 1) / 2, (rows - 1) / 2);
    const away = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);
    const size = away(corners[0], corners[1]) / columns;
    const inside = within(corners);
    const rest = this.squares.filter(({ x, y, size: own }) => !inside(x, y) && own > size / 3 && own < 2 * size);
    if (rest.length < SECOND * columns * rows) return null;
    const lattice = findLattices(rest, picture, columns, rows).find(({ found }) => found >= SECOND * columns * rows);
    if (!lattice) return null;
    const other = lattice.columns === columns ? lattice.corners : turned(lattice.corners, 1);
    if (away(middleOf(corners), middleOf(other)) < APART * rows * size) return null;
    if (columns === COLUMNS) return this.doubt.isClearly(other, picture) ? { corners: other } : null;
    const way = this.smallerMat(this.way(other));
    const { squares } = this.marked(way);
    const { trouble } = way;
    return squares.filter(isSeen).length >= ENOUGH * squares.length ? { corners: way.corners, trouble } : null;
  }

  /* A person has set these corners: return them, moved onto the squares near them. */
  snap(corners) {
    const { columns, rows } = this;
    const homography = fromCorners(corners, columns, rows);
    return homography ? cornersOf(snap(homography, this.squares, columns, rows), columns, rows) : corners;
  }

  /* Read the squares within the corners. Return { corners, squares }. A square is { kind, second, confidence, doubtful,
     unseen }; the squares come row by row. If the larger mat is turned in the picture and `upright` is not set, the
     corners are turned as well. If the corners do not lie on the mat of this mode, all squares are doubtful. */
  read(corners, { upright = false } = {}) {
    // No print tells which side of a smaller mat is up, so the side that is up in the grid stays up.
    const way = this.way(corners, upright || this.columns !== COLUMNS ? { turns: [0] } : {});
    return this.marked(way, Boolean(this.refusal(way.corners)));
  }

  /* If the corners do not lie on the mat of this mode, return the name of the sentence about it; otherwise null. */
  refusal(corners) {
    if (this.columns !== COLUMNS) return this.doubt.isPartOfLarger(this.picture, corners) ? "expert-mat" : null;
    return this.doubt.isMat({ mat: this.doubt.printAt(corners, this.picture) }) ? null : "no-expert-mat";
  }

  /* Return the name of the sentence about corners that a person has set, or null. */
  troubleAt(corners) {
    const refusal = this.refusal(corners);
    if (refusal || this.columns === COLUMNS) return refusal;
    return this.read(corners).isMostlySeen ? null : "mostly-hidden";
  }

  /* Read the mat once for each quarter turn in `turns`. Return the best { corners, flat, squares, looks, evidence }. */
  way(corners, { turns = [0, 1, 2, 3] } = {}) {
    const { columns, rows } = this;
    const ways = [];
    let flat = flatMat(this.picture, fromCorners(corners, columns, rows), columns, rows);
    for (let by = 0; by <= Math.max(...turns); by++) {
      if (turns.includes(by) && flat.columns === columns) {
        ways.push({ corners: turned(corners, by), flat, ...this.classify(planesOf(flat)) });
      }
      flat = turn(flat);
    }
    return ways.reduce(better);
  }

  /* Return the corners and the squares of a result. Mark unseen squares as doubtful; with `all`, mark every square. */
  marked({ corners, flat, squares, looks }, all = false) {
    const unseen = this.doubt.unseen(looks, squares, flat, corners, this.picture);
    return {
      corners,
      squares: squares.map((square, i) => ({ ...square, unseen: unseen[i], doubtful: all || square.doubtful || unseen[i] })),
      isMostlySeen: unseen.filter((each) => !each).length >= MOSTLY * unseen.length,
    };
  }

  classify(planes) {
    const { up } = this.parameters;
    const squares = [];
    const looks = [];
    const colours = crossings(planes);
    // The colours of the print at the crossings are known only for the larger mat.
    let evidence = colours.length === up.length ? colours.reduce((sum, value, i) => sum + value * up[i], 0) : 0;
    for (let row = 0; row < planes.rows; row++) {
      for (let column = 0; column < planes.columns; column++) {
        const numbers = LOOKS.map(([dx, dy]) => squareFeatures(planes, column, row, dx, dy));
        const square = this.kindOf(numbers);
        looks.push(numbers);
        squares.push(square);
        evidence += Math.log(square.confidence);
      }
    }
    return { squares, looks, evidence };
  }

  kindOf(looks) {
    const logits = looks.map((numbers) => this.net(numbers));
    const known = [...this.parameters.kinds];
    const mean = known.map((kind, i) =>
      this.kinds.includes(kind) ? logits.reduce((sum, look) => sum + look[i], 0) / LOOKS.length : -Infinity,
    );
    const chances = softmax(mean);
    const [first, second] = known.map((_, i) => i).sort((a, b) => chances[b] - chances[a]);
    const confidence = chances[first];
    return { kind: known[first], second: known[second], confidence, doubtful: confidence < this.parameters.sure };
  }
}

/* Tell whether a point lies within four corners, which are given clockwise. */
function within(corners) {
  return (x, y) =>
    corners.every(([ax, ay], i) => {
      const [bx, by] = corners[(i + 1) % 4];
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
    });
}
