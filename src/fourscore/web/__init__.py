"""The web app: a JSON API over everything below, and the server for its pages."""
