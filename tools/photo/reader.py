"""Run the site's own photo reader, in the Node.js that comes with Playwright."""

import base64
import json
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
import playwright

NODE = Path(playwright.__file__).parent / "driver" / "node"
SCRIPT = Path(__file__).with_name("read.mjs")

Picture = np.ndarray  # bytes in an array of height x width x 3
Corners = list[list[float]]  # the corners of the area of squares, in pixels, clockwise from the top left


def _numbers(text: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), "<f4")


class Reader:
    """A process that reads one picture after another. Use it as a context manager."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen([NODE, SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _ask(self, task: str, picture: Picture, **more: Any) -> dict[str, Any]:
        height, width = picture.shape[:2]
        line = json.dumps({"task": task, "width": width, "height": height, **more})
        self._process.stdin.write(line.encode() + b"\n" + np.ascontiguousarray(picture, np.uint8).tobytes())
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the reader stopped at the task {task!r}")
        return json.loads(answer)

    def find(self, picture: Picture, columns: int = 5, rows: int = 4) -> Corners | None:
        """Return the corners of the mat, or None if no mat is found. The mat may be upside down."""
        return self._ask("find", picture, columns=columns, rows=rows)["corners"]

    def describe(
        self, picture: Picture, corners: Corners, columns: int = 5, rows: int = 4
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return three arrays: features of each square, features of the points where squares meet, and overexposure.

        The overexposure of a square has two numbers: its share of white pixels, and its share of overexposed pixels.
        """
        answer = self._ask("describe", picture, corners=corners, columns=columns, rows=rows)
        squares, crossings, burnt = (_numbers(answer[key]) for key in ("squares", "crossings", "burnt"))
        return squares.reshape(columns * rows, -1), crossings, burnt.reshape(columns * rows, 2)

    def prints(self, picture: Picture, grids: list[Corners]) -> list[np.ndarray | None]:
        """Return each grid's colours between squares, upright and upside down; None if the grid is mostly outside."""
        found = self._ask("print", picture, grids=grids)["prints"]
        return [each and np.stack([_numbers(way) for way in each]) for each in found]

    def read(self, picture: Picture, parameters: dict[str, Any], columns: int = 5, rows: int = 4) -> dict[str, Any]:
        """Read a picture as the site does. Return corners (None if no mat is found), squares and milliseconds."""
        return self._ask("read", picture, parameters=parameters, columns=columns, rows=rows)
