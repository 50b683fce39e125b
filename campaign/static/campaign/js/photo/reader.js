/* Read a picture of a mat: where it lies, which side is up, and what stands on each square. */

import { crossings, planesOf, squareFeatures } from "./features.js";
import { cornersOf, fromCorners } from "./geometry.js";
import { findLattices, snap } from "./lattice.js";
import { flatMat, turn } from "./light.js";
import { loadNet, softmax } from "./net.js";
import { findSquares } from "./squares.js";

// A square is read five times, moved a little, as the corners are never quite right.
const LOOKS = [[0, 0], [-2, 0], [2, 0], [0, -2], [0, 2]];

const ENOUGH = 0.85; // of a mat's squares on a lattice: it needs no further search

const better = (a, b) => (b.evidence > a.evidence ? b : a);

export class Reader {
  constructor(parameters) {
    this.parameters = parameters;
    this.net = loadNet(parameters);
  }

  /* Take a picture { width, height, data } of a mat of so many columns and rows, on which these kinds may stand. */
  look(picture, columns, rows, kinds = this.parameters.kinds) {
    Object.assign(this, { picture, columns, rows, kinds });
    for (const squares of findSquares(picture)) {
      this.squares = squares;
      this.lattices = findLattices(squares, picture, columns, rows);
      if (this.lattices[0]?.found >= ENOUGH * columns * rows) break;
    }
  }

  /* Find the mat and read it: what `read` gives, `found`, how many squares were seen, and whether some were in each
     column and row, `complete`; or null. Of several likely places it is the one where most squares lie on the lattice
     and are recognized. */
  find() {
    const ways = this.lattices.map(({ corners, columns, found, complete, score }) => {
      // The corners of a mat that lies on its side begin at another one.
      const way = this.read(columns === this.columns ? corners : [...corners.slice(1), corners[0]]);
      return { ...way, found, complete, evidence: way.evidence + score };
    });
    return ways.length ? ways.reduce(better) : null;
  }

  /* Corners set by hand, pulled to the squares near them. */
  snap(corners) {
    const { columns, rows } = this;
    const homography = fromCorners(corners, columns, rows);
    return homography ? cornersOf(snap(homography, this.squares, columns, rows), columns, rows) : corners;
  }

  /* What stands within the corners: { corners, squares, evidence }. Squares are { kind, second, confidence, doubtful },
     row by row. The corners come back turned where the picture shows the mat another way up. */
  read(corners) {
    const { columns, rows } = this;
    const ways = [];
    let flat = flatMat(this.picture, fromCorners(corners, columns, rows), columns, rows);
    for (let by = 0; by < 4; by++) {
      const turned = [...corners.slice(by), ...corners.slice(0, by)];
      if (flat.columns === columns) ways.push({ corners: turned, ...this.classify(planesOf(flat)) });
      flat = turn(flat);
    }
    return ways.reduce(better);
  }

  classify(planes) {
    const { up } = this.parameters;
    const squares = [];
    const colours = crossings(planes);
    // Only of the larger mat is it known what is printed where.
    let evidence = colours.length === up.length ? colours.reduce((sum, value, i) => sum + value * up[i], 0) : 0;
    for (let row = 0; row < planes.rows; row++) {
      for (let column = 0; column < planes.columns; column++) {
        const square = this.kindOf(planes, column, row);
        squares.push(square);
        evidence += Math.log(square.confidence);
      }
    }
    return { squares, evidence };
  }

  kindOf(planes, column, row) {
    const logits = LOOKS.map(([dx, dy]) => this.net(squareFeatures(planes, column, row, dx, dy)));
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
