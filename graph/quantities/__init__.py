"""Numbers, units and classes of texts: found, made comparable, and held as sets of what is allowed."""
