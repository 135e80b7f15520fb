"""What texts demand: read from running text, lists and table cells into the normal form of `graph.demands`."""
