/* A small neural net with learnt parameters. Each weight is one character: "P" stands for 0, "Q" for 1, "O" for -1, and
   so on. Each neuron has a scale for its weights, and a bias. */

// The character code of "P", which stands for the weight 0.
const ZERO = 80;

function layer({ weights, scales, biases }) {
  const size = weights.length / biases.length;
  const rows = scales.map((scale, i) =>
    Float32Array.from({ length: size }, (_, k) => (weights.charCodeAt(i * size + k) - ZERO) * scale),
  );
  return (inputs) => {
    // Both layers loop over one type of array, because a loop over several types is much slower.
    const values = Float64Array.from(inputs);
    return rows.map((row, i) => {
      let sum = biases[i];
      for (let k = 0; k < size; k++) sum += row[k] * values[k];
      return sum;
    });
  };
}

/* Return a function that computes logits from features, such as a logit per kind from the features of a square. */
export function loadNet({ hidden, out }) {
  const [first, last] = [layer(hidden), layer(out)];
  return (features) => last(first(features).map((value) => Math.max(0, value)));
}

export function softmax(logits) {
  const most = Math.max(...logits);
  const powers = logits.map((value) => Math.exp(value - most));
  const sum = powers.reduce((a, b) => a + b);
  return powers.map((value) => value / sum);
}
