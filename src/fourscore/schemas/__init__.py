"""The JSON of fourscore's objects, the same from the command line, the API and in files."""
