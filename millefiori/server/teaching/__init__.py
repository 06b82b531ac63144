"""The teacher on the page: lessons, played through the engine one request at a time; nothing is stored."""
