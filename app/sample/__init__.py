"""The sample project: a small fictional building whose documents disagree as real ones do."""
