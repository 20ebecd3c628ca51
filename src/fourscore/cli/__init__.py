"""The command line: one module a command, and no rules or search of its own."""
