"""Reports: a tournament's ledger as pages and charts."""
