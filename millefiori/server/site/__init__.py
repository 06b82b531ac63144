"""The page as it is served: its files, versions, facts and texts."""
