"""PDF documents: text with a box for every character, structure, tables, title blocks."""

from connectors.pdf.reader import parse_pdf

__all__ = ["parse_pdf"]
