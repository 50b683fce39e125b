"""Take results, the log and planned evenings along, in the forms that others read."""
