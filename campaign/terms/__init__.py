"""The terms of a group: several campaigns of the same people, one after the other, shown as one history."""
