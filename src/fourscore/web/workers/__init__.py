"""Workers: processes that compute for the server, and the pool that runs them."""
