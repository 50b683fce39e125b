"""Pages about finished games: results, standings, log, history, election, chronicle."""
