"""HTML, XML and JSON."""
