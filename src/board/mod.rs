//! Squares, hexes, open ground: distance, lines, areas, facing. Knows no figure and no rule.
