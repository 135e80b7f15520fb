"""Detectors of supersession, amendment, withdrawal, clarification and reliance in one document."""
