"""Truth: moves judged by exact scores, their accuracy with intervals, and hints."""
