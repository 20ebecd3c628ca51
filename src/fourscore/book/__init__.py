"""The opening book: exact scores of every position of up to so many plies."""

from fourscore.book.reader import OpenedBook, ShippedBook, default_book, find_book, open_book

__all__ = ["OpenedBook", "ShippedBook", "default_book", "find_book", "open_book"]
