/* Show pieces of the photo, one per square, beside the questions about the squares. A square is so small that three of
   its corners suffice to lay it flat. */

import { fromCorners, project } from "./geometry.js";

const AROUND = 0.56; // how far a crop reaches from the middle of a square, in widths of a square

/* Draw a square of the photo so that it fills the canvas. */
export function drawCrop(canvas, picture, corners, columns, rows, place) {
  const h = fromCorners(corners, columns, rows);
  const [column, row] = [place % columns, Math.floor(place / columns)];
  const at = (x, y) => project(h, column + x * AROUND, row + y * AROUND);
  const [[x0, y0], [x1, y1], [x2, y2]] = [at(-1, -1), at(1, -1), at(-1, 1)];
  const size = canvas.width;
  // The matrix that maps these three corners to the corners of the canvas.
  const [ax, ay, bx, by] = [x1 - x0, y1 - y0, x2 - x0, y2 - y0];
  const area = ax * by - ay * bx;
  const [a, b, c, d] = [by, -ay, -bx, ax].map((value) => (value * size) / area);
  const context = canvas.getContext("2d");
  context.fillRect(0, 0, size, size);
  context.setTransform(a, b, c, d, -(a * x0 + c * y0), -(b * x0 + d * y0));
  context.drawImage(picture, 0, 0);
  context.setTransform(1, 0, 0, 1, 0, 0);
}
