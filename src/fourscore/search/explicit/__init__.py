"""Search on trees that people write down, one idea a file."""
