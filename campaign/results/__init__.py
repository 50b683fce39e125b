"""Show what was played: results, standings, log, history, election."""
