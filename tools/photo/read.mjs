/* Runs the site's own photo reader. A task is a line of JSON on standard input, followed by the picture's bytes, three
   for each pixel. The answer is a line of JSON. */

const SCRIPTS = new URL("../../campaign/static/campaign/js/photo/", import.meta.url);
const load = (name) => import(new URL(name, SCRIPTS));
const { fromCorners } = await load("geometry.js");
const { burntOut, flatMat } = await load("light.js");
const { printOf } = await load("mat.js");
const { crossings, planesOf, squareFeatures } = await load("features.js");
const { findLattices } = await load("lattice.js");
const { Reader } = await load("reader.js");
const { findSquares } = await load("squares.js");

const readers = new Map();

const encode = (values) => Buffer.from(Float32Array.from(values).buffer).toString("base64");

/* Return the features of all squares and of the points where squares meet, and how overexposed each square is. */
function describe(picture, { corners, columns, rows }) {
  const flat = flatMat(picture, fromCorners(corners, columns, rows), columns, rows);
  const planes = planesOf(flat);
  const [squares, burnt] = [[], []];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      squares.push(...squareFeatures(planes, column, row));
      burnt.push(...burntOut(flat, column, row));
    }
  }
  return { squares: encode(squares), crossings: encode(crossings(planes)), burnt: encode(burnt) };
}

/* Return for each grid the colours between its squares, upright and upside down; null if outside the picture. */
function print(picture, { grids }) {
  const homographies = grids.map((corners) => fromCorners(corners, 5, 4));
  return { prints: homographies.map((h) => (h && printOf(picture, h))?.map(encode) ?? null) };
}

function read(picture, { parameters, columns, rows }) {
  const key = parameters.hidden.weights;
  if (!readers.has(key)) readers.set(key, new Reader(parameters));
  const reader = readers.get(key);
  const start = performance.now();
  reader.look(picture, columns, rows);
  const answer = reader.find() ?? { corners: null, found: 0, squares: [] };
  return { ...answer, milliseconds: performance.now() - start };
}

/* Find the mat's corners without parameters, which may not exist yet. */
function find(picture, { columns, rows }) {
  const squares = [...findSquares(picture)].at(-1);
  return { corners: findLattices(squares, picture, columns, rows)[0]?.corners ?? null };
}

const TASKS = { describe, print, read, find };

let waiting = Buffer.alloc(0);
for await (const chunk of process.stdin) {
  waiting = Buffer.concat([waiting, chunk]);
  for (;;) {
    const end = waiting.indexOf(10);
    if (end < 0) break;
    const task = JSON.parse(waiting.subarray(0, end).toString());
    const size = task.width * task.height * 3;
    if (waiting.length < end + 1 + size) break;
    const bytes = waiting.subarray(end + 1, end + 1 + size);
    waiting = waiting.subarray(end + 1 + size);
    const picture = { width: task.width, height: task.height, data: Float32Array.from(bytes) };
    process.stdout.write(`${JSON.stringify(TASKS[task.task](picture, task))}\n`);
  }
}
