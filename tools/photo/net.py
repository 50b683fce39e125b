"""A small neural net with one hidden layer. numpy trains it, and the site loads its parameters."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

HIDDEN = 92
TEACHERS, HIDDEN_OF_TEACHER = 5, 160
EPOCHS_OF_PUPIL = 120
DROPPED = 0.1  # the share of the inputs, and of the hidden neurons, that training leaves out in each step (dropout)
DECAY = 0.01
SMOOTHING = 0.02
BATCH = 256
EPOCHS = 80
RATE = 2e-3  # the learning rate at the start; it falls to 0
LARGEST = 20  # the largest weight after rounding: each weight then fits into one printable character
ZERO = 80  # the code of the character for weight 0, as in net.js


@dataclass
class Net:
    """The weights and biases of both layers, with a row of weights for each neuron."""

    w1: np.ndarray
    b1: np.ndarray
    w2: np.ndarray
    b2: np.ndarray

    def logits(self, rows: np.ndarray) -> np.ndarray:
        """Turn rows of features into rows of logits. A row has one logit for each kind."""
        return np.maximum(rows @ self.w1.T + self.b1, 0) @ self.w2.T + self.b2

    def export(self) -> dict[str, Any]:
        return {"hidden": _rounded(self.w1, self.b1), "out": _rounded(self.w2, self.b2)}


def _rounded(weights: np.ndarray, biases: np.ndarray) -> dict[str, Any]:
    """Scale and round each weight to a whole number from -LARGEST to LARGEST. Write it as one character."""
    scales = np.abs(weights).max(1) / LARGEST
    whole = np.round(weights / scales[:, None]).astype(int) + ZERO
    return {
        "weights": bytes(whole.ravel().tolist()).decode("ascii"),
        "scales": [float(f"{scale:.4g}") for scale in scales],
        "biases": [float(f"{bias:.4g}") for bias in biases],
    }


class Adam:
    """The optimizer Adam with weight decay. It changes weights in place."""

    def __init__(self, weights: list[np.ndarray]) -> None:
        self.weights = weights
        self.first = [np.zeros_like(weight) for weight in weights]
        self.second = [np.zeros_like(weight) for weight in weights]
        self.steps = 0

    def step(self, gradients: list[np.ndarray], rate: float) -> None:
        self.steps += 1
        for layer, gradient in enumerate(gradients):
            self.first[layer] += 0.1 * (gradient - self.first[layer])
            self.second[layer] += 0.001 * (gradient * gradient - self.second[layer])
            mean = self.first[layer] / (1 - 0.9**self.steps)
            spread = np.sqrt(self.second[layer] / (1 - 0.999**self.steps)) + 1e-8
            self.weights[layer] -= rate * (mean / spread + DECAY * self.weights[layer])


def function(exported: dict[str, Any]) -> Callable[[np.ndarray], np.ndarray]:
    """Rebuild a net from exported parameters. Return its function from rows of features to rows of logits."""

    def layer(part: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
        whole = np.frombuffer(part["weights"].encode(), np.uint8).astype(np.float32) - ZERO
        scales = np.array(part["scales"], np.float32)
        return whole.reshape(len(scales), -1) * scales[:, None], np.array(part["biases"], np.float32)

    return Net(*layer(exported["hidden"]), *layer(exported["out"])).logits


def chances(logits: np.ndarray) -> np.ndarray:
    """Turn rows of logits into rows of probabilities (softmax)."""
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def certain(kinds: np.ndarray, count: int) -> np.ndarray:
    """Return a row of `count` target probabilities for each entry of `kinds`: nearly 1 for this kind, else nearly 0."""
    targets = np.full((len(kinds), count), SMOOTHING / count, np.float32)
    targets[np.arange(len(kinds)), kinds] += 1 - SMOOTHING
    return targets


def distilled(features: np.ndarray, targets: np.ndarray, seed: int) -> Net:
    """Train TEACHERS larger nets on the targets, and then one small net.

    The small net learns from the targets and from the mean output of the larger nets, which has fewer mistakes.
    """
    taught = np.zeros_like(targets)
    for number in range(TEACHERS):
        teacher = train(features, targets, np.random.default_rng([seed, number]), neurons=HIDDEN_OF_TEACHER)
        taught += chances(teacher.logits(features.astype(np.float32))) / TEACHERS
    return train(features, (targets + taught) / 2, np.random.default_rng(seed), EPOCHS_OF_PUPIL)


def train(
    features: np.ndarray,
    targets: np.ndarray,
    random: np.random.Generator,
    epochs: int = EPOCHS,
    neurons: int = HIDDEN,
) -> Net:
    """Train a net. For each row of features, `targets` has a row with the right probability of each kind."""
    size, count = features.shape[1], targets.shape[1]
    weights = [
        random.normal(0, np.sqrt(2 / size), (neurons, size)).astype(np.float32),
        np.zeros(neurons, np.float32),
        random.normal(0, np.sqrt(2 / neurons), (count, neurons)).astype(np.float32),
        np.zeros(count, np.float32),
    ]
    adam = Adam(weights)
    steps = epochs * (len(features) // BATCH)

    def kept(shape: tuple[int, ...]) -> np.ndarray:
        return (random.random(shape, np.float32) > DROPPED) / np.float32(1 - DROPPED)

    for _ in range(epochs):
        order = random.permutation(len(features))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            w1, b1, w2, b2 = weights
            x = features[chosen].astype(np.float32)
            x *= kept(x.shape)
            before = x @ w1.T + b1
            open_gates = (before > 0) * kept(before.shape)
            hidden = before * open_gates
            error = (chances(hidden @ w2.T + b2) - targets[chosen]) / BATCH
            back = error @ w2 * open_gates
            gradients = [back.T @ x, back.sum(0), error.T @ hidden, error.sum(0)]
            adam.step(gradients, RATE * (1 + np.cos(np.pi * adam.steps / steps)) / 2)
    return Net(*weights)


def train_orientation(crossings: np.ndarray) -> np.ndarray:
    """Learn weights that give an upright mat a higher score than the same mat upside down.

    `crossings` has a row for each mat: the colours where squares meet. Upside down, their order is reversed.
    """
    turned = crossings.reshape(len(crossings), -1, 3)[:, ::-1].reshape(len(crossings), -1)
    difference = crossings - turned
    weights = np.zeros(crossings.shape[1])
    for _ in range(400):
        push = 1 / (1 + np.exp(np.clip(difference @ weights, -30, 30)))
        weights += 2 * (difference * push[:, None]).mean(0) - 0.002 * weights
    return weights
