"""What every layer may use: worker processes, folders, interruption."""
