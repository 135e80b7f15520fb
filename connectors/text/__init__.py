"""Plain text, Markdown, reStructuredText and tables of records."""
