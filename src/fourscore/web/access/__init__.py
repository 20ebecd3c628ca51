"""Who may: the password, the sessions of those who know it, and what needs it."""
