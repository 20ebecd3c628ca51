"""`python -m fourscore` is the command `fourscore`."""

from fourscore.cli.main import main

if __name__ == "__main__":
    main()
