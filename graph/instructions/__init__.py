"""Candidate instructions: words of a message that may bind those who build, once a person says so."""
