/* Draw a grid over the photo. A person can drag its four corners, or move them with the arrow keys. Corners are in
   pixels of the picture. */

import { fromCorners, project } from "./geometry.js";

const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// The loupe enlarges the picture by this factor.
const ZOOM = 2;

export class Grid {
  constructor(frame, { columns, rows, first, moved }) {
    Object.assign(this, { frame, columns, rows, first, moved });
    this.canvas = frame.querySelector(".photo__picture");
    this.loupe = frame.querySelector(".photo__loupe");
    this.handles = [...frame.querySelectorAll(".photo__corner")];
    this.handles.forEach((handle, corner) => {
      handle.onpointerdown = (event) => this.take(event, corner);
      handle.onkeydown = (event) => this.step(event, corner);
    });
  }

  /* Set the picture and the corners. draw() draws them later, when the canvas is visible. */
  use(picture, corners) {
    this.picture = picture;
    this.canvas.width = picture.width;
    this.canvas.height = picture.height;
    this.corners = corners ?? this.insetCorners();
  }

  insetCorners() {
    const { width, height } = this.picture;
    return [[0.1, 0.15], [0.9, 0.15], [0.9, 0.9], [0.1, 0.9]].map(([x, y]) => [x * width, y * height]);
  }

  set(corners) {
    this.corners = corners;
    this.draw();
  }

  /* Draw the picture and the grid. The canvas must be visible, because its width on the screen sets the line width. */
  draw() {
    const { canvas, picture, corners, columns, rows } = this;
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const homography = fromCorners(corners, columns, rows);
    this.handles.forEach((handle, corner) => {
      const [x, y] = corners[corner];
      handle.style.left = `${Math.min(100, Math.max(0, (100 * x) / picture.width))}%`;
      handle.style.top = `${Math.min(100, Math.max(0, (100 * y) / picture.height))}%`;
    });
    if (!homography) return;
    const lines = [];
    for (let column = 0; column <= columns; column++) lines.push([column, 0, column, rows]);
    for (let row = 0; row <= rows; row++) lines.push([0, row, columns, row]);
    // Draw a dark line under each light line, because mats can be dark or light.
    for (const [color, width] of [["#000a", 5], ["#fff", 2]]) {
      context.strokeStyle = color;
      context.lineWidth = (width * picture.width) / canvas.clientWidth;
      context.beginPath();
      for (const [x1, y1, x2, y2] of lines) {
        context.moveTo(...project(homography, x1 - 0.5, y1 - 0.5));
        context.lineTo(...project(homography, x2 - 0.5, y2 - 0.5));
      }
      context.stroke();
    }
    this.name(context, homography);
  }

  /* Write the name of the first square, A1, on this square. It shows which corner of the grid is the top left. */
  name(context, homography) {
    const [[x, y], [right, below]] = [project(homography, 0, 0), project(homography, 0.35, 0)];
    context.save();
    context.translate(x, y);
    context.rotate(Math.atan2(below - y, right - x));
    Object.assign(context, { textAlign: "center", textBaseline: "middle", lineWidth: 6, strokeStyle: "#000a", fillStyle: "#fff" });
    context.font = `bold ${Math.round(1.3 * Math.hypot(right - x, below - y))}px sans-serif`;
    context.strokeText(this.first, 0, 0);
    context.fillText(this.first, 0, 0);
    context.restore();
  }

  move(corner, x, y) {
    const { width, height } = this.picture;
    const within = (value, most) => Math.min(1.1 * most, Math.max(-0.1 * most, value));
    this.set(this.corners.with(corner, [within(x, width), within(y, height)]));
  }

  take(event, corner) {
    const handle = this.handles[corner];
    event.preventDefault();
    handle.focus({ preventScroll: true });
    handle.setPointerCapture(event.pointerId);
    const [x, y] = this.corners[corner];
    const start = { x: event.clientX, y: event.clientY };
    const scale = this.picture.width / this.canvas.clientWidth;
    handle.onpointermove = (now) => {
      this.move(corner, x + (now.clientX - start.x) * scale, y + (now.clientY - start.y) * scale);
      this.magnify(corner);
    };
    handle.onpointerup = handle.onpointercancel = () => {
      handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
      this.loupe.hidden = true;
      this.moved(this.corners);
    };
    this.magnify(corner);
  }

  step(event, corner) {
    const by = STEP[event.key];
    if (!by) return;
    event.preventDefault();
    const far = this.picture.width * (event.shiftKey ? 0.02 : 0.004);
    const [x, y] = this.corners[corner];
    this.move(corner, x + by[0] * far, y + by[1] * far);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.moved(this.corners), 600);
  }

  /* Show the surroundings of a corner in the loupe, on the other half of the picture, away from the finger. */
  magnify(corner) {
    const { loupe, canvas, picture } = this;
    const [x, y] = this.corners[corner];
    const span = (loupe.width * picture.width) / canvas.clientWidth / ZOOM;
    const context = loupe.getContext("2d");
    context.fillRect(0, 0, loupe.width, loupe.height);
    context.drawImage(canvas, x - span / 2, y - span / 2, span, span, 0, 0, loupe.width, loupe.height);
    context.strokeStyle = "#f0f";
    context.beginPath();
    context.arc(loupe.width / 2, loupe.height / 2, 8, 0, 2 * Math.PI);
    context.stroke();
    loupe.classList.toggle("photo__loupe--right", x < picture.width / 2);
    loupe.hidden = false;
  }
}
