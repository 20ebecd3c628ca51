"""The opening book: the exact score of every position up to a number of plies."""

from fourscore.book.reader import OpenedBook, ShippedBook, default_book, find_book, open_book

__all__ = ["OpenedBook", "ShippedBook", "default_book", "find_book", "open_book"]
