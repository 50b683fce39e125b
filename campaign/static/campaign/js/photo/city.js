/* A city as text: read and written in the notation, square by square (see docs/notation.md), and saved with its photo. */

const SQUARE = /(-|[A-Z])(\d*)(:\d)?(\**)/g;

/* Parse city notation into { squares, inhabitants, energy }; null unless it has `count` squares. Each square is { kind,
   digit, cost, mayors }. A missing digit or number of Mayor tiles is null. */
export function parseCity(line, count) {
  const [grid, supply = ""] = line.trim().split(/\s+/);
  const squares = [...grid.matchAll(SQUARE)].map(([, kind, digit, cost = "", stars]) => {
    return { kind, digit: digit ? Number(digit) : null, cost, mayors: stars.length || null };
  });
  const [, inhabitants = 0, energy = 0] = supply.match(/^(\d+)i(\d+)e$/) ?? [];
  return squares.length === count ? { squares, inhabitants: Number(inhabitants), energy: Number(energy) } : null;
}

export function writeCity(squares, columns, inhabitants, energy) {
  const rows = [];
  squares.forEach(({ kind, digit, cost, mayors }, place) => {
    if (place % columns === 0) rows.push("");
    rows[rows.length - 1] += kind + (digit ?? "") + (cost ?? "") + "*".repeat(mayors ?? 0);
  });
  return `${rows.join("/")} ${inhabitants}i${energy}e`;
}

function withComment(jpeg, comment) {
  const text = new TextEncoder().encode(comment);
  const head = new Uint8Array([0xff, 0xfe, (text.length + 2) >> 8, (text.length + 2) & 0xff]);
  return new Blob([jpeg.slice(0, 2), head, text, jpeg.slice(2)], { type: "image/jpeg" });
}

/* Save a photo as a JPEG file whose comment holds the city, the corners and the day, as JSON. Only the pixels are
   copied from the photo, and not, for example, the place where it was taken. */
export async function savePhoto(picture, label) {
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const jpeg = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
  const taken = new Date().toISOString().slice(0, 19);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(withComment(jpeg, JSON.stringify({ ...label, taken })));
  link.download = `mat-${taken.replaceAll(":", "")}.jpg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
