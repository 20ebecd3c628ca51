"""Truth: moves judged by exact scores, accuracy, intervals, hints."""
