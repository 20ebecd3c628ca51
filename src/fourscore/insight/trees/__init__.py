"""Trees: pictures of a trace."""
