/* Save a photo with its city: a JPEG file whose comment holds the city, the corners and the day, as JSON. The file is
   written anew from the pixels, so that it has none of the camera's own notes, such as the place. */

function withComment(jpeg, comment) {
  const text = new TextEncoder().encode(comment);
  const head = new Uint8Array([0xff, 0xfe, (text.length + 2) >> 8, (text.length + 2) & 0xff]);
  return new Blob([jpeg.slice(0, 2), head, text, jpeg.slice(2)], { type: "image/jpeg" });
}

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
