"""Who promised what by when, and what was decided, in mail, talk and minutes."""
