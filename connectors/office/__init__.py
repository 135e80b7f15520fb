"""Word processor documents."""
