"""HTTP/1.1 with limits for slow and broken clients."""
