"""The experiments of five reports, repeated with more games, intervals and the truth."""
