"""Measures of rankings and of answers over judged questions."""
