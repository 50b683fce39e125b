"""Export results, the evaluation log and planned evenings to other programs."""
