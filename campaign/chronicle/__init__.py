"""The town chronicle: a campaign as one page to keep, to print and to send to friends."""
