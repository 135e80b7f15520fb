"""Records of speech: who said what, when."""
