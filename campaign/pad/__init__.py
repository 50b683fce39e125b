"""Enter the totals of a paper score pad, and print a blank one."""
