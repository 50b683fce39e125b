/* Read a picture in a web worker, so that the page stays quick. No picture is sent anywhere. A message is { id, task,
   ... }. The answer is { id, ... }, or { id, trouble } with the name of an error message. */

import { fromRgba, openPicture } from "./picture.js";
import { Reader } from "./reader.js";

let reader;

/* Load the parameters, unless they are loaded already. */
async function prepare(address) {
  try {
    reader ??= new Reader(await (await fetch(address)).json());
  } catch {
    throw "not-loaded";
  }
}

const TASKS = {
  prepare: ({ parameters }) => prepare(parameters),

  async open({ file, parameters, columns, rows, letters }) {
    const [image] = await Promise.all([openPicture(file), prepare(parameters)]);
    const { width, height, data } = image.context.getImageData(0, 0, image.canvas.width, image.canvas.height);
    reader.look(fromRgba(data, width, height), columns, rows, `-${letters}`);
    const picture = image.canvas.transferToImageBitmap();
    return { picture, ...(reader.find() ?? { trouble: "no-mat" }) };
  },

  snap({ corners }) {
    const snapped = reader.snap(corners);
    return { corners: snapped, trouble: reader.troubleAt(snapped) };
  },

  read({ corners, upright }) {
    return reader.read(corners, { upright });
  },
};

async function carryOut({ id, task, ...rest }) {
  let answer;
  try {
    answer = await TASKS[task](rest);
  } catch (trouble) {
    answer = { trouble: typeof trouble === "string" ? trouble : "not-read" };
  }
  self.postMessage({ id, ...answer }, answer?.picture ? [answer.picture] : []);
}

// Carry out one task after the other, because the reader holds only one picture: the latest.
let before = Promise.resolve();
self.addEventListener("message", ({ data }) => {
  before = before.then(() => carryOut(data));
});
