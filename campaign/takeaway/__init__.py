"""Export results, the evaluation log and planned game nights to other programs."""
