"""What requirements are to each other: contradictions, clashes, differences, duplicates, and their register."""
