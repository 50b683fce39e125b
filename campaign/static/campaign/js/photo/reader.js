/* Read a picture of a mat: find the mat, which side of it is up, the building on each square, and the doubtful squares.
   The Expert mat has 5 by 4 squares, the Classic mat 4 by 4. An error message has a name, such as "two-mats". */

import { Doubt, titleSide, turned } from "./doubt.js";
import { crossings, planesOf, squareFeatures } from "./features.js";
import { cornersOf, fromCorners, project } from "./geometry.js";
import { findLattices, snap } from "./lattice.js";
import { flatMat, turn } from "./light.js";
import { COLUMNS } from "./mat.js";
import { loadNet, softmax } from "./net.js";
import { denseBox, findSmaller, findSquares } from "./squares.js";

// Each square is read five times, moved by these numbers of pixels each time, because the corners are never exact.
const LOOKS = [[0, 0], [-2, 0], [2, 0], [0, -2], [0, 2]];

// The search ends when a lattice has at least this share of a mat's squares.
const ENOUGH = 0.85;
// There is a second mat if at least this share of its squares is found outside the first mat.
const SECOND = 0.7;
// The smallest distance between the middles of two mats, in heights of a mat.
const APART = 0.8;
// If a smaller share of the squares is visible, there is no mat.
const MOSTLY = 0.5;

const better = (a, b) => (b.evidence > a.evidence ? b : a);
const scoreOf = ([best]) => best?.score ?? -Infinity;
const isSeen = ({ unseen }) => !unseen;

export class Reader {
  constructor(parameters) {
    this.parameters = parameters;
    this.net = loadNet(parameters);
    this.doubt = new Doubt(parameters);
  }

  /* Search a picture for a mat. `kinds` has a letter for each kind of building, and "-" for an empty square. */
  look(picture, columns, rows, kinds = this.parameters.kinds) {
    Object.assign(this, { picture, columns, rows, kinds });
    const first = findSquares(picture);
    const isSmall = this.search(first, true) === "small";
    if (this.closeUp() || !isSmall) return;
    this.search(first);
    this.closeUp();
  }

  /* Find lattices each time the generator yields squares. Return "found" if a lattice has most squares of the
     mat. If `early` is set, return "small" if most squares lie in a small part of the picture. */
  search(found, early) {
    const { picture, columns, rows } = this;
    // A return in a for...of loop would close the generator, which look() may need again.
    for (let next; !(next = found.next()).done; ) {
      this.squares = next.value;
      this.lattices = findLattices(next.value, picture, columns, rows);
      if (this.lattices[0]?.found >= ENOUGH * columns * rows) return "found";
      if (early && this.lattices.length && denseBox(picture, next.value)) return "small";
    }
  }

  /* Search again in the small part of the picture where most squares lie. Keep the lattices with the best score. */
  closeUp() {
    const { squares, lattices } = this;
    const found = this.search(findSmaller(this.picture, squares));
    if (scoreOf(this.lattices) < scoreOf(lattices)) Object.assign(this, { squares, lattices });
    return found;
  }

  /* Find the mat and read it. Return { corners, squares, trouble, ... }, or null if nothing looks like a mat.
     `trouble` is the name of an error message or null. */
  find() {
    const ways = this.lattices.map(({ corners, columns, found, complete, score }) => {
      // If the mat lies on its side in the picture, begin with the next corner.
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

  /* Find the exact corners of the Expert mat by its print. */
  largerMat(first) {
    const place = this.doubt.place(this.picture, first.corners, this.lattices);
    if (!this.doubt.isMat(place)) return { ...first, trouble: "no-expert-mat" };
    // If the corners have not changed, the squares have already been read.
    return { ...first, ...(place.corners !== first.corners && this.way(place.corners, { turns: [0] })), isMat: true };
  }

  /* Turn the corners of a Classic mat until its title is at the top. On failure, `trouble` names an error message. */
  smallerMat(first) {
    if (this.doubt.isPartOfLarger(this.picture, first.corners)) return { ...first, trouble: "expert-mat" };
    const up = titleSide(this.picture, first.corners, this.columns, this.rows);
    if (up === null) return { ...first, trouble: "which-side" };
    return up ? { ...first, ...this.way(turned(first.corners, up), { turns: [0] }) } : first;
  }

  /* Search for a second mat beside the mat with these corners. Return its { corners, trouble }, or null. */
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

  /* A person has set these corners. Align them with the squares in the picture, and return the new corners. */
  snap(corners) {
    const { columns, rows } = this;
    const homography = fromCorners(corners, columns, rows);
    return homography ? cornersOf(snap(homography, this.squares, columns, rows), columns, rows) : corners;
  }

  /* Read the squares of the mat with these corners. Return { corners, squares, isMostlySeen }; each square is { kind,
     second, confidence, doubtful, unseen }. Turn an Expert mat that lies upside down, unless `upright` is set. */
  read(corners, { upright = false } = {}) {
    // Turn only an Expert mat. The print that shows which side is up is not known for a Classic mat.
    const way = this.way(corners, upright || this.columns !== COLUMNS ? { turns: [0] } : {});
    return this.marked(way, Boolean(this.refusal(way.corners)));
  }

  /* Return "expert-mat" or "no-expert-mat" if the wrong kind of mat lies at these corners, otherwise null. */
  refusal(corners) {
    if (this.columns !== COLUMNS) return this.doubt.isPartOfLarger(this.picture, corners) ? "expert-mat" : null;
    return this.doubt.isMat({ mat: this.doubt.printAt(corners, this.picture) }) ? null : "no-expert-mat";
  }

  /* Check corners that a person has set. Return the name of an error message, such as "mostly-hidden", or null. */
  troubleAt(corners) {
    const refusal = this.refusal(corners);
    if (refusal || this.columns === COLUMNS) return refusal;
    return this.read(corners).isMostlySeen ? null : "mostly-hidden";
  }

  /* Read the mat once for each number of quarter turns in `turns`. Return the reading with the most evidence. */
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

  /* Find hidden squares, and mark them as unseen and doubtful. With `all`, mark every square as doubtful. */
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
    // The colours that are printed where four squares meet are known only for the Expert mat.
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

/* Return a function that tells whether a point (x, y) lies inside four corners. The corners are in clockwise order. */
function within(corners) {
  return (x, y) =>
    corners.every(([ax, ay], i) => {
      const [bx, by] = corners[(i + 1) % 4];
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
    });
}
