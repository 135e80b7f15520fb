"""Demands in languages whose words are read by their roles: predicates, comparators, conditions, names."""
